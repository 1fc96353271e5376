"""Hex boards as geometry and rules: cells, moves, sight, zones, and the checks of a fair map. No drawing."""
