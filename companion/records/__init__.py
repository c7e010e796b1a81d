"""Game records: read, write and score them. Imports only the rules."""
