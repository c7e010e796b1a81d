"""Laws of all games, and a folder for each game's own tests."""
