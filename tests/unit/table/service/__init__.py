"""The service of a table: once-only, restarts, several processes, imports and deletion."""
