"""A finished game stepped through, and what another choice would have brought: on this device alone, kept nowhere."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, make_response, render_template
from htmx_flask import request

from companion.games.types import IllegalMove, Refusal, parse_integer
from companion.records.scoring import standings
from companion.rendering import error_messages
from companion.table.commands.types import MANY
from companion.table.model import history, replay
from companion.table.model.history import PageRef
from companion.table.model.log import Played
from companion.table.model.player_view import Past, PlayerView
from companion.table.model.what_if import WhatIf, known, openly, otherwise, what_if
from companion.web.http import limits
from companion.web.http.locale import lang
from companion.web.live import public_page
from companion.web.live.viewer import Viewer
from companion.web.pages.errors import status_of
from companion.web.pages.history import watched

pages = Blueprint("replay", __name__)


@dataclass(frozen=True, slots=True)
class ReplayLinks:
    """Where a step lies among all: `number` of `of`, counted from 1, and the steps round it.

    `by`: whether all entries are told, or the payouts alone; `other` is the same place where it is the other way.
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


def _replayed(key: str) -> tuple[Viewer, PlayerView]:
    """The same as who looks at the history; but only of a game that is over, with all its pages."""
    now, seen = watched(key)
    if seen.scene != "over":
        raise IllegalMove("not-over")
    return now, seen


@pages.get("/t/<key>/replay")
def first(key: str) -> Response:
    """The table before anybody did anything."""
    return _step(key, replay.BEGUN)


@pages.get("/t/<key>/replay/<number>/<step>")
def step(key: str, number: str, step: str) -> Response:
    """The table as everybody saw it after an entry, or on a page of the payout that it brought."""
    return _step(key, (parse_integer(number, "act", 0, MANY), parse_integer(step, "step", 0, MANY)))


def _step(key: str, at: PageRef) -> Response:
    now, seen = _replayed(key)
    then = replay.at(seen, at)
    if then is None:
        abort(404)
    more = {
        "view": now,
        "player_view": then,
        "way": _way(seen, at),
        "one": history.told(then, at[0]),
        "may": _may(seen, at),
    }
    fragments = public_page.PublicPage(lang(), screen=now.screen).looked_back(then)
    fragments["entry"] = render_template("table/_replay_entry.html", player_view=then)
    fragments["replay"] = render_template("table/_replay.html", **more)
    if request.htmx:  # the page swaps its stage itself
        return make_response(public_page.full(fragments))
    return make_response(render_template("table/replay.html", fragments=fragments, **more))


def _way(seen: PlayerView, now: PageRef) -> ReplayLinks:
    by = "payouts" if request.args.get("by") == "payouts" else "entries"
    each = {"entries": replay.steps(seen), "payouts": replay.payouts(seen)}
    steps, others = each[by], each["entries" if by == "payouts" else "payouts"]
    at = next(place for place, step in enumerate(steps) if step >= now)
    back, forward = steps[max(at - 1, 0)], steps[min(at + (steps[at] == now), len(steps) - 1)]
    other = next(step for step in others if step >= now)
    return ReplayLinks(by, now, at + 1, len(steps), steps[0], back, forward, steps[-1], other)


def _may(seen: PlayerView, at: PageRef) -> int | None:
    """The entry of a step, where it was a choice that everybody knows and that could have been another."""
    played = replay.decided(seen, at)
    return played.number if played is not None and _form(seen, played) else None


def _form(seen: PlayerView, played: Played) -> str:
    """What an entry could have been, to be chosen; nothing where it could not."""
    if not known(seen, played):
        return ""
    asked = replace(seen, past=Past(None, None, anew=False, replayed=True), chance=openly)
    line, seat, before = seen.game.write(played.act.move), played.act.seat, seen.before(played.number)
    return render_template(
        "table/_otherwise.html", player_view=asked, played=played, line=line, seat=seat, before=before
    ).strip()


@pages.get("/t/<key>/what-if/<number>")
def ask(key: str, number: str) -> Response:
    """What else an entry could have been."""
    now, seen = _replayed(key)
    return _asked(now, seen, _played(seen, number))


@pages.post("/t/<key>/what-if/<number>")
def tell(key: str, number: str) -> Response:
    """What the rest would then have brought, reckoned for this answer alone."""
    limits.check_page()
    now, seen = _replayed(key)
    played = _played(seen, number)
    if not known(seen, played):
        return _asked(now, seen, played)
    try:
        found = what_if(seen, played, otherwise(seen, played, request.form.to_dict()))
    except Refusal as trouble:
        sentence = error_messages.format_error(seen.slug, trouble, seen.names, lang())
        return _asked(now, seen, played, sentence=sentence, status=status_of(trouble))
    return _asked(now, seen, played, found=found)


def _played(seen: PlayerView, number: str) -> Played:
    entry = parse_integer(number, "act", 1, MANY)
    return next((played for played in seen.played if played.number == entry), None) or abort(404)


def _asked(
    now: Viewer, seen: PlayerView, played: Played, *, found: WhatIf | None = None, sentence: str = "", status: int = 200
) -> Response:
    why, places = "", {}
    if found is not None:
        places = {"then": standings(found.then), "was": {seat: place for place, seat in standings(found.was)}}
    if found is not None and found.parted is not None and found.parted.trouble is not None:
        why = error_messages.format_error(seen.slug, found.parted.trouble, seen.names, lang())
    html = render_template(
        "table/what_if.html",
        view=now,
        player_view=seen,
        played=played,
        step=replay.step_of(seen, played),
        line=seen.game.write(played.act.move),
        form=_form(seen, played),
        found=found,
        why=why,
        sentence=sentence,
        **places,
    )
    return make_response(html, status)
