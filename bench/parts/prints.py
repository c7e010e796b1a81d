"""Paper: what taps wait while summaries are made, and how long one waits for a PDF."""

from itertools import cycle
from time import perf_counter

from bench.evening import Evening
from bench.load import closed, offered
from bench.paper import LONGEST, cold_print, warm_summary, whole_material
from bench.phones import Unwelcome
from bench.report import high, line, ms, waited
from bench.rig import LONGEST as WHOLE_GAME
from bench.rig import Rig, open_rig
from bench.wire import Answer

IN_A_ROW = 6
TABLES = 8
A_ROUND = 50
RATE = 25.0
QUIET = 8.0
LOOKED_AT = 5.0
PATIENCE = 120.0


def measure() -> None:
    """First beside taps, then when a game is over, then alone."""
    with open_rig() as rig:
        _beside_taps(rig)
    with open_rig() as rig:
        for slug, players in LONGEST.items():
            line(f"{slug} is over, Print is tapped {LOOKED_AT:.0f} s later", ms(_at_the_end(rig, slug, players)))
    _paper()


def _paper() -> None:
    for slug in LONGEST:
        line(f"summary of {slug} as PDF, warm", ms(warm_summary(slug)), "at most 0.3 s")
        line("  cold: companion print", ms(cold_print(slug)), "at most 1 s")
    line("all of Wetten!'s material: companion paper wetten", ms(whole_material()), "at most 4 s")


def _at_the_end(rig: Rig, slug: str, players: int) -> float:
    """Seconds from the tap on Print until the PDF is there: the house made it while people looked at the end."""
    evening = rig.evening(slug, players, most=WHOLE_GAME)
    closed(rig, [evening], WHOLE_GAME, PATIENCE)
    rig.loop.run(lambda: False, LOOKED_AT)
    there: list[Answer] = []
    began = perf_counter()
    evening.phones[-1].ask(f"/t/{evening.key}/summary.pdf", there.append)
    rig.loop.run(lambda: bool(there), PATIENCE)
    took = perf_counter() - began
    if not evening.over or not there or there[0].status != 200:
        raise Unwelcome("no summary", evening.key)
    evening.close()
    return took


def _beside_taps(rig: Rig) -> None:
    """The summaries are those of the tables that tap, so that no two are the same."""
    evenings = rig.evenings(TABLES)
    closed(rig, evenings, A_ROUND * TABLES, QUIET)
    quiet = offered(rig, evenings, RATE, QUIET)
    line(f"{RATE:.0f} taps/s and no PDF: seen by all five", waited(quiet))
    queue = Queue(evenings)
    queue.next()
    beside = offered(rig, evenings, RATE, QUIET, lambda: queue.made >= IN_A_ROW)
    queue.stopped = True
    what = f"{RATE:.0f} taps/s beside {queue.made} PDFs in a row: seen by all five"
    line(what, waited(beside))
    line("  99 % beside the PDFs", f"{high(beside.waits.seen) / high(quiet.waits.seen):.1f} times that without")


class Queue:
    """Summaries, each asked for when the one before is there, by one phone after the other."""

    def __init__(self, evenings: list[Evening]) -> None:
        self.made = 0
        self.stopped = False
        self._asking = cycle([(evening.key, phone) for evening in evenings for phone in evening.phones])

    def next(self) -> None:
        """The next one."""
        key, phone = next(self._asking)
        phone.ask(f"/t/{key}/summary.pdf", self._came)

    def _came(self, answer: Answer) -> None:
        if answer.status != 200:
            raise Unwelcome(answer.status, answer.body)
        self.made += 1
        if not self.stopped:
            self.next()
