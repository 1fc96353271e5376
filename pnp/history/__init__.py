"""What was printed before goes in beside the game; what must be printed again, and what changed and why, come out."""
