"""Playthroughs: whole games and a house as text, all that each viewer is shown. `make playthroughs` writes them.

A test fails where something else is shown now: whoever meant it writes them anew, and reads what has changed.
"""
