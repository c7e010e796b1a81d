"""The words of Low Bid: its templates, and what its tests need besides."""
