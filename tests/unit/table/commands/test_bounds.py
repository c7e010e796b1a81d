"""A stranger with the address cannot stop a game, and no counter runs out of numbers."""

from dataclasses import replace

import pytest

from companion.games.types import IllegalMove, InvalidMove, parse_integer
from companion.table.commands.dispatch import TABLE_ENTRIES
from companion.table.commands.seating import MAX_CLAIMS, MAX_SEAT_REQUESTS
from companion.table.commands.types import MAX_NUMBER
from companion.table.model.names import COLOURS
from tests.support.cast import CAST
from tests.support.databases import Where
from tests.unit.table.tables import LiveTable


@pytest.fixture
def party(where: Where) -> LiveTable:
    return LiveTable(where)


@pytest.fixture
def game(where: Where) -> LiveTable:
    game = LiveTable(where, 3)
    game.begin()
    return game


def test_claims_of_strangers_stop_no_game(game: LiveTable) -> None:
    for stranger in range(MAX_CLAIMS):
        game.send(f"stranger-{stranger}", "claim", person=stranger % 3)
    before = game.table
    for stranger in range(30):
        with pytest.raises(IllegalMove, match="claims-open"):
            game.send(f"stranger-{stranger}-more", "claim", person=stranger % 3)
    assert game.table == before
    assert game.chip(0) == game.table.number
    claim = game.table.roster.claims[0]
    game.send("host", "refuse", claim=claim.number)
    number = game.send("bens-other", "claim", person=claim.person)
    game.send("host", "admit", claim=number)
    assert game.service.rights(game.key, "bens-other").person == claim.person


def test_claims_of_one_seat_are_bounded(game: LiveTable) -> None:
    for stranger in range(MAX_CLAIMS // 3):
        game.send(f"stranger-{stranger}", "claim", person=0)
    with pytest.raises(IllegalMove, match="claims-open"):
        game.send("one-more", "claim", person=0)
    assert game.send("one-more", "claim", person=1)


def test_answered_claim_leaves_no_grant(game: LiveTable) -> None:
    for answer in ("refuse", "admit"):
        claim = game.send("other", "claim", person=1)
        game.send("host", answer, claim=claim)
    assert [grant.role for grant in game.service.store.load_after(1)[1] if grant.device == "other"] == ["seat"]


def test_game_begins_after_a_thousand_seatings(party: LiveTable) -> None:
    kept = party.service._cached(party.key)
    kept.table = replace(kept.table, roster=replace(kept.table.roster, joined=1_000))
    assert [party.sit(seat) for seat in range(3)] == [1_000, 1_001, 1_002]
    party.send("host", "arrange", person=1_000)
    party.begin()
    assert party.table.state is not None


def test_coming_and_going_is_bounded(party: LiveTable) -> None:
    kept = party.service._cached(party.key)
    kept.table = replace(kept.table, roster=replace(kept.table.roster, seat_requests=MAX_SEAT_REQUESTS - 1))
    party.sit(0)
    with pytest.raises(IllegalMove, match="come-and-gone"):
        party.sit(1)
    for seat in (1, 2):
        party.send("host", "sit", name=CAST[seat], colour=list(COLOURS)[seat], phone="none")
    party.begin()
    assert party.service.table(party.key).roster.seat_requests == 0


def test_table_takes_moves_up_to_its_last_entries(game: LiveTable) -> None:
    kept = game.service._cached(game.key)
    kept.table = replace(kept.table, number=TABLE_ENTRIES - 9)
    game.send(CAST[0], "back", entry=game.chip(0))
    claim = game.send("other", "claim", person=1)
    game.send("host", "refuse", claim=claim)
    assert claim == TABLE_ENTRIES - 6


@pytest.mark.parametrize("high", [9, 9_999, MAX_NUMBER])
def test_digits_reads_plain_numbers_only(high: int) -> None:
    for number in (0, 1, high):
        assert parse_integer(str(number), "key", 0, high) == number
    for bad in (
        None,
        "",
        "-1",
        "+1",
        "1e3",
        "1.0",
        " 1",
        "\uff11",
        "\u00b2",
        "NaN",
        "true",
        "0x1",
        "1_0",
        "9" * 400,
        str(10**400),
    ):
        with pytest.raises(InvalidMove):
            parse_integer(bad, "key", 0, high)
    with pytest.raises(InvalidMove):
        parse_integer(str(high + 1), "key", 0, high)
