"""PDFs: beside taps, tapped at the end of a game, from a warm printer, and by the commands."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

import gevent

from bench.load import closed, offered, warm
from bench.report import high, line, ms
from bench.rig import Rig, open_rig
from companion.printing import documents
from companion.printing.client import Printer, Sheet
from companion.records import record
from companion.table.model.from_record import record_view
from tests.unit.games.playing import whole_game

LONGEST = {"vabanque": 6, "banque_fatale": 4, "wetten": 5}
"""The games with as many players as fill the most paper."""

WHOLE_GAME = 20_000
TABLES, RATE, QUIET = 8, 25.0, 8.0
LOOKED_AT = 5.0
TIMES = 5
BETWEEN = 0.1
"""Seconds between two sheets, in which the printer clears up after the last one."""


def pdf() -> None:
    """First those that phones ask for, then those of the command line."""
    with open_rig() as rig:
        _beside_taps(rig)
        for slug, players in LONGEST.items():
            line(f"{slug} is over, Print is tapped {LOOKED_AT:.0f} s later", ms(_at_the_end(rig, slug, players)))
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder, "out.pdf"))
        for slug, wanted in (("vabanque", 0.7), ("banque_fatale", 0.7), ("wetten", 1.0)):
            line(f"summary of {slug} as PDF, warm", ms(_warm_summary(slug)), f"at most {wanted} s")
            game = Path(folder, "game.jsonl")
            game.write_text(_whole_game(slug), encoding="utf-8")
            took = _median(lambda game=game: _companion("print", str(game), "-o", out))  # type: ignore[misc]
            line("  cold: companion print", ms(took), "at most 1.3 s")
        took = _median(lambda: _companion("paper", "wetten", "-o", out), 3)
        line("all of Wetten!'s material: companion paper wetten", ms(took), "at most 3.5 s")


def _beside_taps(rig: Rig) -> None:
    """Taps wait longer while summaries are made; each is another, as its table has moved on."""
    warm(rig)
    tables = rig.tables(TABLES)
    closed(rig, tables, 1)
    quiet = offered(rig, tables, RATE, QUIET)
    line(f"{RATE:.0f} taps/s and no PDF: seen by all five", quiet.waited())
    made: list[int] = []

    def prints() -> None:
        for table in cycle(tables):
            phone = table.phones[0].tab()
            made.append(len(phone.get(f"/t/{table.key}/summary.pdf").body))
            phone.close()

    printing = gevent.spawn(prints)
    beside = offered(rig, tables, RATE, QUIET)
    line(f"{RATE:.0f} taps/s beside {len(made)} PDFs in a row: seen by all five", beside.waited())
    ratio = high(beside.waits()) / high(quiet.waits())
    line("  99 % beside the PDFs", f"{ratio:.1f} times that without")
    printing.kill()


def _at_the_end(rig: Rig, slug: str, players: int) -> float:
    """Seconds from the tap on Print until the PDF is there; it was made while people looked at the result."""
    table = rig.table(slug, players, WHOLE_GAME)
    table.listen()
    closed(rig, [table], 120)
    gevent.sleep(LOOKED_AT)
    began = perf_counter()
    table.phones[-1].get(f"/t/{table.key}/summary.pdf")
    took = perf_counter() - began
    table.close()
    return took


def _warm_summary(slug: str) -> float:
    """Seconds for the summary of another whole game each time, by a printer that has printed one before."""
    printed, printer = iter([_summary(slug, seed) for seed in range(TIMES + 1)]), Printer()
    try:
        printer.pdf(next(printed))
        return _median(lambda: printer.pdf(next(printed)))
    finally:
        printer.close()


def _summary(slug: str, seed: int) -> Sheet:
    game = record.read(_whole_game(slug, seed).encode().splitlines())
    return documents.summary(record_view(game), lang="en", paper="a4", dated=False)


def _whole_game(slug: str, seed: int = 1) -> str:
    """The record of a game that suggestions play."""
    game = whole_game(slug, LONGEST[slug], {}, seed)
    return record.write(game.header, game.acts)


def _median(work: Callable[[], object], times: int = TIMES) -> float:
    seconds = []
    for _ in range(times):
        sleep(BETWEEN)
        began = perf_counter()
        work()
        seconds.append(perf_counter() - began)
    return median(seconds)


def _companion(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "companion", *words], check=True)
