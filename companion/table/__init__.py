"""A table in play, whatever the game."""
