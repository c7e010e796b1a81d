"""Whole games in WebKit and Firefox."""
