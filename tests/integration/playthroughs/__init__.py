"""Whole games as text that a person can read. `make playthroughs` writes them."""
