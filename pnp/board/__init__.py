"""Hex boards as geometry: cells, moves, sight, places with their zones, text maps. No drawing, and no game's rules."""
