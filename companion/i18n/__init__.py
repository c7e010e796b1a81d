"""Languages and time zones. Imports nothing of ours but paths."""
