"""Addresses within this house, without a request: what is drawn for all is drawn for nobody's."""

from functools import lru_cache
from typing import Any

from flask import Flask
from werkzeug.routing import Map

from companion.games import GAMES
from companion.games.types import format_for_record
from companion.printing import material
from companion.table.model.player_view import PlayerView

_pages = Map()  # of every app of this process, since they are all alike


def learn(app: Flask) -> None:
    """Takes over the app's pages, once all of them are there."""
    global _pages
    _pages = app.url_map


@lru_cache(4096)
def url_for(endpoint: str, **values: str) -> str:
    """The path of a page; what the page has no place for goes behind the question mark."""
    return _pages.bind("").build(endpoint, values)


def material_links(player_view: PlayerView | None = None) -> list[tuple[str, str]]:
    """The games with material to print, and where: all of them, or the one of a table, preset as it is played."""
    slugs = material.games() if player_view is None else [slug for slug in material.games() if slug == player_view.slug]
    return [(GAMES[slug].title, url_for("material.choose", slug=slug, **_preset(slug, player_view))) for slug in slugs]


def _preset(slug: str, player_view: PlayerView | None) -> dict[str, Any]:
    """A table's choices, and as `players` how many sit there, as far as they can be chosen for the material."""
    if player_view is None:
        return {}
    played = {**player_view.house_rules, **player_view.preferences, "players": len(player_view.people)}
    choices = GAMES[slug].box.choices
    return {key: format_for_record(value) for key, value in played.items() if value in choices.get(key, ())}
