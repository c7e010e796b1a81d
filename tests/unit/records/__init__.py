"""Records: reading, scoring and damage."""
