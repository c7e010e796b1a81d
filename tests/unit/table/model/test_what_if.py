"""One choice is changed, and the rest of the game is replayed as far as the rules allow."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.types import Refusal, Unseen
from companion.games.vabanque.moves import Lay, Step
from companion.records import record
from companion.records.record import Act, Header
from companion.records.scoring import build_result
from companion.table.model.log import Played
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.what_if import WhatIf, is_known_choice, other_move, what_if
from tests.support.cast import CAST
from tests.unit.games.playing import Played as Game
from tests.unit.games.playing import games, whole_game
from tests.unit.games.toy import Bid, Turn
from tests.unit.table.random_logs import few
from tests.unit.web.support.moments import tables

every_game = pytest.mark.parametrize("slug", GAMES)
TRIED = 6


def ended(data: st.DataObject, slug: str) -> PlayerView:
    """Nobody's view at the end of a game."""
    return player_view(list(tables(data.draw(games(slug))))[-1])


def some(player_view: PlayerView, luck: Random) -> list[Played]:
    """Some moves that everybody knows."""
    acts = [played for played in player_view.played if is_known_choice(player_view, played)]
    return luck.sample(acts, min(TRIED, len(acts)))


def another(player_view: PlayerView, played: Played, luck: Random) -> Any:
    """Another answer to the same decision; the same where there is none."""
    before, do = player_view.before(played.number), player_view.game.write(played.act.move)["do"]
    ask = next(ask for ask in player_view.game.asks(before) if (ask.seat, ask.do) == (played.act.seat, do))
    return player_view.game.suggest(before, ask, luck)


def changed(player_view: PlayerView, played: Played, move: Any) -> list[bytes]:
    """The public record, with this move changed."""
    acts = [Act(one.act.seat, move if one is played else one.act.move) for one in player_view.played]
    return (
        record.write(Header(player_view.slug, player_view.names, player_view.options), acts)
        .encode()
        .splitlines(keepends=True)
    )


@every_game
@few
@given(data=st.data())
def test_same_choice_changes_nothing(slug: str, data: st.DataObject) -> None:
    end = ended(data, slug)
    for played in some(end, Random(data.draw(st.integers(0, 99)))):
        found = what_if(end, played, played.act.move)
        assert found.divergence is None
        assert found.payouts == ()
        assert found.was == found.then == end.scores
        assert found.line == end.game.write(played.act.move)


@every_game
@few
@given(data=st.data())
def test_other_choice_scores_as_the_changed_record(slug: str, data: st.DataObject) -> None:
    end, luck = ended(data, slug), Random(data.draw(st.integers(0, 99)))
    for played in some(end, luck):
        move = another(end, played, luck)
        found = what_if(end, played, move)
        if found.divergence is not None and found.divergence.why == "choice":  # a record holds it like any other move
            assert found.divergence.played.forced
            assert somebodys_choice(end, the_other_game(end, found), found.divergence.played)
            continue
        try:
            scored = build_result(record.read(changed(end, played, move)))
        except record.BadRecord as bad:
            there = end.played[bad.line - 2]
            if not makes_itself(end, played, move, bad.line - 2):
                (falls_away if there.forced else parted_there)(end, found, bad)
            continue
        assert list(scored["money"].values()) == list(found.then)  # type: ignore[attr-defined]  # a mapping
        assert scored["finished"] == (found.divergence is None)
        assert found.was == end.scores


def makes_itself(end: PlayerView, changed: Played, move: Any, ply: int) -> bool:
    """Whether another forced move would have come first, which the record does not hold."""
    acts = [Act(one.act.seat, move if one is changed else one.act.move) for one in end.played[:ply]]
    return end.game.forced(played_so(end, acts)) is not None


def the_other_game(end: PlayerView, found: WhatIf) -> Any:
    """The state just before the games part, without forced moves that would not have come again."""
    assert found.divergence is not None
    state = end.game.start(len(end.people), end.options)
    for one in end.played[: end.played.index(found.divergence.played)]:
        move = end.game.read(found.line) if one is found.played else one.act.move
        act = end.game.next_automatic_move(state) if one.forced else (one.act.seat, move)
        state = state if one.forced else end.game.play_forced(state)
        state = end.game.play(state, *act)[0] if act else state
    return state


def somebodys_choice(end: PlayerView, state: Any, played: Played) -> bool:
    """Whether the same seat would be asked for the same kind of move."""
    do = end.game.write(played.act.move)["do"]
    return any((ask.seat, ask.do) == (played.act.seat, do) for ask in end.game.asks(state))


def played_so(end: PlayerView, acts: Sequence[Act]) -> Any:
    """The state after these moves."""
    state = end.game.start(len(end.people), end.options)
    for act in acts:
        state, _ = end.game.play(state, act.seat, act.move)
    return state


def falls_away(end: PlayerView, found: WhatIf, bad: record.BadRecord) -> None:
    """A forced move that nobody would have been asked for is skipped, and the other game goes on."""
    ply = bad.line - 2
    acts = [Act(one.act.seat, end.game.read(found.line) if one is found.played else one.act.move) for one in end.played]
    assert not somebodys_choice(end, played_so(end, acts[:ply]), end.played[ply])
    assert found.divergence is None or end.played.index(found.divergence.played) > ply


def parted_there(end: PlayerView, found: WhatIf, bad: record.BadRecord) -> None:
    """The record is refused at the entry at which the games part, for the same reason."""
    assert found.divergence is not None
    assert found.divergence.played is end.played[bad.line - 2]
    assert (found.divergence.why == "over") == (bad.error.reason == "over")
    assert (found.divergence.why == "unseen") == isinstance(bad.error, Unseen)
    if found.divergence.trouble is not None:
        assert (found.divergence.trouble.reason, found.divergence.trouble.params) == (
            bad.error.reason,
            bad.error.params,
        )


@every_game
@few
@given(data=st.data())
def test_changed_payouts_add_up_to_the_difference(slug: str, data: st.DataObject) -> None:
    end, luck = ended(data, slug), Random(data.draw(st.integers(0, 99)))
    for played in some(end, luck):
        found = what_if(end, played, another(end, played, luck))
        if found.divergence is not None:
            continue
        for seat in range(len(end.people)):
            more = sum(one.then[seat] - one.was[seat] for one in found.payouts)
            assert more == found.then[seat] - found.was[seat]
        assert all(one.number >= played.number for one in found.payouts)


def low_bid(*acts: Act) -> PlayerView:
    """Nobody's view at the end of a game of Low Bid."""
    header = Header("toy", CAST[:3], {"rounds": 1})
    return player_view(list(tables(Game(header, 0, GAMES["toy"], (), acts, (), ())))[-1])


BIDS = (Act(0, Bid(3)), Act(1, Bid(5)), Act(2, Bid(7)), Act(None, Turn("lowest")))


def test_revealed_bid_can_be_changed() -> None:
    end = low_bid(*BIDS)
    assert end.scores == (3, 0, 0)
    found = what_if(end, end.played[0], other_move(end, end.played[0], {"do": "bid", "number": "5"}))
    assert (found.was, found.then) == ((3, 0, 0), (0, 0, 7))
    assert [(one.round, one.was, one.then) for one in found.payouts] == [(0, (3, 0, 0), (0, 0, 7))]
    assert found.divergence is None
    other = other_move(end, end.played[3], {"do": "turn", "which": "highest"})
    assert what_if(end, end.played[3], other).then == (0, 0, 7)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "not-one-of"),
        ({"do": "turn", "which": "lowest"}, "not-one-of"),
        ({"do": "bid"}, "missing-key"),
        ({"do": "bid", "number": "hidden"}, "not-integer"),
        ({"do": "bid", "number": "11"}, "out-of-range"),
        ({"do": "bid", "number": "3"}, "nothing-corrected"),
    ],
)
def test_impossible_or_same_choice_is_refused(fields: dict[str, str], reason: str) -> None:
    end = low_bid(*BIDS)
    with pytest.raises(Refusal) as refused:
        other_move(end, end.played[0], fields)
    assert refused.value.reason == reason


def test_hidden_card_ends_what_can_be_told() -> None:
    end = player_view(list(tables(whole_game("vabanque", 3, {}, 1)))[-1])
    hidden = [played for played in end.played if isinstance(played.act.move, Lay) and played.act.move.card == "hidden"]
    assert hidden
    assert not any(is_known_choice(end, played) for played in hidden)
    there = next(played for played in end.played if isinstance(played.act.move, Step))
    found = [what_if(end, there, Step(steps)) for steps in range(5)]
    parted = [one.divergence for one in found if one.divergence is not None]
    assert [one.why for one in parted if isinstance(one.trouble, Unseen)]
    assert all(one.why == "unseen" for one in parted if isinstance(one.trouble, Unseen))


def test_forced_move_cannot_be_changed() -> None:
    end = low_bid(*BIDS)
    assert is_known_choice(end, end.played[3])
    assert not is_known_choice(end, replace(end.played[3], forced=True))
