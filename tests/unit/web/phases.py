"""Tables of Vabanque in each phase, one of Wetten! before a run, and forms that are none."""

from random import Random

from companion.games.vabanque.moves import Chips, Lay, Step
from tests.unit.web.devices import Evening, done

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


def stored(evening: Evening) -> int:
    """How many entries the disk holds."""
    return len(evening.service.store.log(evening.table.id))


def an_act(evening: Evening) -> None:
    """The host names the start player."""
    done(evening.host.tap(evening.key, "act", slot="start", do="start", table=1, seat=0))


def play_to(evening: Evening, phase: str) -> None:
    """Plays until the phase begins."""
    an_act(evening)
    if phase == "chips":
        return
    done(evening.act(evening.table.asks[-1], Chips(((1, 12),))))
    if phase == "cards":
        return
    for card in ("raise", "bluff", "trap"):
        for _ in evening.players:
            done(evening.act(evening.ask, Lay(card, 1)))
    if phase == "payout":
        for _ in evening.players:
            done(evening.act(evening.ask, Step(0)))


def turned_up(evening: Evening) -> Evening:
    """All race cards of a first turn are up; the horses have still to run."""
    luck = Random(5)
    while not any(ask.consent for ask in evening.table.asks):
        done(evening.by_chance(luck))
    return evening
