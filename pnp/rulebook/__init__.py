"""Chapters, diagrams and tables of a game go in; the pages of a book, a booklet and a web page come out."""
