"""Problems go in, a report comes out: for a person, for a program, for a review on the web."""
