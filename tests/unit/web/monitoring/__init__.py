"""Health, metrics and the request log."""
