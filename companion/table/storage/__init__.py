"""Tables, logs, rights and results in SQLite or PostgreSQL. Imports the model."""
