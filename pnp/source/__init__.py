"""Files go in, nodes that know their place come out; what a value means is decided later, by the schema."""
