"""Tables are tested in a house of each kind."""

from tests.houses import deaf, postgres, where

__all__ = ["deaf", "postgres", "where"]
