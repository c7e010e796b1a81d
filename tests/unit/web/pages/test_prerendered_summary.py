"""The summary that is made before anybody asks for it."""

from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.printing import prerender
from companion.printing.client import Sheet
from companion.printing.prerender import Prerenderer
from companion.printing.queue import PrintQueue, PrintRequest
from tests.unit.web.support.devices import Session, new_session, saved


class Shop(PrintQueue):
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
def session(tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A game that is over, but for its last entry."""
    monkeypatch.setattr(prerender, "DELAY", 0.05)
    session, luck = new_session(tmp_path), Random(3)
    session.app.config |= {"PRINTER": shop, "PRERENDERER": Prerenderer(session.service, shop)}
    table = session.table
    while True:
        ask = next(ask for ask in session.table.asks if ask.waits)
        move = table.game.suggest(session.table.state, ask, luck)
        if not table.game.asks(table.game.play(session.table.state, ask.seat, move)[0]):
            break
        saved(session.act(ask, move))
        if session.table.party.page is not None:
            session.paged()
    sleep(0.3)
    assert shop.ahead == [], "nobody prints before the end"
    return session


def goes_on(session: Session) -> None:
    """One entry more: of the fixture's game, the last one."""
    saved(session.by_chance(Random(3)))


def test_when_the_game_is_over_the_very_summary_is_made_that_will_be_asked_for(session: Session, shop: Shop) -> None:
    goes_on(session)
    sleep(0.5)
    assert session.players[0].get(f"/t/{session.key}/summary.pdf").status_code == 200
    assert shop.ahead == shop.asked


def test_it_is_not_made_where_others_still_tap(session: Session, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerender, "DELAY", 0.5)
    goes_on(session)
    session.app.config["PRERENDERER"].tapped(another_table(session))
    sleep(1)
    assert shop.ahead == []


def another_table(session: Session) -> str:
    """Another table of the house, in its lobby."""
    return Session(session.app, session.device("Carla")).open().key
