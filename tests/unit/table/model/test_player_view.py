"""Secrecy in every game: a view is made from the log as its viewer may see it."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.types import IllegalMove, PendingDecision, Seat
from companion.records import record
from companion.records.record import Act
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.unit.table.random_logs import Moment, acted, anew, evenings, few, same

every_game = pytest.mark.parametrize("slug", GAMES)
OTHERS_TRIED = 200
LOOKED_AT = 6


def viewers(table: Table) -> list[Seat | None]:
    """Every seat, and nobody's view."""
    return [None, *range(len(table.names))] if table.roster.begun else []


def some(data: st.DataObject, evening: list[Moment]) -> list[Moment]:
    """A few moments of a game, always with the last."""
    return [*data.draw(st.lists(st.sampled_from(evening), max_size=LOOKED_AT)), evening[-1]]


def alike(moment: Moment, luck: Random) -> list[Moment]:
    """The same moment with other moves that look the same face down, at a table whose views are computed again."""
    table, ask = moment.before, moment.ask
    if ask is None or moment.after.played[-1].final:
        return []
    redact, move = table.game.redact, moment.after.played[-1].act.move
    others = {table.game.suggest(table.state, ask, luck) for _ in range(OTHERS_TRIED)}
    fresh = anew(table)
    for viewer in viewers(table):
        fresh.redacted_for(viewer)  # cached once, so that the next move alone is added
    found = [acted(fresh, ask, other) for other in others if other != move and redact(other) == redact(move)]
    return [other for other in found if not other.after.played[-1].final]


@every_game
@few
@given(data=st.data())
def test_hidden_moves_look_alike_to_others(slug: str, data: st.DataObject) -> None:
    luck = Random(data.draw(st.integers(0, 2**32)))
    tried = 0
    evening = data.draw(evenings(slug))
    secrets = [moment for moment in evening if moment.ask and covers(moment)]
    firsts = {moment.ask.do: moment for moment in reversed(secrets) if moment.ask}  # the first of each kind of move
    for moment in [*firsts.values(), *some(data, secrets or evening)]:
        others = alike(moment, luck)
        tried += len(others)
        for viewer in viewers(moment.after) if others else ():
            if viewer != moment.entry.body["seat"]:
                seen, exported = moment.after.redacted_for(viewer), player_view(moment.after, viewer).export()
                for other in others:
                    assert same(seen, other.after.redacted_for(viewer))
                    assert same(exported, player_view(other.after, viewer).export())
    assert tried or not secrets


def covers(moment: Moment) -> bool:
    move = moment.after.played[-1].act.move
    return bool(moment.after.game.redact(move) != move)


@every_game
@few
@given(data=st.data())
def test_cached_view_equals_a_fresh_one(slug: str, data: st.DataObject) -> None:
    """Views follow the log, whether somebody looks at each entry or only now and then."""
    evening = data.draw(evenings(slug))
    luck, often = Random(0), data.draw(st.sampled_from((0.1, 1.0)))
    followed, looked_at = evening[0].before, {moment.entry.number for moment in some(data, evening)}
    for moment in evening:
        for viewer in viewers(followed):
            if luck.random() < often:
                followed.redacted_for(viewer)
        followed = followed.after(moment.entry)
        for viewer in viewers(followed) if followed.number in looked_at else ():
            assert same(followed.redacted_for(viewer), anew(followed).redacted_for(viewer))


@every_game
@few
@given(data=st.data())
def test_view_shows_revealed_and_own_moves_only(slug: str, data: st.DataObject) -> None:
    for moment in some(data, data.draw(evenings(slug))):
        table = moment.after
        for viewer in viewers(table):
            for ply, (true, shown) in enumerate(zip(table.played, table.redacted_for(viewer).played, strict=True)):
                own = true.act.seat is not None and true.act.seat == viewer
                known = ply in table.revealed or (own and ply not in table.discarded)
                assert shown.act.move == (true.act.move if known else table.game.redact(true.act.move))


@every_game
@few
@given(data=st.data())
def test_holding_names_seats_with_hidden_moves(slug: str, data: st.DataObject) -> None:
    for moment in some(data, data.draw(evenings(slug))):
        if moment.after.roster.begun:
            nobody = player_view(moment.after, None)
            knowing = [
                seat
                for seat in range(len(nobody.people))
                if any(
                    own.act.move != shown.act.move
                    for own, shown in zip(player_view(moment.after, seat).played, nobody.played, strict=True)
                )
            ]
            assert list(nobody.holding) == knowing


@every_game
@few
@given(data=st.data())
def test_revealed_and_discarded_moves_stay_so(slug: str, data: st.DataObject) -> None:
    for moment in data.draw(evenings(slug)):
        there = {played.number for played in moment.after.played}  # a correction can remove forced moves
        assert moment.before.revealed_entries & there <= moment.after.revealed_entries
        closed = {moment.before.played[ply].number for ply in moment.before.discarded} & there
        still = {moment.after.played[ply].number for ply in moment.after.discarded}
        assert closed <= still | moment.after.revealed_entries  # a correction can reveal discarded moves
        assert not moment.after.revealed & moment.after.discarded


def as_all_know(asks: Iterable[PendingDecision]) -> list[PendingDecision]:
    """The decisions without the fields of hidden forms, which may offer more in another player's view."""
    return [replace(ask, fields={}) if ask.hidden else ask for ask in asks]


@every_game
@few
@given(data=st.data())
def test_view_has_scores_and_decisions_of_the_game(slug: str, data: st.DataObject) -> None:
    for moment in some(data, data.draw(evenings(slug))):
        table = moment.after
        for viewer in viewers(table):
            shown = player_view(table, viewer)
            assert as_all_know(shown.asks) == as_all_know(table.asks), "what is asked of whom may not hang on a secret"
            own = [ask for ask in table.asks if ask.seat == viewer]
            assert [ask for ask in shown.asks if ask.seat == viewer] == own, (
                "whoever is asked is offered something else"
            )
            assert shown.scores == table.game.scores(table.state)
            assert same([played.facts for played in shown.played], [played.facts for played in table.played])


@every_game
@few
@given(data=st.data())
def test_public_export_is_a_redacted_record(slug: str, data: st.DataObject) -> None:
    for moment in some(data, data.draw(evenings(slug))):
        table = moment.after
        if not table.roster.begun:
            continue
        read = record.read(player_view(table).export().encode().splitlines(keepends=True))
        assert read.header == record.Header(slug, table.names, table.options)
        redact = table.game.redact
        for ply, (shown, true) in enumerate(zip(read.acts, table.played, strict=True)):
            known = true.act if ply in table.revealed else Act(true.act.seat, redact(true.act.move))
            assert shown == known


@every_game
@few
@given(data=st.data())
def test_illegal_move_leaves_the_table_unchanged(slug: str, data: st.DataObject) -> None:
    for moment in data.draw(evenings(slug))[-20:]:
        table, before = moment.after, (moment.after.state, moment.after.played, moment.after.roster)
        with pytest.raises(IllegalMove):
            table.after(moment.entry)
        assert same((table.state, table.played, table.roster), before)
