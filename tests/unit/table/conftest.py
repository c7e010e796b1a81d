"""Tests of tables run with both kinds of database."""

from tests.support.databases import deaf, where

__all__ = ["deaf", "where"]
