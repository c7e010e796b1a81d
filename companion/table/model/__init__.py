"""A table as its log makes it, and what each viewer may see of it. Pure: no database, no clock.

Imports only the rules and records.
"""
