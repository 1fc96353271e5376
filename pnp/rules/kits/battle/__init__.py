"""The kit of decks that fight: what a designer writes of them and a deck's cards go in, rates of wins come out."""
