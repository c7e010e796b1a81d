"""A device in the hands of somebody without a phone: all see whose and to whom, and it ends when its reason does."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.vabanque.moves import Chip
from companion.table.storage.results import seen_by
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import play_to


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Chips and cards are to be placed. Anna is the host; she and Ben have phones, Carla has none."""
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    play_to(session, "chips")
    return session


def hand(session: Session, device: Device) -> str:
    """What a device is answered that looks at its hand."""
    return device.get(f"/t/{session.key}/hand").text


def test_everybody_sees_whose_device_was_handed_to_whom(session: Session) -> None:
    saved(session.players[1].tap(session.key, "lend", person=2))
    assert "Ben's device was handed to Carla." in session.host.sees(f"/t/{session.key}")
    saved(session.players[1].tap(session.key, "hold", person=2))
    page = session.players[1].sees(f"/t/{session.key}")
    assert "Ben's device was handed to Carla." in page
    assert "Lent to Carla" in page


def test_a_device_on_its_way_shows_nobodys_hand_and_takes_nothing_but_whose_it_is(session: Session) -> None:
    ben, nothing = session.players[1], hand(session, session.device("new"))
    assert hand(session, ben) != nothing
    saved(ben.tap(session.key, "lend", person=2))
    assert hand(session, ben) == nothing
    cover = ben.get(f"/t/{session.key}").text
    assert "Give this device to Carla" in cover
    assert "I am Carla" in cover
    assert 'id="live"' not in cover
    assert ben.get(f"/t/{session.key}/me").get_json()["away"]
    for kind in ("page", "leave", "act"):
        assert (
            ben.tap(session.key, kind).text
            == "This device is being handed over. The person holding it must confirm first."
        )
    assert ben.tap(session.key, "hold", person=1).status_code == 409
    saved(ben.tap(session.key, "hold", person=2))
    assert hand(session, ben) not in (nothing, "")


def test_the_cover_speaks_of_a_phone_where_it_is_one(session: Session) -> None:
    ben = session.players[1]
    ben.client.set_cookie("companion-kind", "phone", domain="companion.test")
    saved(ben.tap(session.key, "lend", person=2))
    assert "Give the phone to Carla" in ben.get(f"/t/{session.key}").text


def test_it_goes_back_over_a_page_that_wants_its_owners_tap(session: Session) -> None:
    ben, nothing = session.players[1], hand(session, session.device("new"))
    session.players[2] = ben
    session.in_hand(2)
    saved(ben.tap(session.key, "return"))
    assert hand(session, ben) == nothing
    cover = ben.get(f"/t/{session.key}").text
    assert "Back to Ben" in cover
    assert "I am Ben" in cover
    assert "Not now" not in cover
    assert ben.tap(session.key, "hold", person=2).status_code == 409
    saved(ben.tap(session.key, "hold", person=1))
    assert "Lent to" not in ben.sees(f"/t/{session.key}")
    assert hand(session, ben) != nothing


def test_a_host_without_a_seat_gets_the_screen_back(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    session.in_hand(2)
    saved(session.host.tap(session.key, "return"))
    assert not session.service.rights(session.key, session.host.known).hosting
    assert "Back to the host" in session.host.get(f"/t/{session.key}").text
    saved(session.host.tap(session.key, "hold", person="host"))
    assert session.host.get(f"/t/{session.key}/me").get_json()["screen"]


def test_one_handing_over_serves_all_that_a_guest_does_in_a_row(tmp_path: Path) -> None:
    session = new_session(tmp_path, 1, host_plays=True, guests=2, turns="free")
    play_to(session, "chips")
    session.in_hand(2)
    lent = 0
    while session.service.rights(session.key, session.host.known).lent == 2:
        ask = next(ask for ask in session.table.asks if ask.seat == 2)
        saved(session.host.tap(session.key, "act", slot=ask.slot, do="chip", table=1))
        lent += 1
    assert lent > 1
    assert not [ask for ask in session.table.asks if ask.seat == 2]
    assert "Back to Anna" in session.host.get(f"/t/{session.key}").text


def test_what_lies_open_is_entered_for_a_guest_by_anybody_and_all_see_by_whom(session: Session) -> None:
    anna, ben, _ = session.players
    for _ in range(2):
        saved(session.act(session.ask, Chip(1)))
    ask = session.ask
    assert ask.seat == 2
    assert "Enter it for Carla" in ben.sees(f"/t/{session.key}")
    assert session.device("new").tap(session.key, "act", slot=ask.slot, do="chip", table=2).status_code == 403
    saved(ben.tap(session.key, "act", slot=ask.slot, do="chip", table=2))
    assert session.table.played[-1].act.seat == 2
    for device in (anna, ben):
        assert "Ben entered it for Carla." in device.sees(f"/t/{session.key}")
    assert session.service.rights(session.key, ben.known).lent is None
    saved(ben.tap(session.key, "back", entry=session.table.number))


def test_what_lies_face_down_is_entered_by_its_owner_alone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    play_to(session, "cards")
    while session.ask.seat != 2:
        saved(session.by_chance(Random(1)))
    anna, ask = session.taken(session.host), session.ask
    assert "Enter it for Carla" not in anna.sees(f"/t/{session.key}")
    assert "Hand this device to Carla" in anna.sees(f"/t/{session.key}")
    for place in "123":
        assert anna.tap(session.key, "act", slot=ask.slot, do="card", place=place, table=2).status_code == 409


def test_who_has_a_phone_is_served_by_nobody(session: Session) -> None:
    ask = session.ask
    assert ask.seat == 0
    assert session.players[1].tap(session.key, "act", slot=ask.slot, do="chip", table=2).status_code == 409


def test_that_it_was_handed_over_is_not_hidden_behind_another_notice(session: Session) -> None:
    anna, ben, _ = session.players
    saved(session.act(session.ask, Chip(1)))
    saved(session.act(session.ask, Chip(1)))
    saved(ben.tap(session.key, "lend", person=2))
    saved(ben.tap(session.key, "return"))
    saved(ben.tap(session.key, "hold", person=1))
    saved(ben.tap(session.key, "back", entry=session.table.played[-1].number))
    page = anna.sees(f"/t/{session.key}")
    assert "Ben undid the last move." in page
    assert "Ben's device was handed to Carla." in page


def test_who_has_a_phone_again_is_in_nobody_elses_hands(session: Session) -> None:
    saved(session.players[1].tap(session.key, "lend", person=2))
    claim = saved(session.device("carla").tap(session.key, "claim", person=2))
    saved(session.host.tap(session.key, "admit", claim=claim))
    saved(session.players[1].tap(session.key, "hold", person=1))
    assert "Lent to" not in session.players[1].sees(f"/t/{session.key}")
    assert session.service.rights(session.key, device_of(session, 1)).acting == 1


@pytest.mark.parametrize("why", ["a phone of her own", "gone"])
def test_a_phone_that_a_guest_still_holds_is_covered_until_its_owner_has_it_again(session: Session, why: str) -> None:
    ben, lent = session.players[1], device_of(session, 1)
    saved(ben.tap(session.key, "lend", person=2))
    saved(ben.tap(session.key, "hold", person=2))
    assert session.service.rights(session.key, lent).acting == 2
    if why == "gone":
        saved(session.host.tap(session.key, "gone", person=2))
    else:
        claim = saved(session.device("carla").tap(session.key, "claim", person=2))
        saved(session.host.tap(session.key, "admit", claim=claim))
    assert session.service.rights(session.key, lent).acting is None
    assert hand(session, ben) == hand(session, session.device("new"))
    assert "Back to Ben" in ben.sees(f"/t/{session.key}")
    saved(ben.tap(session.key, "hold", person=1))
    assert session.service.rights(session.key, lent).acting == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_lent_phone_is_covered_at_the_next_game_too_and_begins_none_itself(tmp_path: Path, kept: bool) -> None:
    session = new_session(tmp_path, 2, game="toy", rounds="1", host_plays=True, guests=1)
    anna, ben, _ = session.players
    play_to_end(session)
    saved(ben.tap(session.key, "lend", person=2))
    if kept:
        saved(ben.tap(session.key, "hold", person=2))
    else:
        assert ben.post(f"/t/{session.key}/again", {"op": "from-a-covered-one"}).status_code == 403
    fresh = anna.post(f"/t/{session.key}/again", {"op": "once-more"}).headers["Location"].rpartition("/")[2]
    assert session.service.rights(fresh, ben.known).acting is None
    assert "Back to Ben" in ben.sees(f"/t/{fresh}")
    saved(ben.tap(fresh, "hold", person=1))
    assert session.service.rights(fresh, ben.known).acting == 1
    assert session.service.rights(fresh, anna.known).acting == 0


def test_a_device_that_loses_its_seat_is_in_nobodys_hands(session: Session) -> None:
    lent = device_of(session, 1)
    saved(session.players[1].tap(session.key, "lend", person=2))
    claim = saved(session.device("bens-other").tap(session.key, "claim", person=1))
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert session.service.rights(session.key, lent).acting is None
    assert (
        session.players[1].get(f"/t/{session.key}/hand").text
        == session.device("new").get(f"/t/{session.key}/hand").text
    )


def device_of(session: Session, person: int) -> str:
    holders = session.service.store.holders(session.table.id)
    return next(grant.device for grant in holders if (grant.role, grant.number) == ("seat", person))


def test_a_lent_phone_whose_owners_seat_is_gone_sees_that_table_in_no_list(session: Session) -> None:
    ben = session.players[1]
    saved(ben.tap(session.key, "lend", person=2))
    saved(ben.tap(session.key, "hold", person=2))
    assert session.key in ben.get("/").text
    saved(session.host.tap(session.key, "gone", person=1))
    assert session.key not in ben.get("/").text
    assert ben.known is not None
    with session.service.store.reading() as db:
        assert seen_by(db, ben.known) == set()


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_screen_offers_nobodys_hand_in_any_game(slug: str, tmp_path: Path) -> None:
    session = new_session(tmp_path, GAMES[slug].players[0] - 1, guests=1, game=slug)
    luck, met, lent, hinted = Random(1), set[object](), 0, 0
    while not session.table.game.count_rounds(session.table.state, session.table.names):
        kind = session.ask.do, session.table.party.people[session.ask.seat or 0].phone
        if kind not in met:
            met.add(kind)
            screen = session.host.sees(f"/t/{session.key}/screen")
            for offer in ('value="lend"', "data-look=", "data-open="):
                assert offer not in screen
            lent += 'value="lend"' in session.players[0].sees(f"/t/{session.key}")
            hinted += "Hand a phone to" in screen
        saved(session.by_chance(luck))
        session.paged()
    assert lent, "on a phone it still is offered"
    assert hinted, "the screen says that a phone is to be handed over"


def test_the_table_screen_is_handed_over_after_a_question_alone(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    play_to(session, "chips")
    asked = f"/t/{session.key}/lend"
    assert f'href="{asked}"' in session.host.sees(f"/t/{session.key}")
    assert f'href="{asked}"' not in session.players[0].sees(f"/t/{session.key}")
    assert "Everyone can see this screen. Show Carla’s cards here?" in session.host.get(asked).text
    assert session.players[0].get(asked).status_code == 403
    saved(session.host.tap(session.key, "lend", person=2))
    assert "Give this device to Carla" in session.host.sees(f"/t/{session.key}")
    assert session.host.get(asked).status_code == 403
