"""Vabanque: rulebook examples, rules, laws, paper money and records."""
