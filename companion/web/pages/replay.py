"""The replay of a finished game step by step, and *What if*: other choices. Nothing of it is stored."""

from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.games.types import IllegalMove, Refusal, parse_integer
from companion.records.scoring import standings
from companion.rendering import error_messages
from companion.table.commands.types import MAX_NUMBER
from companion.table.model import history, replay
from companion.table.model.history import PageRef
from companion.table.model.log import Played
from companion.table.model.player_view import Past, PlayerView
from companion.table.model.what_if import WhatIf, is_known_choice, other_move, public_random, what_if
from companion.web.http import limits
from companion.web.http.locale import lang
from companion.web.live import public_page
from companion.web.live.viewer import Viewer
from companion.web.pages.errors import status_of
from companion.web.pages.history import past_viewer

pages = Blueprint("replay", __name__)


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """The position of a step (`number` of `of`, counted from 1) and the steps to go to.

    `by` is "entries" or "payouts", whichever are stepped through; `other` is the same place by the other.
    """

    by: str
    now: PageRef
    number: int
    of: int
    first: PageRef
    back: PageRef
    forward: PageRef
    last: PageRef
    other: PageRef


def _finished(key: str) -> tuple[Viewer, PlayerView]:
    """Return the viewer and the public view of a finished game. Raises IllegalMove for others."""
    view, game = past_viewer(key)
    if game.scene != "over":
        raise IllegalMove("not-over")
    return view, game


@pages.get("/t/<key>/replay")
def first(key: str) -> str:
    return _show_step(key, replay.BEGUN)


@pages.get("/t/<key>/replay/<number>/<step>")
def step(key: str, number: str, step: str) -> str:
    """Show the table as everybody saw it after an entry, or on a page of the payout after it."""
    return _show_step(key, (parse_integer(number, "act", 0, MAX_NUMBER), parse_integer(step, "step", 0, MAX_NUMBER)))


def _show_step(key: str, at: PageRef) -> str:
    view, game = _finished(key)
    past = replay.view_at_step(game, at)
    if past is None:
        abort(404)
    played = replay.decided_move(game, at)
    values = {
        "view": view,
        "player_view": past,
        "links": _links(game, at),
        "item": history.history_item(past, at[0]),
        "changeable": played.number if played is not None and _what_if_form(game, played) else None,
    }
    fragments = public_page.PublicPage(lang(), screen=view.screen).past_fragments(past)
    fragments["entry"] = render_template("table/_replay_entry.html", player_view=past)
    fragments["replay"] = render_template("table/_replay.html", **values)
    if request.htmx:
        return public_page.as_partials(fragments)
    return render_template("table/replay.html", fragments=fragments, **values)


def _links(game: PlayerView, now: PageRef) -> ReplayLinks:
    by = "payouts" if request.args.get("by") == "payouts" else "entries"
    each = {"entries": replay.replay_steps(game), "payouts": replay.payout_steps(game)}
    steps, others = each[by], each["entries" if by == "payouts" else "payouts"]
    at = next(place for place, step in enumerate(steps) if step >= now)
    back, forward = steps[max(at - 1, 0)], steps[min(at + (steps[at] == now), len(steps) - 1)]
    other = next(step for step in others if step >= now)
    return ReplayLinks(by, now, at + 1, len(steps), steps[0], back, forward, steps[-1], other)


def _what_if_form(game: PlayerView, played: Played) -> str:
    """Render the other choices that a move had; empty if it had none, or was never revealed."""
    if not is_known_choice(game, played):
        return ""
    return render_template(
        "table/_otherwise.html",
        player_view=replace(game, past=Past(None, None, anew=False, replayed=True), chance=public_random),
        played=played,
        line=game.game.write(played.act.move),
        seat=played.act.seat,
        before=game.before(played.number),
    ).strip()


@pages.get("/t/<key>/what-if/<number>")
def choose_alternative(key: str, number: str) -> str:
    """Show what else a player could have chosen."""
    view, game = _finished(key)
    return _what_if_page(view, game, _played(game, number))


@pages.post("/t/<key>/what-if/<number>")
def show_alternative(key: str, number: str) -> ResponseReturnValue:
    """Show how the game would have ended with another choice."""
    limits.check_page()
    view, game = _finished(key)
    played = _played(game, number)
    if not is_known_choice(game, played):
        return _what_if_page(view, game, played)
    try:
        found = what_if(game, played, other_move(game, played, request.form.to_dict()))
    except Refusal as error:
        return _what_if_page(view, game, played, sentence=_sentence(game, error)), status_of(error)
    return _what_if_page(view, game, played, found=found)


def _played(game: PlayerView, number: str) -> Played:
    entry = parse_integer(number, "act", 1, MAX_NUMBER)
    return next((played for played in game.played if played.number == entry), None) or abort(404)


def _sentence(game: PlayerView, error: Refusal) -> str:
    return error_messages.format_error(game.slug, error, game.names, lang())


def _what_if_page(
    view: Viewer, game: PlayerView, played: Played, *, found: WhatIf | None = None, sentence: str = ""
) -> str:
    why, places = "", {}
    if found is not None:
        places = {"then": standings(found.then), "was": {seat: place for place, seat in standings(found.was)}}
        if found.divergence is not None and found.divergence.trouble is not None:
            why = _sentence(game, found.divergence.trouble)
    return render_template(
        "table/what_if.html",
        view=view,
        player_view=game,
        played=played,
        step=replay.step_of(game, played),
        line=game.game.write(played.act.move),
        form=_what_if_form(game, played),
        found=found,
        why=why,
        sentence=sentence,
        **places,
    )
