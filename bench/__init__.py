"""Benchmarks: a server under load, its pages and its PDFs."""
