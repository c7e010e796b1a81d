"""Helpers to break a build on purpose: the true table, and ways to let it out."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from zlib import crc32

import pytest
from flask import Flask, Response, current_app, request
from jinja2 import ChoiceLoader, DictLoader, Environment

from companion.games.types import Seat
from companion.records.record import Header, write
from companion.rendering import templating
from companion.table.model import log
from companion.table.model.log import Played, RedactedGame, Table
from companion.table.model.player_view import PlayerView
from companion.web.live import public_page

Build = Callable[[Flask], None]
Leak = Callable[[pytest.MonkeyPatch], Build | None]
"""Patches modules; returns what must be done to the app."""

NOBODYS_KEY = "a" * 13
Stepped = Callable[[Table, Seat | None, RedactedGame, Played], RedactedGame]


def truth(key: str | None = None) -> Table:
    """The table with its secrets."""
    table: Table = current_app.config["SERVICE"].table(key or (request.view_args or {})["key"])
    return table


def played(table: Table) -> str:
    """All moves, not redacted."""
    return repr([played.act for played in table.played])


def trace(table: Table) -> int:
    """A small number that depends on hidden choices."""
    return crc32(played(table).encode()) % 997


def after_each_look(tell: Callable[[Response, Table], None]) -> Build:
    """Change every answer that shows a table."""

    def build(app: Flask) -> None:
        def told(response: Response) -> Response:
            key = (request.view_args or {}).get("key")
            if request.method == "GET" and key not in (None, NOBODYS_KEY) and not response.is_streamed:
                tell(response, truth())
            return response

        app.after_request(told)

    return build


def more_in(patch: pytest.MonkeyPatch, name: str, more: str) -> Build:
    """Add to a template of the public page or of a hand."""

    def build(app: Flask) -> None:
        @cache
        def planted(lang: str) -> Environment:
            env = clean(lang)
            assert env.loader is not None
            env.globals["truth"] = app.config["SERVICE"].table
            source = env.loader.get_source(env, name)[0]
            env.loader = ChoiceLoader([DictLoader({name: source + more}), env.loader])
            return env

        clean = public_page.environment.__wrapped__
        patch.setattr(public_page, "environment", planted)

    return build


@contextmanager
def drawn_from(patch: pytest.MonkeyPatch, sources: Callable[[Environment], Mapping[str, str]]) -> Iterator[None]:
    """Draw pages, sentences and paper with other templates."""
    made = templating.create_environment

    def planted(lang: str, *, autoescape: bool) -> Environment:
        env = made(lang, autoescape=autoescape)
        assert env.loader is not None
        env.loader = ChoiceLoader([DictLoader(sources(env)), env.loader])
        return env

    planted("en", autoescape=True)  # what is not there cannot be planted, and that is no error a law has caught
    patch.setattr(templating, "create_environment", planted)
    caches = (
        templating.html_environment,
        templating.text_environment,
        public_page.environment,
        public_page._fragment,
        public_page._template,
        public_page._is_plain,
    )
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


def exported(player_view: PlayerView, keep: Callable[[Played], bool]) -> str:
    """A record of the true log."""
    acts = [played.act for played in truth(player_view.key).played if keep(played)]
    return write(Header(player_view.slug, player_view.names, player_view.options), acts)


def steps_through(patch: pytest.MonkeyPatch, stepping: Callable[[Stepped], Stepped]) -> None:
    """Change how the log is replayed for viewers."""
    patch.setattr(log, "_play_redacted", stepping(log._play_redacted))
