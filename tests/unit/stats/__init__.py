"""Statistics, compared with an independent reckoning."""
