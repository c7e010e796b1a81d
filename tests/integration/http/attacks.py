"""A party of twelve phones, and somebody behind the same address who means no good."""

import http.client
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from urllib.parse import urlencode

from tests.integration.http.server import TIMEOUT, Evening, Server, an_evening, chip

CHIPS = 4
"""What each phone places."""
AT_ONCE = 0.5


class Attacker:
    """One connection that is kept, and no cookie that stays."""

    def __init__(self, server: Server) -> None:
        self._origin = f"http://127.0.0.1:{server.port}"
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
        self.cookie = ""
        self.location = ""

    def sends(self, method: str, path: str, form: Mapping[str, str] | None = None) -> int:
        """The status of a request."""
        headers = {"Origin": self._origin, "Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        self._line.request(method, path, None if form is None else urlencode(form), headers)
        answer = self._line.getresponse()
        answer.read()
        self.location = answer.getheader("Location", "")
        self.cookie = answer.getheader("Set-Cookie", self.cookie).partition(";")[0]
        return answer.status

    def as_new(self) -> "Attacker":
        """Forgets its cookie."""
        self.cookie = ""
        return self


@contextmanager
def under_attack(attack: Callable[[], int], least: int) -> Iterator[Counter[int]]:
    """How often each status came, of an attack that goes on meanwhile, and until it was tried so often."""
    statuses: Counter[int] = Counter()
    over = Event()

    def go() -> None:
        while not over.is_set() or statuses.total() < least:
            statuses[attack()] += 1

    with ThreadPoolExecutor(1) as pool:
        going = pool.submit(go)
        try:
            yield statuses
        finally:
            over.set()
        going.result()


def a_party(server: Server) -> list[Evening]:
    """Two tables of six phones each."""
    return [an_evening(server, turns="free") for _ in range(2)]


def plays(party: list[Evening]) -> None:
    """Everybody places chips, and every phone of the table sees each; reports how many took half a second at most."""
    seconds = [taken for evening in party for taken in _played(evening)]
    at_once = sum(taken <= AT_ONCE for taken in seconds) / len(seconds)
    print(f"{len(seconds)} taps, {at_once:.0%} seen within {AT_ONCE} s, the slowest after {max(seconds):.2f} s")


def _played(evening: Evening) -> Iterator[float]:
    streams = [phone.stream(f"/t/{evening.key}/events") for phone in evening.players]
    for nth in range(CHIPS):
        for phone in evening.players:
            began = time.monotonic()
            told = phone.ask("POST", evening.tap, chip(phone, nth)).entry
            for stream in streams:
                while stream.message()[0] < told:
                    pass
            yield time.monotonic() - began
    for stream in streams:
        stream.close()
