"""Every game's laws, and a folder for each game's own."""
