"""The oldest browsers that know what htmx 4 and our style sheets need."""

OLDEST = {"ios": "15.4", "chrome": "108", "firefox": "121"}
"""Older ones lack private methods, `:has()`, `dvh` or `<dialog>`. `tests/architecture/test_oldest_browsers.py` keeps
us to it.
"""
