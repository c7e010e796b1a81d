"""What if: one choice changed, and the rest as it was, as far as the rules take it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.banque_fatale.moves import Bid as Hand
from companion.games.banque_fatale.moves import Take
from companion.games.types import Refusal, Unseen
from companion.games.vabanque.moves import Lay, Step
from companion.games.wetten.moves import RaceCard
from companion.records import record
from companion.records.record import Act, Header
from companion.records.scoring import build_result
from companion.table.model.log import Played
from companion.table.model.player_view import PlayerView, player_view
from companion.table.model.what_if import WhatIf, known, otherwise, what_if
from tests.support.cast import CAST
from tests.unit.games.playing import Played as Game
from tests.unit.games.playing import games, whole_game
from tests.unit.games.toy import Bid, Turn
from tests.unit.table.evenings import few
from tests.unit.web.support.moments import tables

every_game = pytest.mark.parametrize("slug", GAMES)
TRIED = 12


def ended(data: st.DataObject, slug: str) -> PlayerView:
    """Nobody's chair at the end of a game."""
    return player_view(list(tables(data.draw(games(slug))))[-1])


def some(player_view: PlayerView, luck: Random) -> list[Played]:
    """Entries that everybody knows, a few of each kind."""
    acts = [played for played in player_view.played if known(player_view, played)]
    return luck.sample(acts, min(TRIED, len(acts)))


def another(player_view: PlayerView, played: Played, luck: Random) -> Any:
    """Another answer to what was asked then; the same where there is none."""
    before, do = player_view.before(played.number), player_view.game.write(played.act.move)["do"]
    ask = next(ask for ask in player_view.game.asks(before) if (ask.seat, ask.do) == (played.act.seat, do))
    return player_view.game.suggest(before, ask, luck)


def changed(player_view: PlayerView, played: Played, move: Any) -> list[bytes]:
    """The record that everybody may have, with that entry otherwise."""
    acts = [Act(one.act.seat, move if one is played else one.act.move) for one in player_view.played]
    return (
        record.write(Header(player_view.slug, player_view.names, player_view.options), acts)
        .encode()
        .splitlines(keepends=True)
    )


@every_game
@few
@given(data=st.data())
def test_with_the_choice_as_it_was_all_is_as_it_was(slug: str, data: st.DataObject) -> None:
    end = ended(data, slug)
    for played in some(end, Random(data.draw(st.integers(0, 99)))):
        found = what_if(end, played, played.act.move)
        assert found.parted is None
        assert found.payouts == ()
        assert found.was == found.then == end.scores
        assert found.line == end.game.write(played.act.move)


@every_game
@few
@given(data=st.data())
def test_with_another_choice_all_is_as_the_changed_record_scores(slug: str, data: st.DataObject) -> None:
    end, luck = ended(data, slug), Random(data.draw(st.integers(0, 99)))
    for played in some(end, luck):
        move = another(end, played, luck)
        found = what_if(end, played, move)
        if found.parted is not None and found.parted.why == "choice":  # a record holds a choice as any other
            assert found.parted.played.forced
            assert somebodys_choice(end, the_other_game(end, found), found.parted.played)
            continue
        try:
            scored = build_result(record.read(changed(end, played, move)))
        except record.BadRecord as bad:
            there = end.played[bad.line - 2]
            if not makes_itself(end, played, move, bad.line - 2):
                (falls_away if there.forced else parted_there)(end, found, bad)
            continue
        assert list(scored["money"].values()) == list(found.then)  # type: ignore[attr-defined]  # a mapping
        assert scored["finished"] == (found.parted is None)
        assert found.was == end.scores


def makes_itself(end: PlayerView, changed: Played, move: Any, ply: int) -> bool:
    """Whether something else would have made itself by then, or before it: a record holds only what was."""
    acts = [Act(one.act.seat, move if one is changed else one.act.move) for one in end.played[:ply]]
    return end.game.forced(played_so(end, acts)) is not None


def the_other_game(end: PlayerView, found: WhatIf) -> Any:
    """Just before the games part: of what made itself then only that which would have done so again."""
    assert found.parted is not None
    state = end.game.start(len(end.people), end.options)
    for one in end.played[: end.played.index(found.parted.played)]:
        move = end.game.read(found.line) if one is found.played else one.act.move
        act = end.game.next_automatic_move(state) if one.forced else (one.act.seat, move)
        state = state if one.forced else end.game.play_forced(state)
        state = end.game.play(state, *act)[0] if act else state
    return state


def somebodys_choice(end: PlayerView, state: Any, played: Played) -> bool:
    """Whether the same seat would be asked for what an entry was."""
    do = end.game.write(played.act.move)["do"]
    return any((ask.seat, ask.do) == (played.act.seat, do) for ask in end.game.asks(state))


def played_so(end: PlayerView, acts: Sequence[Act]) -> Any:
    """What comes of these acts from the beginning."""
    state = end.game.start(len(end.people), end.options)
    for act in acts:
        state, _ = end.game.play(state, act.seat, act.move)
    return state


def falls_away(end: PlayerView, found: WhatIf, bad: record.BadRecord) -> None:
    """What made itself then, and that nobody would have been asked for, is passed over: the other game goes on."""
    ply = bad.line - 2
    acts = [Act(one.act.seat, end.game.read(found.line) if one is found.played else one.act.move) for one in end.played]
    assert not somebodys_choice(end, played_so(end, acts[:ply]), end.played[ply])
    assert found.parted is None or end.played.index(found.parted.played) > ply


def parted_there(end: PlayerView, found: WhatIf, bad: record.BadRecord) -> None:
    """The record is refused at the entry at which the games part, for the same reason."""
    assert found.parted is not None
    assert found.parted.played is end.played[bad.line - 2]
    assert (found.parted.why == "over") == (bad.error.reason == "over")
    assert (found.parted.why == "unseen") == isinstance(bad.error, Unseen)
    if found.parted.trouble is not None:
        assert (found.parted.trouble.reason, found.parted.trouble.blanks) == (bad.error.reason, bad.error.blanks)


@every_game
@few
@given(data=st.data())
def test_payouts_that_come_out_differently_add_up_to_the_difference(slug: str, data: st.DataObject) -> None:
    end, luck = ended(data, slug), Random(data.draw(st.integers(0, 99)))
    for played in some(end, luck):
        found = what_if(end, played, another(end, played, luck))
        if found.parted is not None:
            continue
        for seat in range(len(end.people)):
            more = sum(one.then[seat] - one.was[seat] for one in found.payouts)
            assert more == found.then[seat] - found.was[seat]
        assert all(one.number >= played.number for one in found.payouts)


def low_bid(*acts: Act) -> PlayerView:
    """Nobody's chair at the end of a game of rules alone."""
    header = Header("toy", CAST[:3], {"rounds": 1})
    return player_view(list(tables(Game(header, 0, GAMES["toy"], (), acts, (), ())))[-1])


BIDS = (Act(0, Bid(3)), Act(1, Bid(5)), Act(2, Bid(7)), Act(None, Turn("lowest")))


def test_a_bid_that_was_opened_could_have_been_another() -> None:
    end = low_bid(*BIDS)
    assert end.scores == (3, 0, 0)
    found = what_if(end, end.played[0], otherwise(end, end.played[0], {"do": "bid", "number": "5"}))
    assert (found.was, found.then) == ((3, 0, 0), (0, 0, 7))
    assert [(one.round, one.was, one.then) for one in found.payouts] == [(0, (3, 0, 0), (0, 0, 7))]
    assert found.parted is None
    other = otherwise(end, end.played[3], {"do": "turn", "which": "highest"})
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
def test_what_could_not_be_or_is_as_it_was_is_refused(fields: dict[str, str], reason: str) -> None:
    end = low_bid(*BIDS)
    with pytest.raises(Refusal) as refused:
        otherwise(end, end.played[0], fields)
    assert refused.value.reason == reason


def test_a_card_that_nobody_turned_up_is_no_choice_to_be_changed_and_ends_what_can_be_told() -> None:
    end = player_view(list(tables(whole_game("vabanque", 3, {}, 1)))[-1])
    hidden = [played for played in end.played if isinstance(played.act.move, Lay) and played.act.move.card == "hidden"]
    assert hidden
    assert not any(known(end, played) for played in hidden)
    there = next(played for played in end.played if isinstance(played.act.move, Step))
    found = [what_if(end, there, Step(steps)) for steps in range(5)]
    parted = [one.parted for one in found if one.parted is not None]
    assert [one.why for one in parted if isinstance(one.trouble, Unseen)]
    assert all(one.why == "unseen" for one in parted if isinstance(one.trouble, Unseen))


def test_where_the_choice_itself_would_have_turned_a_card_up_the_games_part_right_there() -> None:
    end = player_view(list(tables(whole_game("vabanque", 3, {}, 1)))[-1])
    last = [played for played in end.played if any(fact.paged for fact in played.facts)]
    found = [(played, what_if(end, played, Step(steps)).parted) for played in last for steps in range(5)]
    at_once = [parted for played, parted in found if parted is not None and parted.played is played]
    assert at_once
    assert {one.why for one in at_once} == {"unseen"}


def test_what_made_itself_is_nobodys_choice() -> None:
    end = low_bid(*BIDS)
    assert known(end, end.played[3])
    assert not known(end, replace(end.played[3], forced=True))


def test_the_last_token_that_took_itself_falls_away_where_none_would_have_been_left() -> None:
    end = player_view(list(tables(whole_game("banque_fatale", 3, {"tokens_count": False}, 8861)))[-1])
    bid = next(one for one in end.played if one.number == 25)
    fewer = Hand((0, 0, 2, 0, 0))
    with pytest.raises(record.BadRecord) as bad:
        record.read(changed(end, bid, fewer))
    taken = end.played[bad.value.line - 2]
    assert taken.forced
    assert taken.act.move == Take("red")
    parted = what_if(end, bid, fewer).parted
    assert parted is not None
    assert (parted.why, parted.played.number) == ("refused", 78)


@pytest.mark.parametrize(
    ("seed", "number", "card", "why"), [(3, 173, (2, 2, 4, 1), "over"), (87, 173, (1, 3, 1, 3), "on")]
)
def test_a_game_that_would_have_ended_sooner_or_gone_on_is_told_as_far_as_it_is_known(
    seed: int, number: int, card: tuple[int, ...], why: str
) -> None:
    end = player_view(list(tables(whole_game("wetten", 3, {}, seed)))[-1])
    played = next(one for one in end.played if one.number == number)
    found = what_if(end, played, RaceCard(card))
    assert found.parted is not None
    assert found.parted.why == why
    assert found.was == end.scores
    lines = changed(end, played, RaceCard(card))
    upto = 1 + end.played.index(found.parted.played) + (why == "on")
    scored = build_result(record.read(lines[:upto]))
    assert list(scored["money"].values()) == list(found.then)  # type: ignore[attr-defined]  # a mapping
    assert scored["finished"] == (why == "over")
    if why == "over":
        with pytest.raises(record.BadRecord) as bad:
            record.read(lines[: upto + 1])
        assert bad.value.error.reason == "over"
    else:
        assert found.parted.played is end.played[-1]
