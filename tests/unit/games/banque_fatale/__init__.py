"""Banque Fatale: rulebook examples, rules, laws and records."""
