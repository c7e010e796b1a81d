"""Addresses within this house, without a request: what is drawn for all is drawn for nobody's."""

from functools import lru_cache

from flask import Flask
from werkzeug.routing import Map

_pages = Map()  # of every app of this process, since they are all alike


def learn(app: Flask) -> None:
    """Takes over the app's pages, once all of them are there."""
    global _pages
    _pages = app.url_map


@lru_cache(4096)
def url_for(endpoint: str, **values: str) -> str:
    """The path of a page; what the page has no place for goes behind the question mark."""
    return _pages.bind("").build(endpoint, values)
