"""Names that change, seats that were left, tables that are put away, and the screen in the middle that stays."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from tests.unit.web.devices import Device, Evening, an_evening, done
from tests.unit.web.phases import an_act
from tests.unit.web.test_who_comes_in import to_the_end


def page(evening: Evening, device: Device) -> str:
    """What a device is shown of the table."""
    return device.sees(f"/t/{evening.key}")


def test_somebody_takes_another_name_and_all_see_it(evening: Evening) -> None:
    an_act(evening)
    ben = evening.players[1]
    done(ben.tap(evening.key, "rename", name=" Benedikt "))
    for device in (*evening.players, evening.host):
        assert "Ben is called Benedikt now." in page(evening, device)
    header = json.loads(ben.get(f"/t/{evening.key}/record.jsonl").text.splitlines()[0])
    assert header["players"] == ["Anna", "Benedikt", "Carla"]
    assert "Benedikt" in ben.get(f"/t/{evening.key}/summary").text
    assert "Benedikt" in evening.host.get("/").text


def test_a_name_changes_in_the_lobby_too_and_who_gets_up_is_forgotten(tmp_path: Path) -> None:
    first = an_evening(tmp_path)
    lobby = Evening(first.app, first.host).open().sit(2)
    done(lobby.players[1].tap(lobby.key, "rename", name="Benno"))
    assert "Ben is called Benno now." in page(lobby, lobby.players[0])
    done(lobby.players[1].tap(lobby.key, "leave"))
    assert "is called" not in page(lobby, lobby.players[0])


def test_the_borrower_of_a_phone_does_not_rename_its_owner(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, host_plays=True, guests=1)
    anna = evening.in_hand(2)
    assert anna.tap(evening.key, "rename", person=0, name="Anke").status_code == 403
    done(anna.tap(evening.key, "rename", name="Clara"))
    assert evening.table.names == ("Anna", "Ben", "Clara")


def test_a_seat_that_was_left_is_taken_by_somebody_else_under_another_name(evening: Evening) -> None:
    an_act(evening)
    ben, gina = evening.players[1], evening.device("gina")
    assert evening.players[0].tap(evening.key, "gone", person=1).status_code == 403
    done(evening.host.tap(evening.key, "gone", person=1))
    assert "Ben has left. Their seat is free." in page(evening, evening.players[0])
    assert ben.get(f"/t/{evening.key}/me").get_json()["away"]
    assert "free" in page(evening, gina)
    claim = done(gina.tap(evening.key, "claim", person=1, name="Gina"))
    assert "Gina asks for Ben's seat." in page(evening, evening.host)
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert evening.table.names == ("Anna", "Gina", "Carla")
    assert evening.table.party.people[1].phone
    assert not evening.table.party.people[1].gone
    assert "Gina now has Ben's seat." in page(evening, evening.players[0])
    assert "Gina now has Ben's seat." not in page(evening, gina)


def test_until_somebody_comes_the_left_seat_is_served(evening: Evening) -> None:
    an_act(evening)
    done(evening.host.tap(evening.key, "gone", person=0))
    done(evening.host.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1))
    assert "The host entered it for Anna." in page(evening, evening.players[1])


def test_a_name_that_was_taken_while_the_host_thought_is_not_given_twice(evening: Evening) -> None:
    an_act(evening)
    claim = done(evening.device("gina").tap(evening.key, "claim", person=1, name="Gina"))
    done(evening.players[0].tap(evening.key, "rename", name="Gina"))
    assert evening.host.tap(evening.key, "admit", claim=claim).status_code == 409
    done(evening.host.tap(evening.key, "refuse", claim=claim))


def test_an_abandoned_table_is_put_away_and_opened_again(evening: Evening) -> None:
    an_act(evening)
    ben, code = evening.players[1], evening.table.code
    assert "Yes, put it away" in evening.host.get(f"/t/{evening.key}/seats").text
    assert "Yes, put it away" not in ben.get(f"/t/{evening.key}/seats").text
    assert ben.tap(evening.key, "away").status_code == 403
    done(evening.host.tap(evening.key, "away"))
    start = ben.get("/").text
    assert "Being played" not in start
    assert "1\xa0table was put away" in start
    assert evening.key not in start
    assert evening.key in ben.get("/put-away").text
    assert evening.device("new").post("/code", {"code": code}).status_code == 409
    assert "This table was put away. Nothing is lost." in page(evening, ben)
    put_away = "This table was put away. Its host can open it again."
    assert evening.by_chance(Random(1)).text == put_away
    done(evening.host.tap(evening.key, "open"))
    assert "The host opened this table again." in page(evening, ben)
    assert "Being played" in ben.get("/").text
    done(evening.by_chance(Random(1)))


def test_the_screen_in_the_middle_stays_the_screen_when_the_role_moves(evening: Evening) -> None:
    an_act(evening)
    done(evening.host.tap(evening.key, "hand-on", person=0))
    now = evening.host.get(f"/t/{evening.key}/me").get_json()
    assert (now["screen"], now["away"], now["words"]) == (True, False, "")
    shown = page(evening, evening.host)
    assert 'id="live"' in shown
    for path in ("summary", "record.jsonl", "seats", "phone"):
        assert f"/t/{evening.key}/{path}" not in shown
    assert evening.host.tap(evening.key, "act", slot=evening.ask.slot, do="chip", table=1).status_code == 403


def test_when_the_role_has_moved_the_screen_in_the_middle_prints_the_end_and_plays_again_all_the_same(
    tmp_path: Path,
) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1")
    screen, table = evening.host, f"/t/{evening.key}"
    done(screen.tap(evening.key, "hand-on", person=0))
    assert screen.get(f"{table}/summary").status_code == 403, "not before the end"
    before = screen.get(f"{table}/me").get_json()["moved"]
    evening.host = evening.players[0]
    to_the_end(evening)
    now = screen.get(f"{table}/me").get_json()
    assert (now["screen"], now["words"]) == (True, "watch")
    assert f'data-moved="{now["moved"]}"' in screen.get(table).text
    assert now["moved"] > before, "its page asks anew what it may"
    shown = page(evening, screen)
    assert f'href="{table}/summary.pdf"' in shown
    assert screen.get(f"{table}/summary").status_code == 200
    assert f'action="{table}/again"' in shown
    fresh = screen.post(f"{table}/again", {"op": screen.op()}).headers["Location"]
    assert screen.get(f"{table}/again").headers["Location"] == fresh
    assert screen.get(f"{fresh}/me").get_json()["screen"]
    assert evening.players[0].get(f"{fresh}/me").get_json()["words"].endswith("seated host hosting")


@pytest.mark.parametrize("slug", GAMES)
def test_the_phone_of_a_host_without_a_seat_is_a_phone(slug: str, tmp_path: Path) -> None:
    evening = an_evening(tmp_path, GAMES[slug].players[0], game=slug)
    on_a_phone(evening.host)
    for at, kind in (("", "phone"), ("/screen", "screen")):
        assert f'class="at-table {kind}"' in evening.host.get(f"/t/{evening.key}{at}").text
    now = evening.host.get(f"/t/{evening.key}/me").get_json()
    assert (now["screen"], now["away"], now["words"]) == (False, False, "host hosting")
    shown = page(evening, evening.host)
    assert f"/t/{evening.key}/events" in shown
    assert f'href="/t/{evening.key}/screen"' in shown, "it can still be made the screen"


def test_a_phone_that_was_the_hosts_goes_on_watching_as_a_phone(evening: Evening) -> None:
    an_act(evening)
    on_a_phone(evening.host)
    done(evening.host.tap(evening.key, "hand-on", person=0))
    now = evening.host.get(f"/t/{evening.key}/me").get_json()
    assert (now["screen"], now["away"], now["words"]) == (False, False, "")
    assert 'class="at-table phone"' in evening.host.get(f"/t/{evening.key}").text


def on_a_phone(device: Device) -> None:
    """As `static/kind.js` tells it."""
    device.client.set_cookie("companion-kind", "phone", domain="companion.test")


def test_what_links_a_watcher_is_shown_lead_somewhere(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1")
    to_the_end(evening)
    watching = evening.device("watching")
    for path in ("", "/screen"):
        shown = watching.sees(f"/t/{evening.key}{path}")
        for address in {one.partition('"')[0] for one in shown.split(' href="')[1:]} - {"#"}:
            if address.startswith("/t/"):
                assert watching.get(address).status_code == 200, address
