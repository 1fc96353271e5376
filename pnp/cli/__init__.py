"""The command line: one table of words, two readers of it, and what the commands do and say."""
