"""Evenings in a real browser."""
