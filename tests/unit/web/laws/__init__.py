"""Rules that the pages of every game keep."""
