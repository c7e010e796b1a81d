"""Who has only the address cannot stop a party, and nothing that is counted runs out of numbers."""

from dataclasses import replace

import pytest

from companion.games.types import IllegalMove, InvalidMove, parse_integer
from companion.table.commands.bounds import OF_A_TABLE
from companion.table.commands.seating import COME_AND_GONE, OPEN_CLAIMS
from companion.table.commands.types import MANY
from companion.table.model.colours import COLOURS
from tests.support.cases import slow
from tests.support.cast import CAST
from tests.support.houses import Where
from tests.unit.table.parties import Party


@pytest.fixture
def party(where: Where) -> Party:
    """Nobody has sat down yet."""
    return Party(where)


def test_strangers_who_ask_for_seats_stop_no_game(party: Party) -> None:
    for seat in range(3):
        party.sit(seat)
    party.begin()
    for stranger in range(OPEN_CLAIMS):
        party.send(f"stranger-{stranger}", "claim", person=stranger % 3)
    before = party.service.table(party.key)
    for stranger in range(300):
        with pytest.raises(IllegalMove, match="claims-open"):
            party.send(f"stranger-{stranger}-more", "claim", person=stranger % 3)
    assert party.service.table(party.key) == before
    assert party.chip(0) == party.service.table(party.key).number
    claim = party.service.table(party.key).party.claims[0]
    party.send("host", "refuse", claim=claim.number)
    number = party.send("bens-other", "claim", person=claim.person)
    party.send("host", "admit", claim=number)
    assert party.service.rights(party.key, "bens-other").person == claim.person


def test_the_same_seat_is_not_asked_for_by_all(party: Party) -> None:
    for seat in range(3):
        party.sit(seat)
    party.begin()
    for stranger in range(OPEN_CLAIMS // 3):
        party.send(f"stranger-{stranger}", "claim", person=0)
    with pytest.raises(IllegalMove, match="claims-open"):
        party.send("one-more", "claim", person=0)
    assert party.send("one-more", "claim", person=1)


def test_a_claim_that_was_answered_leaves_nothing_behind(party: Party) -> None:
    for seat in range(3):
        party.sit(seat)
    party.begin()
    for answer in ("refuse", "admit"):
        claim = party.send("other", "claim", person=1)
        party.send("host", answer, claim=claim)
    assert [grant.role for grant in party.service.store.holders(1) if grant.device == "other"] == ["seat"]


@pytest.mark.parametrize("where", ["sqlite", pytest.param("postgresql", marks=slow)], indirect=True)
def test_who_sat_down_and_got_up_a_thousand_times_can_begin(party: Party) -> None:
    for _ in range(1_000):
        party.send(CAST[0], "leave", person=party.sit(0))
    people = [party.sit(seat) for seat in range(3)]
    assert people == [1_000, 1_001, 1_002]
    party.send("host", "arrange", person=1_000)
    party.begin()
    assert party.service.table(party.key).state is not None


def test_strangers_who_come_and_go_fill_no_disk_and_the_host_still_seats_people(party: Party) -> None:
    kept = party.service._kept(party.key)
    kept.table = replace(kept.table, party=replace(kept.table.party, knocked=COME_AND_GONE - 1))
    party.sit(0)
    with pytest.raises(IllegalMove, match="come-and-gone"):
        party.sit(1)
    for seat in (1, 2):
        party.send("host", "sit", name=CAST[seat], colour=list(COLOURS)[seat], phone="none")
    party.begin()
    assert party.service.table(party.key).party.knocked == 0


def test_a_table_takes_everything_up_to_its_last_entries(party: Party) -> None:
    for seat in range(3):
        party.sit(seat)
    party.begin()
    kept = party.service._kept(party.key)
    kept.table = replace(kept.table, number=OF_A_TABLE - 9)
    party.send(CAST[0], "back", entry=party.chip(0))
    claim = party.send("other", "claim", person=1)
    party.send("host", "refuse", claim=claim)
    assert claim == OF_A_TABLE - 6


@pytest.mark.parametrize("high", [9, 9_999, MANY])
def test_a_number_is_read_however_large_it_can_be_and_nothing_else_is(high: int) -> None:
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
