"""Cookies, limits, headers, bad input."""
