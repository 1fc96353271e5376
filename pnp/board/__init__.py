"""Hex boards as pure geometry and rules: cells, moves, sight, zones, and the checks a fair map must pass. No drawing."""
