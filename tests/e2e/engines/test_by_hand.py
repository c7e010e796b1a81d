"""Moves tapped on the pages: nothing lies over the buttons, and the server gets the move."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, product

import pytest

from companion.table.model.names import COLOURS
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.layout_rules import PHONES
from tests.e2e.browser.races import Races
from tests.e2e.browser.session import Session
from tests.e2e.engines.pages import Engine
from tests.support.cases import usually
from tests.support.cast import CAST
from tests.support.server import Server

ANNA, BEN, CARLA = CAST[:3]


class Table:
    """Three phones that take turns, each time in a window of another size, and a screen that sees what they do."""

    def __init__(self, engine: Engine, server: Server) -> None:
        self.session = Session(engine.browser, server.origin, CAST[:3])
        self._sizes = cycle(PHONES)

    def phone(self, name: str) -> Phone:
        """Somebody's phone, which opens the table."""
        phone, size = self.session.phone(name), next(self._sizes)
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.session.only(name)
        phone.open(f"/t/{self.session.key}")
        return phone

    @contextmanager
    def move(self, name: str) -> Iterator[Phone]:
        """A move of somebody, which their page and the screen show afterwards."""
        self.phone(name)
        with self.session.acts(name) as phone:
            yield phone


@pytest.fixture
def table(engine: Engine, server: Server) -> Table:
    return Table(engine, server)


def vabanque(table: Table) -> None:
    """From the door to the payout of the first round."""
    session = table.session
    session.new_table(game="vabanque")
    session.screen.open(f"/t/{session.key}")
    anna = table.phone(ANNA)
    anna.sit()
    free = [colour for colour in COLOURS if colour not in anna.page.evaluate("document.body.dataset.me").split()]
    for phone, colour in zip(session.phones[1:], free, strict=False):
        session.sits(phone, colour)
    session.host_moves(kind="begin", order="0 1 2")
    session.host_moves(kind="act", slot="start", do="start", seat=0, table=1)
    for who, casino in ((ANNA, 4), (BEN, 5), (CARLA, 7), (ANNA, 1)):
        with table.move(who) as phone:
            phone.tap(casino)
    session.only().place_all_chips({1: 8})
    with table.move(ANNA) as phone:
        with phone.looks() as cards:
            assert len(cards) == 3
        phone.page.tap(".back")
        phone.tap(5)
    for nth, who in [(nth, who) for nth in range(3) for who in CAST[:3]][1:]:
        number = session.card(who, 1, nth)
    session.only().all_see(number)
    with table.move(ANNA) as phone:
        phone.page.tap(".open[data-name=steps][data-value='1']")
    session.posts(BEN, "pawns", "move", steps=0)
    with table.move(CARLA) as phone:
        phone.page.tap(".open[data-name=steps][data-value='2']")
        phone.page.tap("dialog [value=yes]")
    with table.move(BEN) as phone:
        phone.page.tap(".pages .primary")
    assert session.screen.scene == "payout"


def banque_fatale(table: Table) -> None:
    """From the first cards to the first token that is taken."""
    session = table.session.only()
    session.seat_all(game="banque_fatale")
    session.open_table()
    for who, card in ((ANNA, "red"), (BEN, "yellow"), (CARLA, "green")):
        with table.move(who) as phone:
            phone.page.tap(f"button[name=card][value='{card}']")
    for field in ("up", "card"):
        with table.move(ANNA) as phone:
            phone.page.tap(f"button[name={field}][value='red+yellow']")
    for who, token in ((ANNA, "red"), (BEN, "blue"), (CARLA, "red")):
        with table.move(who) as phone:
            phone.opens_hand()
            for _ in range(2):
                phone.page.tap(f"#look .stepper:has(input[name={token}]) [data-add='1']")
            phone.page.tap("#look .primary")
            phone.covered()
    assert session.screen.scene == "payout"
    while session.screen.scene == "payout":
        with table.move(BEN) as phone:
            phone.page.tap(".pages .primary")
    taking = next(who for who in CAST[:3] if table.phone(who).glance().lit)
    with table.move(taking) as phone:
        phone.page.tap("button[name=token]:not([disabled])")


def wetten(table: Table) -> None:
    """From the first slips to the first turn of the race."""
    session = table.session.only()
    session.seat_all(game="wetten")
    session.open_table()
    races = Races(session)
    for who, stake in ((ANNA, 4), (BEN, 10), (CARLA, 0)):
        table.phone(who)
        races.lays_slip(who, {(1, 1): stake} if stake else {})
    for who, number in ((ANNA, 7), (BEN, 12), (CARLA, 30)):
        phone = table.phone(who)
        races.holds(who, number)
        phone.page.tap("#look [data-close]")
        races.lays_card(who, number)
    with table.move(ANNA) as phone:
        phone.page.tap("label[for=action-open]:not(.wide)")
        phone.page.tap(".action .stepper:has(input[name=adjust-2]) [data-add='1']")
        phone.page.tap(".action button.wide")
    session.only()
    races.turn = races.cards = 1
    races.go()
    assert session.screen.scene == "payout"


USUAL = ("firefox", vabanque), ("webkit", banque_fatale)


@pytest.mark.parametrize(
    ("name", "plays"),
    usually(*USUAL, of=product(["firefox", "webkit"], [vabanque, banque_fatale, wetten])),
    indirect=["name"],
)
def test_moves_by_hand(plays: Callable[[Table], None], table: Table) -> None:
    plays(table)
