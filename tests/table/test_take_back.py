"""What may be taken back: the own latest act, as long as nobody acted after it and nothing was turned up."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.table.log import Play, Table
from companion.table.seats import Rights
from companion.table.takes import take
from companion.table.taps import Sender, Stale, Tap
from tests.table.evenings import Moment, evenings, few, same

every_game = pytest.mark.parametrize("slug", GAMES)


def senders(table: Table) -> Iterator[Sender]:
    """Everybody, a host without a seat, and a stranger."""
    for person in table.house.people:
        yield _sender(Rights(person=person.id))
    yield _sender(Rights(host=True))
    yield _sender(Rights())


def _sender(rights: Rights) -> Sender:
    return Sender("device", rights, tuple)


def back(table: Table, sender: Sender, entry: int) -> bool:
    """Whether this entry can be taken back by this device."""
    try:
        taken = take(table, sender, Tap("back", {"entry": str(entry)}, "tap-00000000"))
    except Stale:
        return False
    assert taken.body == {"entry": entry}
    assert taken.by == sender.rights.person
    return True


def owners(table: Table, entry: int) -> list[Rights]:
    """Who may take an entry back."""
    return [sender.rights for sender in senders(table) if back(table, sender, entry)]


def open_still(table: Table, play: Play, later: Sequence[Play]) -> bool:
    """Whether nothing answers to an act yet: it is the latest, or sealed like all that came from others since."""
    if any(other.settled for other in (play, *later)) or any(other.by == play.by for other in later):
        return False
    return not later or all(table.game.sealed(other.act.move) for other in (play, *later))


@every_game
@few
@given(data=st.data())
def test_only_the_latest_act_and_only_by_who_made_it(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    for moment in data.draw(st.lists(st.sampled_from(evening), min_size=5, max_size=10)):
        table = moment.after
        for back_from_last, play in enumerate(reversed(table.plays[-4:])):
            later = table.plays[len(table.plays) - back_from_last :]
            expected = [Rights(host=True) if play.by is None else Rights(person=play.by)]
            assert owners(table, play.number) == (expected if open_still(table, play, later) else [])
        for number in {1, table.number + 1, 9999} - {play.number for play in table.plays}:
            assert owners(table, number) == []


@every_game
@few
@given(data=st.data())
def test_never_after_a_payout(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    settled = [moment for moment in evening if moment.entry.kind == "act" and moment.after.plays[-1].settled]
    for moment in [*data.draw(st.lists(st.sampled_from(settled), max_size=5)), settled[0]]:
        for play in moment.after.plays[-2:]:
            assert owners(moment.after, play.number) == []


@every_game
@few
@given(data=st.data())
def test_what_was_taken_back_was_never_played(slug: str, data: st.DataObject) -> None:
    evening = data.draw(evenings(slug))
    for earlier, moment in pairwise(evening):
        if moment.entry.kind == "back":
            assert same(played(moment.after), played(earlier.before))
            assert moment.after.asks == earlier.before.asks
            assert moment.after.number == earlier.before.number + 2


def played(table: Table) -> tuple[object, ...]:
    """The game, whatever the numbers of its entries."""
    return table.state, table.plays, table.opened, table.closed, table.see(None), table.see(0)


@every_game
@few
@given(data=st.data())
def test_everybody_is_told_who_took_something_back(slug: str, data: st.DataObject) -> None:
    moments: list[Moment] = data.draw(evenings(slug))
    for moment in moments:
        if moment.entry.kind == "back":
            notice = moment.after.house.notices[-1]
            assert (notice.number, notice.word, notice.person) == (moment.entry.number, "back", moment.entry.by)


@every_game
@few
@given(data=st.data())
def test_it_is_no_news_any_more_once_they_act_again_or_a_page_is_turned(slug: str, data: st.DataObject) -> None:
    moments: list[Moment] = data.draw(evenings(slug))
    for moment in moments:
        told, kept = _taken_back(moment.before), _taken_back(moment.after)
        by = moment.entry.by
        if moment.entry.kind == "page":
            assert kept == []
        elif moment.entry.kind == "act":
            assert kept == [who for who in told if who != by]


def _taken_back(table: Table) -> list[int | None]:
    """Of whom everybody is told that they took something back."""
    return [notice.by for notice in table.house.notices if notice.word == "back"]
