"""Checks before each request: cookies, language, limits, security headers, static files. No pages."""
