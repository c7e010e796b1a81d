"""Vabanque: the booklets' examples as data, the rules as sentences, laws over random games, paper money.

Its records, bad ones and random ones, and their second reckoning are what `tests/unit/records/test_record.py` and its
like read.
"""
