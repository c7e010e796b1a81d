"""The summary that is made before anybody asks for it."""

from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.printing import prerender
from companion.printing.client import Sheet
from companion.printing.prerender import Ahead
from companion.printing.queue import PrintRequest, PrintShop
from tests.unit.web.devices import Evening, an_evening, done


class Shop(PrintShop):
    """It prints nothing, and remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.ahead: list[Sheet] = []
        self.asked: list[Sheet] = []

    def pdf(self, sheet: Sheet, errand: PrintRequest | None = None) -> bytes:
        (self.asked if errand else self.ahead).append(sheet)
        return b"%PDF"


@pytest.fixture
def shop() -> Shop:
    """The shop of the evening."""
    return Shop()


@pytest.fixture
def evening(tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A game that is over, but for its last entry."""
    monkeypatch.setattr(prerender, "QUIET", 0.05)
    evening, luck = an_evening(tmp_path), Random(3)
    evening.app.config |= {"PRINTER": shop, "AHEAD": Ahead(evening.service, shop)}
    table = evening.table
    while True:
        ask = next(ask for ask in evening.table.asks if ask.waits)
        move = table.game.suggest(evening.table.state, ask, luck)
        if not table.game.asks(table.game.play(evening.table.state, ask.seat, move)[0]):
            break
        done(evening.act(ask, move))
        if evening.table.party.page is not None:
            evening.paged()
    sleep(0.3)
    assert shop.ahead == [], "nobody prints before the end"
    return evening


def goes_on(evening: Evening) -> None:
    """One entry more: of the fixture's game, the last one."""
    done(evening.by_chance(Random(3)))


def test_when_the_game_is_over_the_very_summary_is_made_that_will_be_asked_for(evening: Evening, shop: Shop) -> None:
    goes_on(evening)
    sleep(0.5)
    assert evening.players[0].get(f"/t/{evening.key}/summary.pdf").status_code == 200
    assert shop.ahead == shop.asked


def test_it_is_not_made_where_others_still_tap(evening: Evening, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerender, "QUIET", 0.5)
    goes_on(evening)
    evening.app.config["AHEAD"].tapped(an_evening_beside(evening))
    sleep(1)
    assert shop.ahead == []


def an_evening_beside(evening: Evening) -> str:
    """Another table of the house, in its lobby."""
    return Evening(evening.app, evening.device("Carla")).open().key
