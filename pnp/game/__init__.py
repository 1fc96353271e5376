"""A workspace goes in, a game comes out: typed, checked, its references resolved; or every mistake of every file."""
