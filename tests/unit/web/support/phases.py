"""Tables of Vabanque in each phase, one of Wetten! before a run, and forms that are none."""

from random import Random

from companion.games.vabanque.moves import Chips, Lay, Step
from tests.unit.web.support.devices import Session, saved

BROKEN = [
    b"",
    b"&&&",
    b"=",
    b"kind",
    b"kind=act&slot=%",
    b"%ff=%ff&kind=%ff",
    b"kind=%ed%a0%80&op=tap-of-nobody-1",
    b"kind=act&op=tap-of-nobody-2&slot=%ed%a0%80&do=%f8%88",
    b"{" * 1000 + b"}" * 1000,
    b"\x00" * 1000,
    b"kind=act;op=tap-of-nobody-3",
    b"&".join(b"table=1" for _ in range(5000)),
]


def entry_count(session: Session) -> int:
    """How many entries the disk holds."""
    return len(session.service.store.log(session.table.id))


def name_start_player(session: Session) -> None:
    """The host names the start player."""
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))


def play_to(session: Session, phase: str) -> None:
    """Plays until the phase begins."""
    name_start_player(session)
    if phase == "chips":
        return
    saved(session.act(session.table.asks[-1], Chips(((1, 12),))))
    if phase == "cards":
        return
    for card in ("raise", "bluff", "trap"):
        for _ in session.players:
            saved(session.act(session.ask, Lay(card, 1)))
    if phase == "payout":
        for _ in session.players:
            saved(session.act(session.ask, Step(0)))


def play_to_run(session: Session) -> Session:
    """All race cards of a first turn are up; the horses have still to run."""
    luck = Random(5)
    while not any(ask.consent for ask in session.table.asks):
        saved(session.by_chance(luck))
    return session
