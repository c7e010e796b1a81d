"""Wetten!: examples, rules, laws, records."""
