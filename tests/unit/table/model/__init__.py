"""The model of a table: log, views, history and replay."""
