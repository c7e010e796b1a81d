"""Renamed players, free seats, tables put away, and devices that only watch."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import name_start_player, play_to_end


def page(session: Session, device: Device) -> str:
    return device.sees(f"/t/{session.key}")


def me(session: Session, device: Device) -> tuple[bool, bool, str]:
    """Whether a device is the table screen or has no place here, and the words it is styled by."""
    now = device.get(f"/t/{session.key}/me").get_json()
    return now["screen"], now["away"], now["words"]


def test_new_name_is_shown_everywhere(session: Session) -> None:
    name_start_player(session)
    ben = session.players[1]
    saved(ben.tap(session.key, "rename", name=" Benedikt "))
    for device in (*session.players, session.host):
        assert "Ben is called Benedikt now." in page(session, device)
    header = json.loads(ben.get(f"/t/{session.key}/record.jsonl").text.splitlines()[0])
    assert header["players"] == ["Anna", "Benedikt", "Carla"]
    for path in (f"/t/{session.key}/summary", "/"):
        assert "Benedikt" in ben.get(path).text


def test_new_name_in_the_lobby_is_forgotten_with_its_player(session: Session) -> None:
    lobby = Session(session.app, session.host).open().sit(2)
    saved(lobby.players[1].tap(lobby.key, "rename", name="Benno"))
    assert "Ben is called Benno now." in page(lobby, lobby.players[0])
    saved(lobby.players[1].tap(lobby.key, "leave"))
    assert "is called" not in page(lobby, lobby.players[0])


def test_borrower_of_a_phone_does_not_rename_its_owner(tmp_path: Path) -> None:
    session = new_session(tmp_path, 2, host_plays=True, guests=1)
    anna = session.in_hand(2)
    assert anna.tap(session.key, "rename", person=0, name="Anke").status_code == 403
    saved(anna.tap(session.key, "rename", name="Clara"))
    assert session.table.names == ("Anna", "Ben", "Clara")


def test_freed_seat_is_taken_under_another_name(session: Session) -> None:
    name_start_player(session)
    anna, ben, _ = session.players
    gina = session.device("gina")
    assert anna.tap(session.key, "gone", person=1).status_code == 403
    saved(session.host.tap(session.key, "gone", person=1))
    assert "Ben has left. Their seat is free." in page(session, anna)
    assert me(session, ben)[1]
    assert "free" in page(session, gina)
    claim = saved(gina.tap(session.key, "claim", person=1, name="Gina"))
    assert "Gina is asking for Ben's seat." in page(session, session.host)
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert session.table.names == ("Anna", "Gina", "Carla")
    taken = session.table.roster.people[1]
    assert (taken.phone, taken.gone) == (True, False)
    assert "Gina now has Ben's seat." in page(session, anna)
    assert "Gina now has Ben's seat." not in page(session, gina)


def test_anybody_enters_moves_for_a_free_seat(session: Session) -> None:
    name_start_player(session)
    saved(session.host.tap(session.key, "gone", person=0))
    saved(session.host.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))
    assert "The host entered it for Anna." in page(session, session.players[1])


def test_claimed_name_taken_meanwhile_is_not_given_twice(session: Session) -> None:
    claim = saved(session.device("gina").tap(session.key, "claim", person=1, name="Gina"))
    saved(session.players[0].tap(session.key, "rename", name="Gina"))
    assert session.host.tap(session.key, "admit", claim=claim).status_code == 409
    saved(session.host.tap(session.key, "refuse", claim=claim))


def test_table_is_put_away_and_opened_again(session: Session) -> None:
    name_start_player(session)
    ben, code = session.players[1], session.table.code
    assert "Yes, put it away" in session.host.get(f"/t/{session.key}/seats").text
    assert "Yes, put it away" not in ben.get(f"/t/{session.key}/seats").text
    assert ben.tap(session.key, "away").status_code == 403
    saved(session.host.tap(session.key, "away"))
    start = ben.get("/").text
    assert "In progress" not in start
    assert "1\xa0table was put away" in start
    assert session.key not in start
    assert session.key in ben.get("/put-away").text
    assert session.device("new").post("/code", {"code": code}).status_code == 409
    assert "This table was put away. Nothing is lost." in page(session, ben)
    assert session.by_chance(Random(1)).text == "This table was put away. Its host can open it again."
    saved(session.host.tap(session.key, "open"))
    assert "The host opened this table again." in page(session, ben)
    assert "In progress" in ben.get("/").text
    saved(session.by_chance(Random(1)))


@pytest.mark.parametrize("kind", ["screen", "phone"])
def test_former_host_without_a_seat_watches_on(session: Session, kind: str) -> None:
    name_start_player(session)
    if kind == "phone":
        on_a_phone(session.host)
    saved(session.host.tap(session.key, "hand-on", person=0))
    assert me(session, session.host) == (kind == "screen", False, "")
    assert f'class="at-table {kind}"' in session.host.get(f"/t/{session.key}").text
    shown = page(session, session.host)
    assert 'id="live"' in shown
    for path in ("summary", "record.jsonl", "seats", "phone"):
        assert f"/t/{session.key}/{path}" not in shown
    assert session.host.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1).status_code == 403


def test_former_host_prints_the_result_and_opens_a_rematch(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    screen, table = session.host, f"/t/{session.key}"
    saved(screen.tap(session.key, "hand-on", person=0))
    assert screen.get(f"{table}/summary").status_code == 403, "not before the end"
    before = screen.get(f"{table}/me").get_json()["moved"]
    session.host = session.players[0]
    play_to_end(session)
    now = screen.get(f"{table}/me").get_json()
    assert (now["screen"], now["words"]) == (True, "watch")
    assert f'data-moved="{now["moved"]}"' in screen.get(table).text
    assert now["moved"] > before, "its page asks anew what it may"
    shown = page(session, screen)
    assert f'href="{table}/summary.pdf"' in shown
    assert f'action="{table}/again"' in shown
    assert screen.get(f"{table}/summary").status_code == 200
    fresh = screen.post(f"{table}/again", {"op": screen.op()}).headers["Location"]
    assert screen.get(f"{table}/again").headers["Location"] == fresh
    assert screen.get(f"{fresh}/me").get_json()["screen"]
    assert session.players[0].get(f"{fresh}/me").get_json()["words"].endswith("seated host hosting")


def test_player_who_opens_a_rematch_is_its_host(tmp_path: Path) -> None:
    """The table screen that was the host may be closed."""
    session = new_session(tmp_path, game="toy", rounds="1")
    play_to_end(session)
    ben = session.players[1]
    session.key = ben.post(f"/t/{session.key}/again", {"op": ben.op()}).headers["Location"].rpartition("/")[2]
    assert me(session, session.host) == (True, False, "")
    assert me(session, session.players[0])[2].endswith("seated")
    saved(ben.tap(session.key, "begin", order="0 1 2"))


@pytest.mark.parametrize("slug", GAMES)
def test_phone_of_a_host_without_a_seat_is_a_phone(slug: str, tmp_path: Path) -> None:
    session = new_session(tmp_path, GAMES[slug].players[0], game=slug)
    on_a_phone(session.host)
    for path, kind in (("", "phone"), ("/screen", "screen")):
        assert f'class="at-table {kind}"' in session.host.get(f"/t/{session.key}{path}").text
    assert me(session, session.host) == (False, False, "host hosting")
    shown = page(session, session.host)
    assert f"/t/{session.key}/events" in shown
    assert f'href="/t/{session.key}/screen"' in shown, "it can still be made the screen"


def on_a_phone(device: Device) -> None:
    """Set the cookie of `static/kind.js`."""
    device.client.set_cookie("companion-kind", "phone", domain="companion.test")


def test_links_of_a_watcher_lead_somewhere(over: Session) -> None:
    watching = over.device("watching")
    for path in ("", "/screen"):
        shown = watching.sees(f"/t/{over.key}{path}")
        for address in {one.partition('"')[0] for one in shown.split(' href="')[1:]}:
            assert not address.startswith("/t/") or watching.get(address).status_code == 200, address
