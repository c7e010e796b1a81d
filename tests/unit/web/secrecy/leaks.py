"""Builds broken on purpose: each leak of any game must be caught. A game's module names leaks of its own."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from flask import Flask, request

from companion.games import GAMES
from companion.printing.client import Sheet
from companion.table.model import history
from companion.table.model import player_view as chairs
from companion.table.model.log import RedactedGame, Table
from companion.table.model.player_view import PlayerView
from companion.web.live.broadcast import Broadcast, Message
from companion.web.pages import errors
from tests.unit.web.secrecy.planting import (
    NOBODYS_KEY,
    Build,
    Leak,
    after_each_look,
    exported,
    more_in,
    played,
    trace,
    truth,
)


def not_covered(patch: pytest.MonkeyPatch) -> None:
    """Hidden choices are not redacted."""
    for slug, game in list(GAMES.items()):
        patch.setitem(GAMES, slug, replace(game, redact=lambda move: move))


def true_state(patch: pytest.MonkeyPatch) -> None:
    """Views are made from the true game."""
    patch.setattr(Table, "redacted_for", lambda table, _viewer: RedactedGame(table.state, table.played))


def export_not_covered(patch: pytest.MonkeyPatch) -> None:
    """The record has all choices."""
    patch.setattr(PlayerView, "export", lambda player_view: exported(player_view, keep=bool))


def etag_of_the_log(_patch: pytest.MonkeyPatch) -> Build:
    """A fingerprint of the true log, to save bandwidth: a hidden choice has only a few values."""
    return after_each_look(lambda response, table: response.set_etag(sha256(played(table).encode()).hexdigest()))


def cookie(_patch: pytest.MonkeyPatch) -> Build:
    """A cookie remembers the log."""
    return after_each_look(lambda response, table: response.set_cookie("last", str(trace(table))))


def length(_patch: pytest.MonkeyPatch) -> Build:
    """The length of an answer depends on a choice: blanks at its end."""
    return after_each_look(lambda response, table: response.set_data(response.get_data() + b" " * trace(table)))


def undo_tells(patch: pytest.MonkeyPatch) -> Build:
    """Every phone names the latest move."""
    return more_in(
        patch, "table/_notices.html", "{{ (truth(player_view.key).played | last).act if player_view.played }}"
    )


def own_hand_on_the_page(patch: pytest.MonkeyPatch) -> Build:
    """The hand of a seat is drawn into everybody's page."""
    hand = "{{ player_view.game.hand(truth(player_view.key).state, seat, player_view.chance) }}"
    hands = f"{{% for seat in range(player_view.people | length) %}}{hand}{{% endfor %}}"
    return more_in(patch, "table/_notices.html", f"{{% if player_view.state %}}{hands}{{% endif %}}")


def stream_alone(patch: pytest.MonkeyPatch) -> None:
    """Pages are clean, but the stream sends a little more."""
    join = Broadcast.join

    def more(broadcast: Broadcast) -> tuple[int, Message]:
        count, _ = join(broadcast)
        text = f": {trace(broadcast._service.table(broadcast._key))}\n\n".encode()
        return count, Message(text, text)

    patch.setattr(Broadcast, "join", more)


def look_at_another_seat(_patch: pytest.MonkeyPatch) -> Build:
    """The look request shows every seat."""

    def build(app: Flask) -> None:
        def hand(key: str) -> str:
            table = truth(key)
            seats = range(len(table.names) if table.state is not None else 0)
            return "".join(repr(chairs.player_view(table, seat).hand()) for seat in seats)

        app.view_functions["play.hand"] = hand

    return build


def error_tells(patch: pytest.MonkeyPatch) -> None:
    """A refusal quotes the log."""
    respond = errors._respond
    patch.setattr(errors, "_respond", lambda sentence, *rest: respond(sentence + _asked_of(), *rest))


def _asked_of() -> str:
    key = (request.view_args or {}).get("key")
    return played(truth()) if key not in (None, NOBODYS_KEY) else ""


def history_alone(patch: pytest.MonkeyPatch) -> None:
    """The history is made from the true log."""
    rounds = history.history_by_round
    patch.setattr(
        history,
        "history_by_round",
        lambda player_view: rounds(replace(player_view, played=truth(player_view.key).played)),
    )


def paper_alone(patch: pytest.MonkeyPatch) -> None:
    """Only the printed sheet quotes the log."""

    def summary(player_view: PlayerView, *, lang: str, paper: str, **_more: Any) -> Sheet:
        return Sheet(lang + played(truth(player_view.key)), paper)

    patch.setattr("companion.printing.documents.summary", summary)


LEAKS: tuple[Leak, ...] = (
    not_covered,
    true_state,
    export_not_covered,
    etag_of_the_log,
    cookie,
    length,
    undo_tells,
    own_hand_on_the_page,
    stream_alone,
    look_at_another_seat,
    error_tells,
    history_alone,
    paper_alone,
)
