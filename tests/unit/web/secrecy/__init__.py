"""Proof that nobody is served a hidden choice."""
