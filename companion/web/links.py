"""Addresses within this house, without a request: what is drawn for all is drawn for nobody's."""

import hashlib
from functools import cache, lru_cache

from flask import Flask
from werkzeug.routing import Map

from companion.paths import data_dir

_pages = Map()  # of every app of this process, since they are all alike


def learn(app: Flask) -> None:
    """Takes over the app's pages, once all of them are there."""
    global _pages
    _pages = app.url_map


@lru_cache(4096)
def url_for(endpoint: str, **values: str) -> str:
    """The path of a page; what the page has no place for goes behind the question mark."""
    return _pages.bind("").build(endpoint, values)


def asset(name: str) -> str:
    """The address of a static file, which changes with its content: it may be kept for ever."""
    return url_for("static", filename=name, v=_stamp(name))


def has_asset(name: str) -> bool:
    """Whether there is such a static file."""
    return bool(_stamp(name))


@cache
def _stamp(name: str) -> str:
    path = data_dir("static") / name
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10] if path.is_file() else ""
