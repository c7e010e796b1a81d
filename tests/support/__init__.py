"""Builders, servers and fixtures that tests share."""
