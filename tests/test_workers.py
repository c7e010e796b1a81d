"""Looking after workers, without a server."""

import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
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

    monkeypatch.setattr(os, "fork", full)
    monkeypatch.setattr("companion.workers.time.monotonic", lambda: now)
    house = workers.Workers(print, 2)
    for _ in range(100):
        house._see_to(0)
        now += workers.LOOK
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert waits[0] < waits[1] < waits[2], "later each time"
    assert waits[2] < max(waits) < workers.LATE + 2 * workers.LOOK


FAILING = """
import os, signal, sys
from pathlib import Path
from companion import workers

def serve(place):
    with told.open("a") as file:
        print(place.nth, place.parent == os.getppid(), place.folder.is_dir(), file=file)
    if told.read_text().count("\\n") > 2:
        os.kill(place.parent, signal.SIGTERM)
    raise SystemExit("there is no room")

told = Path(sys.argv[1])
print("begun")
workers.Workers(serve, 1).run(lambda: print("all there"))
print("ended")
"""


def test_a_worker_that_fails_says_why_is_started_anew_and_does_nothing_of_what_its_parent_does(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FAILING, str(tmp_path / "told")]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (found.returncode, found.stdout) == (0, "begun\nall there\nended\n")
    told = (tmp_path / "told").read_text().splitlines()
    assert len(told) >= 3
    assert set(told) == {"0 True True"}
    assert found.stderr.count("there is no room\n") == len(told)
    assert found.stderr.count("ended (1); another one is started") >= 2


UNTOLD = """
import os, signal, sys, time
from pathlib import Path
from companion import workers

def serve(place):
    told.write_text(str(os.getpid()))
    signal.pause()

def begun():
    while not (told.exists() and told.read_text()):
        time.sleep(0.01)
    raise OSError("nobody can be told")

told = Path(sys.argv[1])
workers.Workers(serve, 1).run(begun)
"""


def test_workers_end_where_nobody_can_be_told_that_they_are_there(tmp_path: Path) -> None:
    command = [sys.executable, "-c", UNTOLD, str(tmp_path / "told")]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 1
    assert "OSError: nobody can be told" in found.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "told").read_text()), 0)


@pytest.mark.parametrize("ignored", [False, True])
def test_a_terminal_that_is_closed_ends_it_but_where_it_was_to_outlast_that(*, ignored: bool) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        assert (signal.SIGHUP in workers.stops()) is not ignored
        assert {signal.SIGTERM, signal.SIGINT} <= {*workers.stops()}
    finally:
        signal.signal(signal.SIGHUP, before)
