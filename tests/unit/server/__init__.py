"""Limits of connections, and ports."""
