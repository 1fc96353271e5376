"""A game's chapters, scenarios and tables go in; the rulebook's figures and pages come out."""
