"""Every page that can be asked for at a table: by its host, by somebody who plays and by a stranger."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.games.game import Game
from companion.table.chair import chair
from companion.table.party import paging
from tests.playthroughs.account import Account
from tests.web.corrections import answered, forms
from tests.web.devices import Device, Evening, an_app, done
from tests.web.routes import PAGES, Asked, looking_back
from tests.web.stillness import NOW, Paper

SEED = 3
ENDS = LOBBY, OVER = "in the lobby", "over"
"""When a stranger looks too."""
AT_TABLES = [Asked(endpoint, path) for endpoint, paths in PAGES.items() for path in paths if "{key}" in path]


def pages(game: Game[Any, Any], data: Path) -> str:
    """Of a game by chance of the fewest, at the first moment of each kind. Clock and tokens must stand still."""
    app = an_app(data, clock=lambda: NOW)
    app.config |= {"DRAWN": count(), "SEED": b"pages", "PRINTER": Paper()}
    evening = Evening(app, Device("host", app.test_client()))
    evening.open(game=game.slug).sit(game.players[0] - 1).guests(1)
    account, met, stranger = Account(f"{game.title}: every page of a table"), set[str](), evening.device("stranger")
    for kind in _moments(evening, Random(SEED)):
        if kind not in met:
            met.add(kind)
            account.moment(kind)
            for device in (evening.host, evening.players[0], *([stranger] if kind in ENDS else [])):
                for asked in AT_TABLES:
                    _tell(account, evening, device, asked)
    for asked in (*looking_back(evening), *_about(game)):
        _tell(account, evening, evening.host, asked)
    return str(account)


def _about(game: Game[Any, Any]) -> Iterator[Asked]:
    """What is told of a game, and can be printed, without any table."""
    for players in (game.players[0], game.players[-1]):
        yield Asked("rules.of_game", f"/rules/{game.slug}?players={players}")
        yield Asked("rules.pdf", f"/rules/{game.slug}/print.pdf?players={players}")
    yield Asked("material.choose", f"/material/{game.slug}")
    yield Asked("material.pdf", f"/material/{game.slug}/print.pdf")


def _moments(evening: Evening, luck: Random) -> Iterator[str]:
    """Plays to the end; one choice of each kind is proposed to have been another, every other time with success."""
    yield LOBBY
    evening.begin()
    proposed: set[str] = set()
    while evening.table.asks or paging(evening.table.party):
        if paging(evening.table.party):
            here = chair(evening.table)
            assert here.party.page is not None
            yield f"page {here.pages[here.party.page.step - 1].word}"
            done(evening.page())
        else:
            yield f"asked to {evening.ask.do}"
            yield from _proposed(evening, proposed)
            if evening.table.asks:
                done(evening.by_chance(luck))
    yield OVER


def _proposed(evening: Evening, known: set[str]) -> Iterator[str]:
    for form in forms(evening.host.get(f"/t/{evening.key}/correct").text):
        if form["do"] not in known and evening.host.tap(evening.key, "propose", **form).status_code == 200:
            known.add(form["do"])
            yield f"proposed to {form['do']}"
            answered(evening, ("decline", "approve")[len(known) % 2], evening.players[1])
            return


def _tell(account: Account, evening: Evening, device: Device, asked: Asked) -> None:
    path = asked.path.format(key=evening.key)
    answer = device.get(path) if asked.form is None else device.post(path, asked.form)
    account.shows(f"{device.name} {answer.status_code} {asked.path}", answer.text)
