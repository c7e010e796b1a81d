"""Marks all tests here as `browser`."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Called for the tests of this folder only."""
    item.add_marker(pytest.mark.browser)
