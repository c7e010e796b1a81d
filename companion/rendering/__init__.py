"""Jinja environments, messages and drawings that pages, paper and the terminal share.

Imports the rules, records and `table.model`; no Flask.
"""
