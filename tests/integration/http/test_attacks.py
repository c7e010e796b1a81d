"""Somebody who has only the address stops nobody: twelve players behind the same one play on."""

from itertools import count
from pathlib import Path

from companion.web.http.limits import CODES
from tests.integration.http.attacks import Attacker, play, two_tables, under_attack
from tests.integration.http.sockets import FEW_HANDLES, HANDLES, connect, head, more_handles
from tests.support.server import Server, running


def test_guessed_codes_are_refused_while_others_play(own_server: Server) -> None:
    tables, attacker, tries = two_tables(own_server), Attacker(own_server), count()

    def guess() -> int:
        if next(tries) % 9 == 0:
            attacker.as_new().request("GET", "/")
        return attacker.request("POST", "/code", {"code": "QQQQQ"})

    with under_attack(guess, 3 * CODES.amount) as statuses:
        play(tables)
    assert set(statuses) == {409, 429}


def test_streams_of_new_cookies_take_no_place_from_players(tmp_path: Path) -> None:
    more_handles(8 * HANDLES)
    with running(Server(tmp_path, command=FEW_HANDLES)) as server:
        tables, attacker, tries = two_tables(server), Attacker(server), count()
        addresses, connections = [""], []

        def stream() -> int:
            """Every dozen has a new cookie, and a table of its own where that is allowed."""
            if next(tries) % 12 == 0 and attacker.as_new().request("POST", "/new", {"game": "vabanque"}) == 303:
                addresses.append(attacker.location)
            connections.append(connect(server))
            connections[-1].sendall(head(server, f"{addresses[-1]}/events", f"Cookie: {attacker.cookie}"))
            return int(connections[-1].recv(4096).split()[1])

        before = [stream() for _ in range(HANDLES)]
        with under_attack(stream, HANDLES):
            play(tables)
            elsewhere = connect(server, "127.0.0.3")
            elsewhere.sendall(head(server, tables[0].events))
            assert elsewhere.recv(4096).startswith(b"HTTP/1.1 200 ")
        assert before.count(200) > HANDLES // 4
        for connection in (*connections, elsewhere):
            connection.close()
