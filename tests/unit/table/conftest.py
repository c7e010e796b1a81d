"""Tables are tested in a house of each kind."""

from tests.support.houses import deaf, where

__all__ = ["deaf", "where"]
