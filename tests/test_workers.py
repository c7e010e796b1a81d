"""Looking after workers, without a server."""

import signal
import socket
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest

from companion import workers

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has one process")


def test_where_the_machine_has_no_room_for_a_worker_the_others_go_on_and_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    tries: list[Any] = []

    def full(*_: Any, **__: Any) -> None:
        tries.append(now)
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    monkeypatch.setattr("companion.workers.time.monotonic", lambda: now)
    with socket.socket() as listener:
        house = workers.Workers(listener, 2)
        for _ in range(100):
            house._see_to(0)
            now += workers.LOOK
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert waits[0] < waits[1] < waits[2], "later each time"
    assert waits[2] < max(waits) < workers.LATE + 2 * workers.LOOK


@pytest.mark.parametrize("ignored", [False, True])
def test_a_terminal_that_is_closed_ends_it_but_where_it_was_to_outlast_that(*, ignored: bool) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        assert (signal.SIGHUP in workers.stops()) is not ignored
        assert {signal.SIGTERM, signal.SIGINT} <= {*workers.stops()}
    finally:
        signal.signal(signal.SIGHUP, before)
