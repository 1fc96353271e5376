"""Expressions and templates of a stranger's game are evaluated here: in a sandbox, bounded, without side effects."""
