"""Clients of a server whose printer takes a second for each sheet."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.integration.http.sockets import connect, head, reset
from tests.support.server import Server, python, running
from tests.support.waiting import wait_until

BEGUN = "a sheet is begun"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The server."""
    with running(Server(tmp_path, command=python("tests.integration.http.slow_printer"))) as server:
        yield server


def begun(server: Server) -> int:
    """Sheets that the printer has begun."""
    return server.output.read_text().count(BEGUN)


def test_sheet_that_is_being_printed_is_still_sent(server: Server) -> None:
    with ThreadPoolExecutor(1) as pool:
        sheet = pool.submit(server.phone("guest").get, "/rules/banque_fatale/print.pdf")
        wait_until(lambda: begun(server))
        assert server.stop() == 0
    assert sheet.result().text == "%PDF at last"


def test_sheet_of_a_client_who_left_is_not_printed(server: Server) -> None:
    with connect(server) as first, connect(server) as second:
        first.sendall(head(server, "/rules/banque_fatale/print.pdf"))
        wait_until(lambda: begun(server))
        second.sendall(head(server, "/rules/vabanque/print.pdf"))
        time.sleep(0.2)  # until it waits
        reset(second)
        assert server.phone("third").get("/rules/wetten/print.pdf").text == "%PDF at last"
    assert begun(server) == 2
