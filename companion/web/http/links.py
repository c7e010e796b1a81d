"""URLs of our pages, built without a request, since public pages are rendered outside of any."""

from functools import lru_cache
from typing import Any

from flask import Flask
from werkzeug.routing import Map

from companion.games import GAMES
from companion.games.types import format_for_record
from companion.printing import material
from companion.table.model.player_view import PlayerView

_url_map = Map()  # that of the latest app: all apps of a process have the same pages


def use_url_map(app: Flask) -> None:
    """Build URLs from the app's pages. Call it after all blueprints are registered."""
    global _url_map
    _url_map = app.url_map


@lru_cache(4096)
def url_for(endpoint: str, **values: str) -> str:
    """Return the path of a page, with values that are not part of the path as query string."""
    return _url_map.bind("").build(endpoint, values)


def material_links(player_view: PlayerView | None = None) -> list[tuple[str, str]]:
    """Return (game title, URL) of printable material: of all games, or of a table's game with its options preset."""
    slugs = (
        material.games_with_material()
        if player_view is None
        else [slug for slug in material.games_with_material() if slug == player_view.slug]
    )
    return [
        (GAMES[slug].title, url_for("prints.choose_material", slug=slug, **_preset(slug, player_view)))
        for slug in slugs
    ]


def _preset(slug: str, player_view: PlayerView | None) -> dict[str, Any]:
    """Return a table's options and number of players, as far as the material has such options."""
    if player_view is None:
        return {}
    played = {**player_view.house_rules, **player_view.preferences, "players": len(player_view.people)}
    choices = GAMES[slug].box.choices
    return {key: format_for_record(value) for key, value in played.items() if value in choices.get(key, ())}
