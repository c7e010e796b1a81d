"""Data folders with finished games, whose players' names are merged, spelled differently or erased."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from sqlalchemy import insert

from companion.games import GAMES
from companion.records import record
from companion.records.record import Act, Header
from companion.table.model.game_result import GameResult
from companion.table.service.importing import import_record
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.database import FILE
from companion.table.storage.results import replace_statements
from companion.table.storage.schema import people
from companion.table.storage.store import Store
from tests.unit.games.playing import Played, whole_game
from tests.unit.stats.plays import Play

SPELLED = ("Anna", "anna", "Ben", "BEN", "Carla", "Dora", "Emil", "Fritz", "N. N.", "N. N. 2")
"""Typed names."""
SHOWN = ("Anna", "Annabel", "Carla")
"""Display names."""
A_DAY = 24 * 3600
FIRST = 1_700_000_000


@dataclass(frozen=True)
class Sketch:
    """A game to be played."""

    slug: str
    players: int
    seed: int
    names: tuple[str, ...]
    day: int
    seconds: int | None


@cache
def game(slug: str, players: int, seed: int) -> Played:
    """A finished game; games are shared, since names are put in afterwards."""
    return whole_game(slug, players, {}, seed)


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    """Any game, with some of the names."""
    slug = draw(st.sampled_from(sorted(GAMES)))
    players = draw(st.sampled_from(GAMES[slug].players))
    names = draw(st.lists(st.sampled_from(SPELLED), min_size=players, max_size=players, unique_by=str.casefold))
    seconds = draw(st.none() | st.integers(1, 20_000))
    return Sketch(slug, players, draw(st.integers(1, 3)), tuple(names), draw(st.integers(0, 900)), seconds)


sketched = st.lists(sketches(), min_size=1, max_size=7)
joined = st.dictionaries(st.sampled_from([name.casefold() for name in SPELLED[:8]]), st.sampled_from(SHOWN), max_size=4)


def lines_of(sketch: Sketch) -> list[str]:
    played = game(sketch.slug, sketch.players, sketch.seed)
    return record.write(replace(played.header, players=sketch.names), played.acts).splitlines()


@contextmanager
def data_folder(some: list[Sketch], known: Mapping[str, str]) -> Iterator[tuple[Path, list[Play]]]:
    """A data folder with these games, and those that were imported: the same game counts once."""
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / FILE)) as store:
        service, plays = TableService(store, Notifier()), []
        for sketch in some:
            lines, ended = lines_of(sketch), float(FIRST + sketch.day * A_DAY)
            taken = import_record(service, record.read([line.encode() for line in lines]), ended)
            if taken.is_new:
                plays.append(Play(lines, taken.key, ended, sketch.seconds))
        seconds = {play.key: play.seconds for play in plays}
        for one in service.results.all():
            store.write(*replace_statements(replace(one, seconds=seconds[one.key])))
        with store.engine.begin() as db:
            for name, shown in known.items():
                db.execute(insert(people).values(name=name, shown=shown))
        yield Path(folder), plays


@cache
def remembered(slug: str, players: int, seed: int) -> GameResult:
    played = game(slug, players, seed)
    return result_of(played.header, played.acts)


def result_of(header: Header, acts: Sequence[Act]) -> GameResult:
    lines = record.write(header, acts).encode().splitlines()
    with tempfile.TemporaryDirectory() as folder, closing(Store(Path(folder) / FILE)) as store:
        service = TableService(store, Notifier())
        import_record(service, record.read(lines), float(FIRST))
        (one,) = service.results.all()
    return one
