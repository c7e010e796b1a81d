"""A player may undo the own last move while nobody has answered it and nothing was revealed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.types import IllegalMove
from companion.table.commands.dispatch import handle
from companion.table.commands.types import Command, Sender, Stale
from companion.table.model.entry import Entry
from companion.table.model.log import Played, Table
from companion.table.model.permissions import Permissions
from tests.unit.table.random_logs import Moment, evenings, few, same

every_game = pytest.mark.parametrize("slug", GAMES)


def senders(table: Table) -> Iterator[Sender]:
    """Every player, a host without a seat, and a stranger."""
    for person in table.roster.people:
        yield _sender(Permissions(person=person.id))
    yield _sender(Permissions(host=True))
    yield _sender(Permissions())


def _sender(rights: Permissions) -> Sender:
    return Sender("device", rights, tuple)


def back(table: Table, sender: Sender, entry: int) -> bool:
    """Whether this device may undo this entry."""
    try:
        taken = handle(table, sender, Command("back", {"entry": str(entry)}, "tap-00000000"))
    except Stale:
        return False
    assert taken.body == {"entry": entry}
    assert taken.by == sender.rights.person
    return True


def owners(table: Table, entry: int) -> list[Permissions]:
    return [sender.rights for sender in senders(table) if back(table, sender, entry)]


def open_still(table: Table, played: Played, later: Sequence[Played]) -> bool:
    """Whether no move answers this one: it is the last, or it and all later ones are sealed and by others.

    Then all of them could have been made before it as well.
    """
    if any(other.final for other in (played, *later)) or any(other.by == played.by for other in later):
        return False
    if later and not all(table.game.sealed(other.act.move) for other in (played, *later)):
        return False
    state = table.game.start(len(table.names), table.options)
    try:
        for other in table.played:
            if other is not played:
                state, _ = table.game.play(state, other.act.seat, other.act.move)
    except IllegalMove:
        return False
    return True


@every_game
@few
@given(data=st.data())
def test_undo_takes_the_own_latest_move_only(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    for moment in data.draw(st.lists(st.sampled_from(evening), min_size=5, max_size=10)):
        table = moment.after
        for back_from_last, played in enumerate(reversed(table.played[-4:])):
            later = table.played[len(table.played) - back_from_last :]
            expected = [Permissions(host=True) if played.by is None else Permissions(person=played.by)]
            assert owners(table, played.number) == (expected if open_still(table, played, later) else [])
        for number in {1, table.number + 1, 9999} - {played.number for played in table.played}:
            assert owners(table, number) == []


@every_game
@few
@given(data=st.data())
def test_no_undo_after_a_payout(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    final = [moment for moment in evening if moment.entry.kind == "act" and moment.after.played[-1].final]
    for moment in [*data.draw(st.lists(st.sampled_from(final), max_size=5)), final[0]]:
        for played in moment.after.played[-2:]:
            assert owners(moment.after, played.number) == []


@every_game
@few
@given(data=st.data())
def test_undone_move_was_never_played(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    for earlier, moment in pairwise(evening):
        if moment.entry.kind == "back":
            assert same(played(moment.after), played(earlier.before))
            assert moment.after.asks == earlier.before.asks
            assert moment.after.number == earlier.before.number + 2


@every_game
@few
@given(data=st.data())
def test_undo_keeps_what_others_did_since(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    acts = pairwise(moment for moment in evening if moment.entry.kind == "act")
    for first, second in data.draw(st.lists(st.sampled_from(list(acts)), min_size=10, max_size=20)):
        table, two = second.after, second.after.played[-2:]
        if first.after is not second.before or not open_still(table, two[0], two[1:]):
            continue
        one = two[0]
        back = Entry(table.number + 1, "back", one.by, {"entry": one.number}, "tap-back", "", 0.0)
        never = replace(first.before, number=first.entry.number).after(second.entry)
        assert same(played(table.after(back)), played(never))
        assert table.after(back).asks == never.asks


def played(table: Table) -> tuple[object, ...]:
    """The game without the numbers of its entries."""
    return table.state, table.played, table.revealed, table.discarded, table.redacted_for(None), table.redacted_for(0)


@every_game
@few
@given(data=st.data())
def test_undo_is_announced(slug: str, data: st.DataObject) -> None:
    moments: list[Moment] = data.draw(evenings(slug))
    for moment in moments:
        if moment.entry.kind == "back":
            notice = moment.after.roster.notices[-1]
            assert (notice.number, notice.word, notice.person) == (moment.entry.number, "back", moment.entry.by)


@every_game
@few
@given(data=st.data())
def test_undo_notice_ends_with_the_next_move_or_page(slug: str, data: st.DataObject) -> None:
    moments: list[Moment] = data.draw(evenings(slug))
    for moment in moments:
        told, kept = _taken_back(moment.before), _taken_back(moment.after)
        by = moment.entry.by
        if moment.entry.kind == "page":
            assert kept == []
        elif moment.entry.kind == "act":
            assert kept == [who for who in told if who != by]


def _taken_back(table: Table) -> list[int | None]:
    """The people whose undo is announced."""
    return [notice.by for notice in table.roster.notices if notice.word == "back"]
