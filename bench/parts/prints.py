"""Paper: what taps wait while summaries are made, and how long one waits for a PDF."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.house import House, open_house
from bench.load import closed, offered
from bench.party import Party
from bench.phones import Unwelcome
from bench.report import high, line, ms, waited
from bench.wire import Answer

IN_A_ROW = 6
TABLES = 8
A_ROUND = 50
RATE = 25.0
QUIET = 8.0
LONGEST = 20.0
TIMES = 5


def measure() -> None:
    """First beside taps, then alone."""
    with open_house() as house:
        _beside_taps(house)
    if find_spec("bench.paper"):
        _by_paper(import_module("bench.paper"))
    else:
        _by_hand()


def _by_paper(paper: Any) -> None:
    _paper(paper.warm_summary, paper.cold_print, paper.whole_material)


def _paper(warm: Callable[[], float], cold: Callable[[], float], whole: Callable[[], float]) -> None:
    line("summary as PDF, warm", ms(median(warm() for _ in range(TIMES))), "at most 0.3 s")
    line("summary as PDF, cold: companion print", ms(median(cold() for _ in range(3))), "at most 1 s")
    line("all of Wetten!'s material: companion paper wetten", ms(whole()), "at most 4 s")


def _beside_taps(house: House) -> None:
    """The summaries are those of the tables that tap, so that no two are the same."""
    parties = house.parties(TABLES)
    closed(house, parties, A_ROUND * TABLES, QUIET)
    quiet = offered(house, parties, RATE, QUIET)
    line(f"{RATE:.0f} taps/s and no PDF: seen by all five", waited(quiet))
    queue = Queue(parties)
    queue.next()
    beside = offered(house, parties, RATE, QUIET, lambda: queue.made >= IN_A_ROW)
    queue.stopped = True
    what = f"{RATE:.0f} taps/s beside {queue.made} PDFs in a row: seen by all five"
    line(what, waited(beside))
    line("  99 % beside the PDFs", f"{high(beside.waits.seen) / high(quiet.waits.seen):.1f} times that without")


class Queue:
    """Summaries, each asked for when the one before is there, by one phone after the other."""

    def __init__(self, parties: list[Party]) -> None:
        self.made = 0
        self.stopped = False
        self._asking = cycle([(party.key, phone) for party in parties for phone in party.phones])

    def next(self) -> None:
        """The next one."""
        key, phone = next(self._asking)
        phone.ask(f"/t/{key}/summary.pdf", self._came)

    def _came(self, answer: Answer) -> None:
        if answer.status != 200:
            raise Unwelcome(answer.status, answer.body)
        self.made += 1
        if not self.stopped:
            self.next()


def _by_hand() -> None:
    with open_house() as house, tempfile.TemporaryDirectory() as folder:
        party = house.party("vabanque")
        closed(house, [party], 10**9, LONGEST)
        host = party.phones[0]

        def warm() -> float:
            began = perf_counter()
            host.get(f"/t/{party.key}/summary.pdf")
            return perf_counter() - began

        warm()
        record = Path(folder) / "game.jsonl"
        record.write_text(host.get(f"/t/{party.key}/record.jsonl").text)
        pdf = str(Path(folder) / "out.pdf")
        _paper(warm, lambda: _command("print", str(record), "-o", pdf), lambda: _command("paper", "wetten", "-o", pdf))


def _command(*words: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-m", "companion", *words], check=True)
    return perf_counter() - began
