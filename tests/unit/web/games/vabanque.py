"""Vabanque: what a page sends for a move, and leaks of three cards in six orders, some of them never revealed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from flask import Response

from companion.games import GAMES
from companion.games.types import IllegalMove, Seat
from companion.games.vabanque.moves import Chip, Chips, Lay, Move, Start
from companion.games.vabanque.moves import Step as Pawn
from companion.games.vabanque.presentation import hand
from companion.table.commands import correcting
from companion.table.model import log
from companion.table.model.log import Played, RedactedGame, Table
from companion.table.model.player_view import PlayerView, player_view
from tests.unit.web.secrecy.planting import (
    Build,
    Leak,
    Stepped,
    after_each_look,
    exported,
    more_in,
    played,
    steps_through,
    trace,
)

another = None
GUESSES = [{"slot": "1.cards.0.0", "do": "card", "place": place, "table": 1, "steps": 0} for place in (1, 2, 3)]


def form_of(table: Table, seat: Seat | None, move: Move) -> dict[str, object]:
    """The fields of the form. A card is named by its place in the hand, as it lies on this seat's phone."""
    match move:
        case Start(casino):
            return {"do": "start", "table": casino, "seat": seat}
        case Chip(casino):
            return {"do": "chip", "table": casino}
        case Chips(counts):
            return {"do": "chips"} | {f"table-{casino}": count for casino, count in counts}
        case Lay(card, casino):
            assert seat is not None
            left = hand(table.state, seat, player_view(table, seat).chance).cards
            return {"do": "card", "place": left.index(card) + 1, "table": casino}
        case Pawn(steps):
            return {"do": "move", "steps": steps}


def cover_leaves_a_gap(patch: pytest.MonkeyPatch) -> None:
    """A hidden trap is left out of the record."""
    patch.setattr(
        PlayerView,
        "export",
        lambda player_view: exported(player_view, keep=lambda played: "trap" not in repr(played.act)),
    )


def status(_patch: pytest.MonkeyPatch) -> Build:
    """The status of an answer depends on the last card."""

    def tell(response: Response, table: Table) -> None:
        if response.status_code == 200 and "trap" in played(table)[-200:]:
            response.status_code = 203

    return after_each_look(tell)


def kind_on_the_board(patch: pytest.MonkeyPatch) -> Build:
    """An attribute of the board holds the kind of each card, for a style sheet."""
    return more_in(patch, "vabanque/_board.html", '<i data-kinds="{{ truth(player_view.key).state.laid }}"></i>')


def ids_of_cards(patch: pytest.MonkeyPatch) -> Build:
    """Cards are listed by kind, so that their order tells."""
    listed = "{% for laid in truth(player_view.key).state.laid | sort(attribute='card') %}{{ laid.seat }}{% endfor %}"
    return more_in(patch, "vabanque/_people.html", listed)


def facts_carry_the_card(patch: pytest.MonkeyPatch) -> Build:
    """The public event of a laid card holds the card, and a page shows the latest event."""

    def telling(stepped: Stepped) -> Stepped:
        def step(table: Table, viewer: int | None, seen: RedactedGame, played: Played) -> RedactedGame:
            after = stepped(table, viewer, seen, played)
            laid = [fact for fact in played.facts if fact.word == "FaceDown"]
            facts = tuple(replace(fact, casino=played.act.move) for fact in laid)  # type: ignore[call-arg]
            return RedactedGame(
                after.state, (*after.played[:-1], replace(after.played[-1], facts=facts or played.facts))
            )

        return step

    steps_through(patch, telling)
    return more_in(patch, "table/_notices.html", "{{ (player_view.played | last).facts if player_view.played }}")


def closed_cards_stay_known(patch: pytest.MonkeyPatch) -> Build:
    """After the payout a look still shows the own cards that were never revealed."""

    play_to_run = log._add_revealed
    patch.setattr(log, "_add_revealed", lambda table, facts: replace(play_to_run(table, facts), discarded=frozenset()))
    return own_acts_in_the_hand(patch)


def own_acts_in_the_hand(patch: pytest.MonkeyPatch) -> Build:
    """No leak: the look shows the own moves."""
    return more_in(patch, "vabanque/_hand.html", "{{ player_view.played | map(attribute='act') | list }}")


def everything_opens(patch: pytest.MonkeyPatch) -> None:
    """The payout reveals all cards, also without a pawn."""
    game = GAMES["vabanque"]
    play = game.play

    def opening(state: Any, seat: int | None, move: Any) -> Any:
        after, facts = play(state, seat, move)
        return after, tuple(replace(fact, reveals=(*fact.reveals, *fact.discards), discards=()) for fact in facts)

    patch.setitem(GAMES, "vabanque", replace(game, play=opening))


def a_correction_depends_on_what_lies_face_down(patch: pytest.MonkeyPatch) -> None:
    """Hidden cards decide whether the host may propose a correction."""
    proposal = correcting.proposal_body

    def judged(table: Table, played: Played, line: Mapping[str, object]) -> dict[str, object]:
        if trace(table) % 2:
            raise IllegalMove("not-then")
        return proposal(table, played, line)

    patch.setattr(correcting, "proposal_body", judged)


LEAKS: tuple[Leak, ...] = (
    a_correction_depends_on_what_lies_face_down,
    cover_leaves_a_gap,
    status,
    kind_on_the_board,
    ids_of_cards,
    facts_carry_the_card,
    closed_cards_stay_known,
    everything_opens,
)
