"""Builds that are broken on purpose. Each must be caught, else a comparison without a difference proves nothing."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from flask import Flask, Response, current_app, request
from jinja2 import ChoiceLoader, DictLoader

from companion.games import GAMES, vabanque
from companion.printing import Sheet
from companion.record import Header, write
from companion.table import chair as chairs
from companion.table import log
from companion.table.chair import Chair
from companion.table.log import Play, Seen, Table
from companion.web import errors, fragments, stream
from tests.web.routes import NOBODYS_KEY
from tests.web.transcript import Build

Leak = Callable[[pytest.MonkeyPatch], Build | None]


def truth(key: str | None = None) -> Table:
    """The table with its secrets, which no page may ask for."""
    table: Table = current_app.config["DESK"].table(key or (request.view_args or {})["key"])
    return table


def played(table: Table) -> str:
    """Everything that was ever played, as it was."""
    return repr([play.act for play in table.plays])


def _key() -> str | None:
    key: str | None = (request.view_args or {}).get("key")
    return None if key == NOBODYS_KEY else key


def not_covered(patch: pytest.MonkeyPatch) -> None:
    """Cards are put down face up."""
    patch.setattr(vabanque, "cover", lambda move: move)


def true_state(patch: pytest.MonkeyPatch) -> None:
    """A chair is made from the true game."""
    patch.setattr(Table, "see", lambda table, _viewer: Seen(table.state, table.plays))


def cover_leaves_a_gap(patch: pytest.MonkeyPatch) -> None:
    """A covered trap is left out of the record instead of being hidden."""
    patch.setattr(Chair, "export", lambda chair: _export(chair, keep=lambda play: "trap" not in repr(play.act)))


def export_not_covered(patch: pytest.MonkeyPatch) -> None:
    """The record tells all."""
    patch.setattr(Chair, "export", lambda chair: _export(chair, keep=lambda play: bool(play)))


def _export(chair: Chair, keep: Callable[[Play], bool]) -> str:
    acts = [play.act for play in truth(chair.key).plays if keep(play)]
    return write(Header(chair.slug, chair.names, chair.options), acts)


def etag_of_the_log(_patch: pytest.MonkeyPatch) -> Build:
    """A fingerprint of the true log, to save bandwidth: a hand has only six orders."""
    return _after(lambda response, table: response.set_etag(sha256(played(table).encode()).hexdigest()))


def cookie(_patch: pytest.MonkeyPatch) -> Build:
    """A cookie remembers the log."""
    return _after(lambda response, table: response.set_cookie("last", str(len(played(table)))))


def length(_patch: pytest.MonkeyPatch) -> Build:
    """Only the length of an answer tells: blanks at its end, one for each letter that was played."""
    return _after(lambda response, table: response.set_data(response.get_data() + b" " * len(played(table))))


def status(_patch: pytest.MonkeyPatch) -> Build:
    """The status of the look tells of the last card."""

    def tell(response: Response, table: Table) -> None:
        if response.status_code == 200 and "trap" in played(table)[-200:]:
            response.status_code = 203

    return _after(tell)


def _after(tell: Callable[[Response, Table], None]) -> Build:
    def build(app: Flask) -> None:
        def told(response: Response) -> Response:
            view = request.view_args or {}
            if (
                request.method == "GET"
                and view.get("key", "a") != "a" * 13
                and "key" in view
                and not response.is_streamed
            ):
                tell(response, truth())
            return response

        app.after_request(told)

    return build


def kind_on_the_board(patch: pytest.MonkeyPatch) -> Build:
    """An attribute of the board holds the kind of each card, for a style sheet."""
    return _template(patch, "vabanque/_board.html", '<i data-kinds="{{ truth(chair.key).state.laid }}"></i>')


def ids_of_cards(patch: pytest.MonkeyPatch) -> Build:
    """Cards are listed by kind, so that their order tells."""
    listed = "{% for laid in truth(chair.key).state.laid | sort(attribute='card') %}{{ laid.seat }}{% endfor %}"
    return _template(patch, "vabanque/_people.html", listed)


def undo_tells(patch: pytest.MonkeyPatch) -> Build:
    """The button that takes back names what it takes back, on every phone."""
    return _template(patch, "vabanque/_turn.html", "{{ (truth(chair.key).plays | last).act if chair.plays }}")


def own_hand_on_the_page(patch: pytest.MonkeyPatch) -> Build:
    """The page of the seat to the left is drawn into one's own."""
    hand = "{{ chair.game.hand(truth(chair.key).state, 0, chair.luck) if chair.state }}"
    return _template(patch, "vabanque/_ask.html", hand)


def _template(patch: pytest.MonkeyPatch, name: str, more: str) -> Build:
    """Adds to a template, as somebody would who wants a small thing shown."""

    def build(app: Flask) -> None:
        env = app.jinja_env
        assert env.loader is not None
        source = env.loader.get_source(env, name)[0]
        patch.setitem(env.globals, "truth", truth)
        env.loader = app.jinja_loader = ChoiceLoader([DictLoader({name: source + more}), env.loader])

    return build


def facts_carry_the_card(patch: pytest.MonkeyPatch) -> Build:
    """What everybody knows of a card that was laid holds which it was, and a page shows the latest fact."""
    stepped = log._stepped

    def leaky(table: Table, viewer: int | None, seen: Seen, play: Play) -> Seen:
        after = stepped(table, viewer, seen, play)
        facts = tuple(
            replace(fact, casino=play.act.move)  # type: ignore[call-arg]
            for fact in play.facts
            if fact.word == "FaceDown"
        )
        return Seen(after.state, (*after.plays[:-1], replace(after.plays[-1], facts=facts or play.facts)))

    patch.setattr(log, "_stepped", leaky)
    return _template(patch, "table/_notices.html", "{{ (chair.plays | last).facts if chair.plays }}")


def stream_alone(patch: pytest.MonkeyPatch) -> None:
    """Pages are clean, but the stream sends a little more."""
    render_all = fragments.render_all

    def more(view: fragments.View) -> dict[str, str]:
        return render_all(view) | {
            "entry": f"<data>{sha256(played(truth(view.chair.key)).encode()).hexdigest()}</data>"
        }

    patch.setattr(stream, "render_all", more)


def look_at_another_seat(_patch: pytest.MonkeyPatch) -> Build:
    """The look request believes a seat that it was not asked by."""

    def build(app: Flask) -> None:
        def hand(key: str) -> str:
            table = truth(key)
            return "".join(
                repr(chairs.chair(table, seat).hand()) for seat in range(len(table.names)) if table.state is not None
            )

        app.view_functions["play.hand"] = hand

    return build


def error_tells(patch: pytest.MonkeyPatch) -> None:
    """The sentence of a refusal tells too much."""
    say = errors._say
    patch.setattr(errors, "_say", lambda sentence, code: say(sentence + _laid(), code))


def _laid() -> str:
    return played(truth()) if _key() else ""


def paper_alone(patch: pytest.MonkeyPatch) -> None:
    """Only the printed sheet tells."""

    def summary(chair: Chair, *, lang: str, paper: str, **_more: Any) -> Sheet:
        return Sheet(lang + played(truth(chair.key)), paper)

    patch.setattr("companion.printing.summary", summary)


def closed_cards_stay_known(patch: pytest.MonkeyPatch) -> Build:
    """After the payout a look still finds the own cards that nobody turned up."""
    stepped = log._stepped

    def knowing(table: Table, viewer: int | None, seen: Seen, play: Play) -> Seen:
        return stepped(replace(table, closed=frozenset()), viewer, seen, play)

    patch.setattr(log, "_stepped", knowing)
    return own_acts_in_the_hand(patch)


def own_acts_in_the_hand(patch: pytest.MonkeyPatch) -> Build:
    """No leak: the look shows what the chair knows of its own acts."""
    return _template(patch, "vabanque/_hand.html", "{{ chair.plays | map(attribute='act') | list }}")


def everything_opens(patch: pytest.MonkeyPatch) -> None:
    """The payout turns up all cards of the round, also where no pawn stands."""
    play = GAMES["vabanque"].play

    def opening(state: Any, seat: int | None, move: Any) -> Any:
        after, facts = play(state, seat, move)
        return after, tuple(replace(fact, opens=(*fact.opens, *fact.closes), closes=()) for fact in facts)

    patch.setattr(vabanque, "play", opening)


LEAKS: tuple[Leak, ...] = (
    not_covered,
    true_state,
    cover_leaves_a_gap,
    export_not_covered,
    etag_of_the_log,
    cookie,
    length,
    status,
    kind_on_the_board,
    ids_of_cards,
    undo_tells,
    own_hand_on_the_page,
    facts_carry_the_card,
    stream_alone,
    look_at_another_seat,
    error_tells,
    paper_alone,
    closed_cards_stay_known,
    everything_opens,
)
