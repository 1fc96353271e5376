"""Field types written as text, and nodes, go in; typed values or problems come out."""
