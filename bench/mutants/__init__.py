"""Small changes to the program, one at a time: the tests that run the line must fail. `make mutants` draws a sample."""
