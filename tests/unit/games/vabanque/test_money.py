"""Paper money: the notes that are handed out after a round."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.vabanque.constants import NOTES
from companion.games.vabanque.money import Bank, Exchange, fewest_notes, handouts
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.playing import Played, games
from tests.unit.games.vabanque.table import a_round, seated

FIRST = {note: count or 0 for note, count in NOTES["2001"].items()}
THOUSANDS = [5, 10, 20, 50, 100]

stocks = st.fixed_dictionaries({note: st.integers(0, 3) for note in THOUSANDS})
whole_games = games("vabanque")


def exhaustive(amount: int, stock: dict[int, int]) -> int | None:
    """The fewest notes of a small stock, found by trying all."""
    piles = product(*(range(count + 1) for count in stock.values()))
    return min((sum(pile) for pile in piles if total(zip(stock, pile, strict=True)) == amount), default=None)


def total(notes: object) -> int:
    return sum(note * count for note, count in dict(notes).items())  # type: ignore[call-overload]


def fewest_unbounded(amount: int) -> int:
    """The notes of the newer edition divide each other, so the greedy choice is best."""
    count = 0
    for note in sorted(NOTES["2021"], reverse=True):
        count, amount = count + amount // note, amount % note
    return count


def bank(**counts: int) -> Bank:
    """A bank of the first edition with other counts: `n5=2` are two notes of 5,000."""
    empty = Bank("2001", 3)
    empty.stock = Counter({note: counts.get(f"n{note // 1000}", 0) for note in FIRST})
    return empty


def test_first_edition_has_80_notes() -> None:
    assert FIRST == {5_000: 10, 10_000: 20, 20_000: 10, 50_000: 10, 100_000: 20, 500_000: 10}
    assert sum(FIRST.values()) == 80
    assert list(NOTES["2021"]) == [5_000, 10_000, 50_000, 100_000, 500_000]


@settings(max_examples=200)
@given(stocks, st.integers(0, 80).map(lambda fives: 5 * fives))
def test_fewest_notes_match_an_exhaustive_search(stock: dict[int, int], amount: int) -> None:
    notes, few = fewest_notes(amount, stock), exhaustive(amount, stock)
    assert (notes is None) == (few is None)
    if notes is not None:
        assert total(notes) == amount
        assert sum(count for _, count in notes) == few
        assert all(0 < count <= stock[note] for note, count in notes)
        assert [note for note, _ in notes] == sorted({note for note, _ in notes}, reverse=True)


def test_bank_without_change_names_an_exchange() -> None:
    """Ben gives two notes of 5,000 for one of 10,000; then the bank can pay Anna 15,000."""
    short = bank(n10=3)
    short.held[BEN] = Counter({5_000: 2})
    paid = short.pay(ANNA, 15_000)
    assert paid.exchange == Exchange(BEN, ((5_000, 2),), 10_000)
    assert (paid.notes, paid.kept) == (((10_000, 1), (5_000, 1)), 0)
    assert +short.stock == Counter({10_000: 1, 5_000: 1})
    assert [+held for held in short.held] == [
        Counter({10_000: 1, 5_000: 1}),
        Counter({10_000: 1}),
        Counter(),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_rest_is_owed_only_if_no_exchange_helps(seed: int) -> None:
    luck = Random(seed)
    short = bank(
        n5=luck.randrange(2), n10=luck.randrange(2), **{name: luck.randrange(4) for name in ("n20", "n50", "n100")}
    )
    short.held[BEN] = Counter({5_000: luck.randrange(4), 10_000: luck.randrange(4), 20_000: luck.randrange(3)})
    due, before = 5_000 * luck.randrange(1, 30), Counter(short.stock)
    piles = [after for gets in +before for after in exchanged(before, short.held[BEN], gets)]
    helps = any(fewest_notes(due, after) is not None for after in (before, *piles))
    assert (short.pay(ANNA, due).kept == 0) == helps


def exchanged(stock: Counter[int], held: Counter[int], gets: int) -> Iterator[Counter[int]]:
    smaller = [(note, count) for note, count in held.items() if note < gets]
    for counts in product(*(range(count + 1) for _, count in smaller)):
        gives = Counter({note: count for (note, _), count in zip(smaller, counts, strict=True)})
        if total(tuple(gives.items())) == gets:
            yield stock + gives - Counter({gets: 1})


def test_notes_go_to_paid_players_in_round_order() -> None:
    state, _ = a_round(seated(start=CARLA), {1: 1, 3: 2}, {}, (0, 0, 0), aside=7)
    ((first, second),) = handouts(state)
    assert (first.seat, first.due, second.seat, second.due) == (CARLA, 5_000, ANNA, 10_000)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 150).map(lambda n: n * 5_000)), max_size=25))
def test_no_note_is_made_or_lost(payments: list[tuple[int, int]]) -> None:
    """The amounts are large, so the first edition's bank runs short of notes and at last of money."""
    first = Bank("2001", 3)
    given_out = [0, 0, 0]
    for seat, amount in payments:
        held, owed = [Counter(notes) for notes in first.held], first.owed[seat]
        paid = first.pay(seat, amount)
        assert paid.due == amount + owed
        assert total(paid.notes) + paid.kept == paid.due
        assert (paid.kept, first.owed[seat]) == (first.owed[seat], paid.kept)
        if paid.exchange is not None:
            assert total(paid.exchange.gives) == paid.exchange.gets
            assert Counter(dict(paid.exchange.gives)) <= held[paid.exchange.seat]
            assert paid.kept == 0
        assert min(first.stock.values()) >= 0
        assert all(min(notes.values(), default=0) >= 0 for notes in first.held)
        every = sum(first.held, Counter(first.stock))
        assert every == Counter(FIRST)
        given_out[seat] += amount
        assert total(first.held[seat]) + first.owed[seat] == given_out[seat]


@given(whole_games)
def test_notes_of_a_game_add_up_to_the_money(game: Played) -> None:
    state = game.states[-1]
    owed = [0] * state.players
    notes = [0] * state.players
    for round_, paid in zip(state.rounds, handouts(state), strict=True):
        assert [handout.seat for handout in paid] == [seat for seat in round_.order if round_.paid[seat]]
        for handout in paid:
            assert handout.due == round_.paid[handout.seat] + owed[handout.seat]
            notes[handout.seat] += total(handout.notes)
            owed[handout.seat] = handout.kept
            if state.options["edition"] == "2021":
                assert (handout.exchange, handout.kept) == (None, 0)
                assert sum(count for _, count in handout.notes) == fewest_unbounded(handout.due)
    assert tuple(map(sum, zip(notes, owed, strict=True))) == state.money
