"""What holds for the pages of every game."""
