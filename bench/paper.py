"""Paper: a summary from a warm printer, `companion print` from the start of its process, all material of a game.

The functions return seconds; each figure is the best of a few, since nothing makes a machine quicker than it is.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion import record, sheets
from companion.games import GAMES
from companion.printer import Printer, Sheet
from companion.record import Act, Header
from companion.table.replay import nobody_at

LONGEST = {"vabanque": 6, "banque_fatale": 4, "wetten": 5}
"""The games with as many players as fill the most paper."""

BETWEEN = 0.1
"""Seconds between two sheets, as between two taps; meanwhile the printer clears up after the last one."""
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
TIMES = 5


def whole_game(slug: str, players: int, seed: int = 1) -> str:
    """The record of a whole game by chance."""
    game: Any = GAMES[slug]
    luck, acts = Random(seed), list[Act]()
    state = game.start(players, {})
    while asks := game.asks(state):
        ask = luck.choice([ask for ask in asks if ask.waits])
        acts.append(Act(ask.seat, game.suggest(state, ask, luck)))
        state, _ = game.play(state, ask.seat, acts[-1].move)
    return record.write(Header(slug, NAMES[:players], {}), acts)


def summary_sheet(slug: str, seed: int) -> Sheet:
    """The summary of a whole game."""
    game = record.read(whole_game(slug, LONGEST[slug], seed).encode().splitlines())
    return sheets.summary(nobody_at(game), lang="en", paper="a4", dated=False)


def warm_summary(slug: str, times: int = TIMES) -> float:
    """Seconds of a printer that has printed others before, for the summary of another whole game each time."""
    printed, printer = iter([summary_sheet(slug, seed) for seed in range(times + 1)]), Printer()
    try:
        printer.pdf(next(printed))
        return best(lambda: printer.pdf(next(printed)), times, BETWEEN)
    finally:
        printer.close()


def cold_print(slug: str, times: int = TIMES) -> float:
    """Seconds of the whole `companion print`, with the summary of a whole game."""
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder, "evening.jsonl")
        name.write_text(whole_game(slug, LONGEST[slug]), encoding="utf-8")
        return best(lambda: _companion("print", str(name), "-o", str(Path(folder, "out.pdf"))), times)


def whole_material(slug: str = "wetten", times: int = 3) -> float:
    """Seconds of the whole `companion paper`, with everything that a game has to print."""
    with tempfile.TemporaryDirectory() as folder:
        return best(lambda: _companion("paper", slug, "-o", str(Path(folder, "out.pdf"))), times)


def best(done: Callable[[], object], times: int, between: float = 0) -> float:
    """The shortest of several runs."""
    seconds = []
    for _ in range(times):
        time.sleep(between)
        began = time.perf_counter()
        done()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def _companion(*told: str) -> None:
    subprocess.run([sys.executable, "-m", "companion", *told], check=True)


def main() -> None:
    """Prints one line a figure."""
    for slug in LONGEST:
        line(f"summary of {slug}, warm printer", warm_summary(slug))
        line(f"companion print of {slug}", cold_print(slug))
    line("all material of wetten", whole_material())


def line(what: str, seconds: float) -> None:
    """One line of the table."""
    print(f"{what:<40} {seconds:.2f} s", flush=True)


if __name__ == "__main__":
    main()
