"""A device lent to a player without a phone: all see whose and to whom, and it shows nobody else's hand."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.vabanque.moves import Chip
from companion.table.model.permissions import NO_PERMISSIONS
from companion.table.storage.results import visible_tables
from tests.unit.web.support.devices import Device, Session, begun_session, new_session, saved
from tests.unit.web.support.phases import play_to, play_to_end


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Chips are placed. Anna is the host; she and Ben have phones, Carla has none."""
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    play_to(session, "chips")
    return session


def hand(session: Session, device: Device) -> str:
    return device.get(f"/t/{session.key}/hand").text


def acting(session: Session, device: Device) -> int | None:
    """The seat that a device acts for."""
    return session.service.rights(session.key, device.known).acting


def readmit(session: Session, person: int) -> None:
    """The host gives somebody's seat to a new phone."""
    claim = saved(session.device("new-phone").tap(session.key, "claim", person=person))
    saved(session.host.tap(session.key, "admit", claim=claim))


def test_device_on_its_way_shows_no_hand_and_takes_no_move(session: Session) -> None:
    ben, nothing = session.players[1], hand(session, session.device("new"))
    own = hand(session, ben)
    ben.client.set_cookie("companion-kind", "phone", domain="companion.test")
    saved(ben.tap(session.key, "lend", person=2))
    cover = ben.get(f"/t/{session.key}").text
    assert "Hand the phone to Carla" in cover
    assert "I'm Carla" in cover
    assert 'id="live"' not in cover
    assert ben.get(f"/t/{session.key}/me").get_json()["away"]
    for kind in ("page", "leave", "act"):
        refused = "This device is being handed over. The person holding it must confirm first."
        assert ben.tap(session.key, kind).text == refused
    assert ben.tap(session.key, "hold", person=1).status_code == 409
    saved(ben.tap(session.key, "hold", person=2))
    carlas = hand(session, ben)
    assert "Lent to Carla" in ben.sees(f"/t/{session.key}")
    for device in (session.host, ben):
        assert "Ben's device was handed to Carla." in device.sees(f"/t/{session.key}")
    saved(ben.tap(session.key, "return"))
    cover = ben.get(f"/t/{session.key}").text
    assert "Back to Ben" in cover
    assert "I'm Ben" in cover
    assert "Not now" not in cover
    assert hand(session, ben) == nothing
    assert ben.tap(session.key, "hold", person=2).status_code == 409
    saved(ben.tap(session.key, "hold", person=1))
    assert "Lent to" not in ben.sees(f"/t/{session.key}")
    assert nothing not in (own, carlas, hand(session, ben))


def test_table_screen_is_lent_after_a_question_and_comes_back(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, guests=1)
    play_to(session, "chips")
    question = f"/t/{session.key}/lend"
    assert f'href="{question}"' in session.host.sees(f"/t/{session.key}")
    assert f'href="{question}"' not in session.players[0].sees(f"/t/{session.key}")
    assert "Everyone can see this screen. Show Carla's cards here?" in session.host.get(question).text
    assert session.players[0].get(question).status_code == 403
    saved(session.host.tap(session.key, "lend", person=2))
    assert "Hand this device to Carla" in session.host.sees(f"/t/{session.key}")
    assert session.host.get(question).status_code == 403
    session.taken(session.host)
    saved(session.host.tap(session.key, "return"))
    assert not session.service.rights(session.key, session.host.known).hosting
    assert "Back to the host" in session.host.get(f"/t/{session.key}").text
    saved(session.host.tap(session.key, "hold", person="host"))
    assert session.host.get(f"/t/{session.key}/me").get_json()["screen"]


def test_lent_device_serves_all_moves_in_a_row(tmp_path: Path) -> None:
    session = new_session(tmp_path, 1, host_plays=True, guests=2, turns="free")
    play_to(session, "chips")
    session.in_hand(2)
    moves = 0
    while session.service.rights(session.key, session.host.known).lent == 2:
        ask = next(ask for ask in session.table.asks if ask.seat == 2)
        saved(session.host.tap(session.key, "act", slot=ask.slot, do="chip", table=1))
        moves += 1
    assert moves > 1
    assert not [ask for ask in session.table.asks if ask.seat == 2]
    assert "Back to Anna" in session.host.get(f"/t/{session.key}").text


def test_anybody_enters_a_guests_open_move_for_all_to_see(session: Session) -> None:
    anna, ben, _ = session.players
    assert ben.tap(session.key, "act", slot=session.ask.slot, do="chip", table=2).status_code == 409, "Anna's phone"
    for _ in range(2):
        saved(session.act(session.ask, Chip(1)))
    slot = session.ask.slot
    assert "Enter it for Carla" in ben.sees(f"/t/{session.key}")
    assert session.device("new").tap(session.key, "act", slot=slot, do="chip", table=2).status_code == 403
    saved(ben.tap(session.key, "act", slot=slot, do="chip", table=2))
    assert session.table.played[-1].act.seat == 2
    for device in (anna, ben):
        assert "Ben entered it for Carla." in device.sees(f"/t/{session.key}")
    assert session.service.rights(session.key, ben.known).lent is None
    saved(ben.tap(session.key, "back", entry=session.table.number))


def test_only_its_owner_enters_a_hidden_move(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    play_to(session, "cards")
    while session.ask.seat != 2:
        saved(session.by_chance(Random(1)))
    anna, slot = session.taken(session.host), session.ask.slot
    assert "Enter it for Carla" not in anna.sees(f"/t/{session.key}")
    assert "Hand this device to Carla" in anna.sees(f"/t/{session.key}")
    for place in "123":
        assert anna.tap(session.key, "act", slot=slot, do="card", place=place, table=2).status_code == 409


def test_handing_over_is_shown_beside_another_notice(session: Session) -> None:
    ben = session.players[1]
    for _ in range(2):
        saved(session.act(session.ask, Chip(1)))
    for kind, fields in (("lend", {"person": 2}), ("return", {}), ("hold", {"person": 1})):
        saved(ben.tap(session.key, kind, **fields))
    saved(ben.tap(session.key, "back", entry=session.table.played[-1].number))
    page = session.host.sees(f"/t/{session.key}")
    assert "Ben undid the last move." in page
    assert "Ben's device was handed to Carla." in page


@pytest.mark.parametrize("why", ["new phone", "gone"])
@pytest.mark.parametrize("held", [True, False])
def test_lent_phone_is_covered_until_its_owner_has_it(session: Session, why: str, held: bool) -> None:
    ben = session.players[1]
    saved(ben.tap(session.key, "lend", person=2))
    if held:
        saved(ben.tap(session.key, "hold", person=2))
    if why == "gone":
        saved(session.host.tap(session.key, "gone", person=2))
    else:
        readmit(session, 2)
    assert acting(session, ben) is None
    assert hand(session, ben) == hand(session, session.device("new"))
    assert "Back to Ben" in ben.sees(f"/t/{session.key}")
    saved(ben.tap(session.key, "hold", person=1))
    assert "Lent to" not in ben.sees(f"/t/{session.key}")
    assert acting(session, ben) == 1


@pytest.mark.parametrize("held", [True, False])
def test_lent_phone_is_covered_in_a_rematch_and_opens_none(tmp_path: Path, held: bool) -> None:
    session = new_session(tmp_path, 2, game="toy", rounds="1", host_plays=True, guests=1)
    anna, ben, _ = session.players
    play_to_end(session)
    saved(ben.tap(session.key, "lend", person=2))
    if held:
        saved(ben.tap(session.key, "hold", person=2))
    else:
        assert ben.post(f"/t/{session.key}/again", {"op": "from-a-covered-one"}).status_code == 403
    fresh = anna.post(f"/t/{session.key}/again", {"op": "once-more"}).headers["Location"].rpartition("/")[2]
    session.key = fresh
    assert acting(session, ben) is None
    assert "Back to Ben" in ben.sees(f"/t/{fresh}")
    saved(ben.tap(fresh, "hold", person=1))
    assert (acting(session, ben), acting(session, anna)) == (1, 0)


def test_lent_phone_that_loses_its_seat_sees_nothing(session: Session) -> None:
    ben = session.players[1]
    saved(ben.tap(session.key, "lend", person=2))
    saved(ben.tap(session.key, "hold", person=2))
    assert session.key in ben.get("/").text
    readmit(session, 1)
    assert acting(session, ben) is None
    assert hand(session, ben) == hand(session, session.device("new"))
    assert session.key not in ben.get("/").text
    with session.service.store.reading() as db:
        assert visible_tables(db, str(ben.known)) == set()


@pytest.mark.parametrize("slug", GAMES)
def test_table_screen_offers_no_hand(slug: str, tmp_path: Path) -> None:
    session = new_session(tmp_path, GAMES[slug].players[0] - 1, guests=1, game=slug)
    luck, met, lent, hinted = Random(1), set[object](), 0, 0
    while not session.table.game.count_rounds(session.table.state, session.table.names):
        kind = session.ask.do, session.table.roster.people[session.ask.seat or 0].phone
        if kind not in met:
            met.add(kind)
            screen = session.host.sees(f"/t/{session.key}/screen")
            for offer in ('value="lend"', "data-look=", "data-open="):
                assert offer not in screen
            lent += 'value="lend"' in session.players[0].sees(f"/t/{session.key}")
            hinted += "Hand a phone to" in screen
        saved(session.by_chance(luck))
        session.paged()
    assert lent, "no phone offered it"
    assert hinted, "the screen did not tell to hand over a phone"


@pytest.fixture
def here(tmp_path: Path) -> Session:
    """Anna hosts on a phone with operator rights; Carla has no phone."""
    session = begun_session(tmp_path, 2, host_plays=True, guests=1)
    session.service.make_operator(str(session.host.known))
    play_to(session, "cards")
    return session


@pytest.mark.parametrize("taken", [False, True], ids=["on its way", "held"])
def test_lent_operator_has_no_rights_at_other_tables(here: Session, *, taken: bool) -> None:
    there, anna = Session(here.app, here.device("other")).open().sit(3).begin(), here.host
    record = f"/t/{there.key}/record.jsonl"
    assert anna.get(record).status_code == 200
    saved(anna.tap(here.key, "lend", person=2))
    if taken:
        here.taken(anna)
    assert here.service.rights(there.key, anna.known) == NO_PERMISSIONS
    assert here.service.stored_rights(there.key, anna.known) == NO_PERMISSIONS
    assert (anna.get(record).status_code, anna.get("/metrics").status_code) == (403, 404)
    for kind in ("host", "away"):
        assert anna.tap(there.key, kind).status_code == 403
    saved(there.host.tap(there.key, "away"))
    assert anna.post(f"/t/{there.key}/delete", {"sure": "yes"}).status_code == 403
    assert there.key not in anna.get("/").text
    assert there.service.status(there.key) == "away"
    here.taken(anna)
    saved(anna.tap(here.key, "return"))
    assert anna.get(record).status_code == 403
    here.taken(anna)
    assert anna.get(record).status_code == 200, "back with the device"


def test_lent_phone_shows_no_hand_of_another_table(here: Session) -> None:
    ben, there = here.players[1], Session(here.app, here.device("other")).open()
    for device, colour in ((ben, "red"), (here.device("X"), "orange"), (here.device("Y"), "green")):
        there.players.append(device)
        saved(device.tap(there.key, "sit", name=device.name, colour=colour))
    play_to(there.begin(), "cards")
    own = ben.get(f"/t/{there.key}/hand")
    saved(ben.tap(here.key, "lend", person=2))
    here.taken(ben)
    lent = ben.get(f"/t/{there.key}/hand")
    assert "Your cards stay hidden" not in own.text
    assert "This device is lent to someone at another table. Your cards stay hidden" in lent.text
    assert len(lent.data) == len(own.data)
