"""Decks of other programs -> folders of a game that builds, and a list of what was not taken. No script ever runs."""
