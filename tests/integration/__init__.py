"""Tests with real servers, processes, databases and PDFs."""
