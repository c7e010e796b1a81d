"""Records: reading, scoring, damage."""
