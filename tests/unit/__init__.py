"""Tests of single modules and of whole games in one process. Mirrors `companion/`."""
