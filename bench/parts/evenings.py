"""Years of evenings: what pages and statistics of a house with 2,000 of them take, the first time and warm."""

import gc
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.remembered import house
from bench.report import line, ms
from companion.evenings.chronicle import chronicles
from companion.evenings.people import people
from companion.evenings.telling import all_told
from companion.games import GAMES
from companion.table.database import FILE
from companion.table.evenings import Evenings
from companion.table.store import Store
from companion.web import create_app
from companion.web.settings import Settings

EVENINGS = 2_000
KEPT = Path("build") / f"evenings-{EVENINGS}"
"""The house is made once."""
TIMES = 15
ORIGIN = "http://127.0.0.1:8040"


def measure() -> None:
    """Pages as a device of the house gets them, in a process that does nothing else; then the command."""
    if not (KEPT / FILE).is_file():
        seconds = house(KEPT.with_suffix(".making"), EVENINGS)
        KEPT.with_suffix(".making").rename(KEPT)
        line(f"to make a house of {EVENINGS:,} evenings, once", ms(seconds))
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(KEPT, folder, dirs_exist_ok=True)
        _pages(Path(folder))
        _command(Path(folder))


def _pages(data: Path) -> None:
    app = create_app(Settings(data=data, port=8040, host="127.0.0.1", ahead=False))
    gc.set_threshold(100_000, 50, 100)  # as the server does
    client = app.test_client()
    client.get(f"/house/{app.config['DESK'].invitations.new()}", base_url=ORIGIN)

    def page(path: str) -> Callable[[], object]:
        return lambda: client.get(path, base_url=ORIGIN).data

    evenings = Evenings(app.config["DESK"].store)
    line("to read all evenings, after a start", ms(_once(evenings.all)))
    often, *_ = people(evenings.all(), {}).values()
    paths = {"start page": "/", "People": "/people", "a person's page": f"/people/{often.mark}"}
    paths |= {f"the page of {game.title}": f"/games/{slug}" for slug, game in GAMES.items()}
    for what, path in paths.items():
        first = _once(page(path))
        line(what, f"{ms(_warm(page(path)))} warm, {ms(first)} the first time", "under 100 ms warm")
    app.config["DESK"].store.close()


def _command(data: Path) -> None:
    with closing(Store(data / FILE, reads_only=True)) as store:
        evenings = Evenings(store)
        evenings.all()

        def all_figures() -> object:
            there = evenings.all()
            return json.dumps(all_told(len(there), people(there, {}).values(), chronicles(there).values(), {}))

        first = _once(all_figures)
        line("all figures as JSON", f"{ms(_warm(all_figures))} warm, {ms(first)} the first time", "under 100 ms warm")
    command = [sys.executable, "-m", "companion", "stats", "--json", "--data", str(data)]
    line(
        "  companion stats --json, from nothing",
        ms(_once(lambda: subprocess.run(command, capture_output=True, check=True))),
    )


def _once(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _warm(work: Callable[[], object]) -> float:
    return median(_once(work) for _ in range(TIMES))
