"""Damaged games, drawings and texts go in; what became of them comes out: documents or problems, and nothing else."""
