"""A phone companion for table games with hidden choices."""

__version__ = "0.2.0"
