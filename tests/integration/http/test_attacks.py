"""Somebody who has only the address stops nobody: a party of twelve behind the same one plays on."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.table.commands.bounds import UNDONE
from companion.web.http.limits import CODES, PAGES, TABLES
from tests.integration.http.attacks import Attacker, a_party, plays, under_attack
from tests.integration.http.guests import HANDLES, Small, head, line, more_handles, opened
from tests.integration.http.server import Server, an_evening, chip


def test_guessing_codes_with_ever_new_cookies_is_refused(mortal: Server) -> None:
    party, attacker, tries = a_party(mortal), Attacker(mortal), count()

    def guess() -> int:
        if next(tries) % 9 == 0:
            attacker.as_new().sends("GET", "/")
        return attacker.sends("POST", "/code", {"code": "QQQQQ"})

    with under_attack(guess, 3 * CODES.amount) as told:
        plays(party)
    refused(told, 409)


def test_opening_tables_with_ever_new_cookies_is_refused(mortal: Server) -> None:
    party, attacker = a_party(mortal), Attacker(mortal)
    with under_attack(lambda: attacker.as_new().sends("POST", "/new", {"game": "vabanque"}), 3 * TABLES.amount) as told:
        plays(party)
    refused(told, 303)


def test_material_from_ever_new_seeds_is_refused(mortal: Server) -> None:
    party, attacker, seeds = a_party(mortal), Attacker(mortal), count(1)
    path = "/material/wetten/print?sheet=track&seed="
    with under_attack(lambda: attacker.as_new().sends("GET", f"{path}{next(seeds)}"), 3 * PAGES.amount) as told:
        plays(party)
    refused(told, 200)


def test_undoing_at_an_own_table_is_refused(mortal: Server) -> None:
    party, own = a_party(mortal), an_evening(mortal, 3, turns="free")
    anna = own.players[0]

    def places_and_undoes() -> int:
        placed = anna.ask("POST", own.tap, chip(anna, 0)).headers["Companion-Entry"]
        return anna.tap(own.key, "back", entry=placed).status

    with under_attack(places_and_undoes, 2 * UNDONE) as told:
        plays(party)
    assert told[200] == UNDONE
    assert told.total() > UNDONE


def refused(told: Counter[int], good: int) -> None:
    """The attack came through until it was too often."""
    assert set(told) == {good, 429}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server with few handles."""
    more_handles(8 * HANDLES)
    with opened(Small(tmp_path)) as server:
        yield server


def test_streams_of_ever_new_cookies_take_no_place_from_a_party(small: Server) -> None:
    party, attacker, tries = a_party(small), Attacker(small), count()
    tables, open_ = [""], []

    def stream() -> int:
        """Every dozen has a new cookie, and a table of its own where that is allowed."""
        if next(tries) % 12 == 0 and attacker.as_new().sends("POST", "/new", {"game": "vabanque"}) == 303:
            tables.append(attacker.location)
        open_.append(line(small))
        open_[-1].sendall(head(small, f"{tables[-1]}/events", f"Cookie: {attacker.cookie}"))
        return int(open_[-1].recv(4096).split()[1])

    before = [stream() for _ in range(HANDLES)]
    with under_attack(stream, HANDLES):
        plays(party)
        elsewhere = line(small, "127.0.0.3")
        elsewhere.sendall(head(small, f"/t/{party[0].key}/events"))
        assert elsewhere.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert before.count(200) > HANDLES // 4
    for client in (*open_, elsewhere):
        client.close()
