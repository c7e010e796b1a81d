"""Tests of the pages, through Flask's test client."""
