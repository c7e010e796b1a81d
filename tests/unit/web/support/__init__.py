"""Shared by tests of the pages: browsers, tables in each phase, readers of pages."""
