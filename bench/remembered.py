"""A house with years of evenings: records that the games' own suggestions play, taken in as evenings that were."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from companion import record
from companion.games import GAMES
from companion.record import Act, Header
from companion.table.bus import Bus
from companion.table.database import FILE
from companion.table.desk import Desk
from companion.table.importing import imported
from companion.table.shelf import kept
from companion.table.store import Store

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz", "Greta", "Hannes", "Ines", "Jörg", "Katharina", "Luis")
"""Some come often and some seldom."""

LATEST = 1_790_000_000.0
A_DAY = 24 * 3600
YEARS = 3
FOUR_HOURS = 4 * 3600


def house(folder: Path, evenings: int, seed: int = 1) -> float:
    """Fills a data folder with so many evenings of all games, over three years; gives the seconds that took."""
    began, luck = perf_counter(), Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Store(folder / FILE)) as store:
        desk = Desk(store, Bus())
        for number in range(evenings):
            days = YEARS * 365 * (evenings - number) / evenings
            imported(desk, played(list(GAMES)[number % len(GAMES)], luck), round(LATEST - days * A_DAY) + number % 7)
        for one in desk.evenings.all():  # a record does not tell how long its game took
            if luck.random() < 0.8:
                store.write(*kept(replace(one, seconds=luck.randrange(1_500, FOUR_HOURS))))
    return perf_counter() - began


def played(slug: str, luck: Random) -> record.Record:
    """A whole game of some who come often."""
    game = GAMES[slug]
    players = luck.choice(game.players)
    names = sorted(NAMES, key=lambda name: luck.random() * (2 + NAMES.index(name)))[:players]
    luck.shuffle(names)
    state: Any = game.start(players, {})
    acts = []
    while asks := game.asks(state):
        ask = luck.choice([ask for ask in asks if ask.waits] or list(asks))
        acts.append(Act(ask.seat, game.suggest(state, ask, luck)))
        state, _ = game.play(state, ask.seat, acts[-1].move)
    return record.read(record.write(Header(slug, tuple(names), {}), acts).encode().splitlines(keepends=True))
