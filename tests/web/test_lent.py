"""A device in the hands of somebody without a phone: all see whose and to whom, and it ends when its reason does."""

from pathlib import Path

import pytest

from companion.games.vabanque.moves import Chip
from tests.web.devices import Evening, an_evening, done
from tests.web.phases import play_to


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Chips and cards are to be placed. Anna is the host; she and Ben have phones, Carla has none."""
    evening = an_evening(tmp_path, 2, host_plays=True, guests=1)
    play_to(evening, "chips")
    return evening


def test_everybody_sees_whose_device_was_handed_to_whom(evening: Evening) -> None:
    done(evening.players[1].tap(evening.key, "lend", person=2))
    for device in (evening.host, evening.players[1]):
        assert "The device of Ben was handed to Carla." in device.sees(f"/t/{evening.key}")


def test_that_it_was_handed_over_is_not_hidden_behind_another_notice(evening: Evening) -> None:
    anna, ben, _ = evening.players
    done(evening.act(evening.ask, Chip(1)))
    done(evening.act(evening.ask, Chip(1)))
    done(ben.tap(evening.key, "lend", person=2))
    done(ben.tap(evening.key, "return"))
    done(ben.tap(evening.key, "back", entry=evening.table.played[-1].number))
    page = anna.sees(f"/t/{evening.key}")
    assert "Ben took the latest act back." in page
    assert "The device of Ben was handed to Carla." in page


def test_who_has_a_phone_again_is_in_nobody_elses_hands(evening: Evening) -> None:
    done(evening.players[1].tap(evening.key, "lend", person=2))
    claim = done(evening.device("carla").tap(evening.key, "claim", person=2))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert "in the hands of" not in evening.players[1].sees(f"/t/{evening.key}")
    assert evening.desk.rights(evening.key, device_of(evening, 1)).acting == 1


def test_a_device_that_loses_its_seat_is_in_nobodys_hands(evening: Evening) -> None:
    lent = device_of(evening, 1)
    done(evening.players[1].tap(evening.key, "lend", person=2))
    claim = done(evening.device("bens-other").tap(evening.key, "claim", person=1))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert evening.desk.rights(evening.key, lent).acting is None
    assert (
        evening.players[1].get(f"/t/{evening.key}/hand").text
        == evening.device("new").get(f"/t/{evening.key}/hand").text
    )


def device_of(evening: Evening, person: int) -> str:
    holders = evening.desk.store.holders(evening.table.id)
    return next(grant.device for grant in holders if (grant.role, grant.number) == ("seat", person))
