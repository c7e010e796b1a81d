"""Games played to a phase or to their end, a clock to set, and malformed forms."""

from random import Random

from companion.games.vabanque.moves import Chips, Lay, Step
from companion.table.model.roster import paging
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


class Clock:
    """The time, as a test sets it."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def entry_count(session: Session) -> int:
    """The number of entries on disk."""
    return len(session.service.store.load_after(session.table.id)[0])


def name_start_player(session: Session) -> None:
    """The host names Anna."""
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))


def play_to(session: Session, phase: str) -> None:
    """Play Vabanque until a phase begins."""
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
    """Play Wetten! until all race cards of the first turn are open; the horses have still to run."""
    luck = Random(5)
    while not any(ask.consent for ask in session.table.asks):
        saved(session.by_chance(luck))
    return session


def play_to_end(session: Session, seed: int = 1) -> Session:
    """Play a game of chance to its end, past all pages."""
    luck = Random(seed)
    while session.table.asks or paging(session.table.roster):
        session.paged()
        if session.table.asks:
            saved(session.by_chance(luck))
    return session
