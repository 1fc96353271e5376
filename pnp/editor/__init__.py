"""A game goes in; JSON Schemas of its files come out, for editors to complete and check them, and their settings."""
