"""The oldest supported browsers."""

OLDEST = {"ios": "15.4", "chrome": "108", "firefox": "121"}
"""Older ones lack private methods, `:has()`, `dvh` or `<dialog>`. `tests/architecture/test_oldest_browsers.py` checks
our scripts and style sheets against these.
"""
