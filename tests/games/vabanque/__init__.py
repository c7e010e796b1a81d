"""Vabanque: the booklets' examples as data, the rules as sentences, laws over random games, paper money."""
