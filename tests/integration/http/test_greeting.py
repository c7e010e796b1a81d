"""The greeting of `companion serve`: its addresses and one-time links."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

import pytest

from companion.network import addresses
from tests.support.forked import Forked
from tests.support.phones import Phone
from tests.support.ports import free_port
from tests.support.server import LAST_LINE
from tests.support.waiting import wait_until

LINK = re.compile(r"http://([^/\s]+)/house/(\S+)")


@contextmanager
def greeting(data: Path, *options: str, browser: str = "") -> Iterator[str]:
    """Output of `companion serve`, while it runs."""
    command = ["serve", "--listen", "127.0.0.1", "--port", str(free_port()), "--data", str(data), *options]
    process = Forked(command, environment={**os.environ, "BROWSER": browser})
    try:
        assert process.stdout is not None
        with process.stdout:
            yield "".join(takewhile(lambda line: LAST_LINE not in line, process.stdout))
    finally:
        process.kill()
        process.wait()


def opened(host: str, secret: str, port: int) -> int:
    """Status of a link, opened at a host name."""
    return Phone("host", port).get(f"/house/{secret}", Host=host).status


def test_hosts_link_opens_on_a_phone_too_and_only_once(tmp_path: Path) -> None:
    with greeting(tmp_path, "--address", "companion.test", "--no-browser") as printed:
        (own, secret), (there, same) = LINK.findall(printed)
        port = int(own.partition(":")[2])
        assert (own, there, same) == (f"localhost:{port}", f"companion.test:{port}", secret)
        assert [opened(host, secret, port) for host in (there, own)] == [303, 404]


def test_no_link_for_phones_where_no_phone_gets_in(tmp_path: Path) -> None:
    for address in ("127.0.0.1", "localhost"):
        with greeting(tmp_path / address, "--address", address, "--no-browser") as printed:
            assert [host.partition(":")[0] for host, _ in LINK.findall(printed)] == ["localhost"]


def test_greeting_names_the_address_that_is_listened_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with greeting(tmp_path, "--no-browser") as printed:
        assert re.search(r"Companion is running:  http://127\.0\.0\.1:\d+/", printed)
        assert "Other addresses" not in printed
    monkeypatch.setattr(addresses, "candidates", lambda: ("192.0.2.1",))
    assert [addresses.choose_address(listen) for listen in ("10.0.0.5", "0.0.0.0", "")] == [
        "10.0.0.5",
        "192.0.2.1",
        "192.0.2.1",
    ]
    assert [addresses.listening_addresses(listen) for listen in ("10.0.0.5", "")] == [("10.0.0.5",), ("192.0.2.1",)]


def test_opened_browser_leaves_the_printed_link_unused(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new && mv {seen}.new {seen}\n', encoding="utf-8")
    browser.chmod(0o755)
    with greeting(tmp_path / "data", "--address", "companion.test", browser=f"{browser} %s") as printed:
        wait_until(seen.is_file)
        (own, first), (_, second) = *LINK.findall(seen.read_text()), LINK.findall(printed)[0]
        port = int(own.partition(":")[2])
        assert first not in printed
        assert [opened(own, secret, port) for secret in (first, second)] == [303, 303]
