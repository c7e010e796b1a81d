"""A device in the hands of somebody without a phone: all see whose and to whom, and it ends when its reason does."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.vabanque.moves import Chip
from companion.table.storage.results import seen_by
from tests.unit.web.devices import Device, Evening, an_evening, done
from tests.unit.web.phases import play_to
from tests.unit.web.test_who_comes_in import to_the_end


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Chips and cards are to be placed. Anna is the host; she and Ben have phones, Carla has none."""
    evening = an_evening(tmp_path, 2, host_plays=True, guests=1)
    play_to(evening, "chips")
    return evening


def hand(evening: Evening, device: Device) -> str:
    """What a device is answered that looks at its hand."""
    return device.get(f"/t/{evening.key}/hand").text


def test_everybody_sees_whose_device_was_handed_to_whom(evening: Evening) -> None:
    done(evening.players[1].tap(evening.key, "lend", person=2))
    assert "Ben's device was handed to Carla." in evening.host.sees(f"/t/{evening.key}")
    done(evening.players[1].tap(evening.key, "hold", person=2))
    page = evening.players[1].sees(f"/t/{evening.key}")
    assert "Ben's device was handed to Carla." in page
    assert "Lent to Carla" in page


def test_a_device_on_its_way_shows_nobodys_hand_and_takes_nothing_but_whose_it_is(evening: Evening) -> None:
    ben, nothing = evening.players[1], hand(evening, evening.device("new"))
    assert hand(evening, ben) != nothing
    done(ben.tap(evening.key, "lend", person=2))
    assert hand(evening, ben) == nothing
    cover = ben.get(f"/t/{evening.key}").text
    assert "Give this device to Carla" in cover
    assert "I am Carla" in cover
    assert 'id="live"' not in cover
    assert ben.get(f"/t/{evening.key}/me").get_json()["away"]
    for kind in ("page", "leave", "act"):
        assert (
            ben.tap(evening.key, kind).text
            == "This device is being handed over. The person holding it must confirm first."
        )
    assert ben.tap(evening.key, "hold", person=1).status_code == 409
    done(ben.tap(evening.key, "hold", person=2))
    assert hand(evening, ben) not in (nothing, "")


def test_the_cover_speaks_of_a_phone_where_it_is_one(evening: Evening) -> None:
    ben = evening.players[1]
    ben.client.set_cookie("companion-kind", "phone", domain="companion.test")
    done(ben.tap(evening.key, "lend", person=2))
    assert "Give the phone to Carla" in ben.get(f"/t/{evening.key}").text


def test_it_goes_back_over_a_page_that_wants_its_owners_tap(evening: Evening) -> None:
    ben, nothing = evening.players[1], hand(evening, evening.device("new"))
    evening.players[2] = ben
    evening.in_hand(2)
    done(ben.tap(evening.key, "return"))
    assert hand(evening, ben) == nothing
    cover = ben.get(f"/t/{evening.key}").text
    assert "Back to Ben" in cover
    assert "I am Ben" in cover
    assert "Not now" not in cover
    assert ben.tap(evening.key, "hold", person=2).status_code == 409
    done(ben.tap(evening.key, "hold", person=1))
    assert "Lent to" not in ben.sees(f"/t/{evening.key}")
    assert hand(evening, ben) != nothing


def test_a_host_without_a_seat_gets_the_screen_back(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, guests=1)
    evening.in_hand(2)
    done(evening.host.tap(evening.key, "return"))
    assert not evening.service.rights(evening.key, evening.host.known).hosting
    assert "Back to the host" in evening.host.get(f"/t/{evening.key}").text
    done(evening.host.tap(evening.key, "hold", person="host"))
    assert evening.host.get(f"/t/{evening.key}/me").get_json()["screen"]


def test_one_handing_over_serves_all_that_a_guest_does_in_a_row(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 1, host_plays=True, guests=2, turns="free")
    play_to(evening, "chips")
    evening.in_hand(2)
    lent = 0
    while evening.service.rights(evening.key, evening.host.known).lent == 2:
        ask = next(ask for ask in evening.table.asks if ask.seat == 2)
        done(evening.host.tap(evening.key, "act", slot=ask.slot, do="chip", table=1))
        lent += 1
    assert lent > 1
    assert not [ask for ask in evening.table.asks if ask.seat == 2]
    assert "Back to Anna" in evening.host.get(f"/t/{evening.key}").text


def test_what_lies_open_is_entered_for_a_guest_by_anybody_and_all_see_by_whom(evening: Evening) -> None:
    anna, ben, _ = evening.players
    for _ in range(2):
        done(evening.act(evening.ask, Chip(1)))
    ask = evening.ask
    assert ask.seat == 2
    assert "Enter it for Carla" in ben.sees(f"/t/{evening.key}")
    assert evening.device("new").tap(evening.key, "act", slot=ask.slot, do="chip", table=2).status_code == 403
    done(ben.tap(evening.key, "act", slot=ask.slot, do="chip", table=2))
    assert evening.table.played[-1].act.seat == 2
    for device in (anna, ben):
        assert "Ben entered it for Carla." in device.sees(f"/t/{evening.key}")
    assert evening.service.rights(evening.key, ben.known).lent is None
    done(ben.tap(evening.key, "back", entry=evening.table.number))


def test_what_lies_face_down_is_entered_by_its_owner_alone(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, host_plays=True, guests=1)
    play_to(evening, "cards")
    while evening.ask.seat != 2:
        done(evening.by_chance(Random(1)))
    anna, ask = evening.taken(evening.host), evening.ask
    assert "Enter it for Carla" not in anna.sees(f"/t/{evening.key}")
    assert "Hand this device to Carla" in anna.sees(f"/t/{evening.key}")
    for place in "123":
        assert anna.tap(evening.key, "act", slot=ask.slot, do="card", place=place, table=2).status_code == 409


def test_who_has_a_phone_is_served_by_nobody(evening: Evening) -> None:
    ask = evening.ask
    assert ask.seat == 0
    assert evening.players[1].tap(evening.key, "act", slot=ask.slot, do="chip", table=2).status_code == 409


def test_that_it_was_handed_over_is_not_hidden_behind_another_notice(evening: Evening) -> None:
    anna, ben, _ = evening.players
    done(evening.act(evening.ask, Chip(1)))
    done(evening.act(evening.ask, Chip(1)))
    done(ben.tap(evening.key, "lend", person=2))
    done(ben.tap(evening.key, "return"))
    done(ben.tap(evening.key, "hold", person=1))
    done(ben.tap(evening.key, "back", entry=evening.table.played[-1].number))
    page = anna.sees(f"/t/{evening.key}")
    assert "Ben undid the last move." in page
    assert "Ben's device was handed to Carla." in page


def test_who_has_a_phone_again_is_in_nobody_elses_hands(evening: Evening) -> None:
    done(evening.players[1].tap(evening.key, "lend", person=2))
    claim = done(evening.device("carla").tap(evening.key, "claim", person=2))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    done(evening.players[1].tap(evening.key, "hold", person=1))
    assert "Lent to" not in evening.players[1].sees(f"/t/{evening.key}")
    assert evening.service.rights(evening.key, device_of(evening, 1)).acting == 1


@pytest.mark.parametrize("why", ["a phone of her own", "gone"])
def test_a_phone_that_a_guest_still_holds_is_covered_until_its_owner_has_it_again(evening: Evening, why: str) -> None:
    ben, lent = evening.players[1], device_of(evening, 1)
    done(ben.tap(evening.key, "lend", person=2))
    done(ben.tap(evening.key, "hold", person=2))
    assert evening.service.rights(evening.key, lent).acting == 2
    if why == "gone":
        done(evening.host.tap(evening.key, "gone", person=2))
    else:
        claim = done(evening.device("carla").tap(evening.key, "claim", person=2))
        done(evening.host.tap(evening.key, "admit", claim=claim))
    assert evening.service.rights(evening.key, lent).acting is None
    assert hand(evening, ben) == hand(evening, evening.device("new"))
    assert "Back to Ben" in ben.sees(f"/t/{evening.key}")
    done(ben.tap(evening.key, "hold", person=1))
    assert evening.service.rights(evening.key, lent).acting == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_lent_phone_is_covered_at_the_next_game_too_and_begins_none_itself(tmp_path: Path, kept: bool) -> None:
    evening = an_evening(tmp_path, 2, game="toy", rounds="1", host_plays=True, guests=1)
    anna, ben, _ = evening.players
    to_the_end(evening)
    done(ben.tap(evening.key, "lend", person=2))
    if kept:
        done(ben.tap(evening.key, "hold", person=2))
    else:
        assert ben.post(f"/t/{evening.key}/again", {"op": "from-a-covered-one"}).status_code == 403
    fresh = anna.post(f"/t/{evening.key}/again", {"op": "once-more"}).headers["Location"].rpartition("/")[2]
    assert evening.service.rights(fresh, ben.known).acting is None
    assert "Back to Ben" in ben.sees(f"/t/{fresh}")
    done(ben.tap(fresh, "hold", person=1))
    assert evening.service.rights(fresh, ben.known).acting == 1
    assert evening.service.rights(fresh, anna.known).acting == 0


def test_a_device_that_loses_its_seat_is_in_nobodys_hands(evening: Evening) -> None:
    lent = device_of(evening, 1)
    done(evening.players[1].tap(evening.key, "lend", person=2))
    claim = done(evening.device("bens-other").tap(evening.key, "claim", person=1))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert evening.service.rights(evening.key, lent).acting is None
    assert (
        evening.players[1].get(f"/t/{evening.key}/hand").text
        == evening.device("new").get(f"/t/{evening.key}/hand").text
    )


def device_of(evening: Evening, person: int) -> str:
    holders = evening.service.store.holders(evening.table.id)
    return next(grant.device for grant in holders if (grant.role, grant.number) == ("seat", person))


def test_a_lent_phone_whose_owners_seat_is_gone_sees_that_table_in_no_list(evening: Evening) -> None:
    ben = evening.players[1]
    done(ben.tap(evening.key, "lend", person=2))
    done(ben.tap(evening.key, "hold", person=2))
    assert evening.key in ben.get("/").text
    done(evening.host.tap(evening.key, "gone", person=1))
    assert evening.key not in ben.get("/").text
    assert ben.known is not None
    with evening.service.store.reading() as db:
        assert seen_by(db, ben.known) == set()


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_screen_offers_nobodys_hand_in_any_game(slug: str, tmp_path: Path) -> None:
    evening = an_evening(tmp_path, GAMES[slug].players[0] - 1, guests=1, game=slug)
    luck, met, lent, hinted = Random(1), set[object](), 0, 0
    while not evening.table.game.rounds_over(evening.table.state, evening.table.names):
        kind = evening.ask.do, evening.table.party.people[evening.ask.seat or 0].phone
        if kind not in met:
            met.add(kind)
            screen = evening.host.sees(f"/t/{evening.key}/screen")
            for offer in ('value="lend"', "data-look=", "data-open="):
                assert offer not in screen
            lent += 'value="lend"' in evening.players[0].sees(f"/t/{evening.key}")
            hinted += "Hand a phone to" in screen
        done(evening.by_chance(luck))
        evening.paged()
    assert lent, "on a phone it still is offered"
    assert hinted, "the screen says that a phone is to be handed over"


def test_the_table_screen_is_handed_over_after_a_question_alone(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, guests=1)
    play_to(evening, "chips")
    asked = f"/t/{evening.key}/lend"
    assert f'href="{asked}"' in evening.host.sees(f"/t/{evening.key}")
    assert f'href="{asked}"' not in evening.players[0].sees(f"/t/{evening.key}")
    assert "Everyone can see this screen. Show Carla’s cards here?" in evening.host.get(asked).text
    assert evening.players[0].get(asked).status_code == 403
    done(evening.host.tap(evening.key, "lend", person=2))
    assert "Give this device to Carla" in evening.host.sees(f"/t/{evening.key}")
    assert evening.host.get(asked).status_code == 403
