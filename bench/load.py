"""Taps at many tables: as fast as the server takes them (closed), and at a rate (offered)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from time import perf_counter, process_time

import gevent

from bench.report import line, ms, spread
from bench.rig import Rig, Table, Tap, open_rig

WARM = 60
LONGEST = 8.0
"""Seconds of a closed run."""
CROWD = 50
RATE, OFFERED = 100.0, 15.0
DRAINING = 5.0
IDLE_TABLES, IDLE = 60, 10.0
GAMES, A_GAME = 300, 600.0
SHARE, SIX, SLOW_RATE = 0.2, 6, 2.0
MOST_OF_IT = 0.5


@dataclass(frozen=True)
class Run:
    """Measurements of a run of `seconds`. `cpu` is the server's time on a processor, `own` the load's."""

    taps: Sequence[Tap]
    seconds: float
    cpu: float
    own: float

    def waits(self, until: str = "seen") -> list[float]:
        """Seconds until each tap was seen by all, or saved; those that never were count as long as they have waited."""
        return [(getattr(tap, until) or perf_counter()) - tap.began for tap in self.taps]

    def waited(self, until: str = "seen") -> str:
        """Median and 99th percentile."""
        late = sum(not tap.seen for tap in self.taps)
        return spread(self.waits(until)) + (f"; {late} UNANSWERED" if late else "")

    def cost(self) -> str:
        """Entries a second, and processor time of an entry."""
        each = len(self.taps) or 1
        dear = " TOO MUCH: NOT THE SERVER'S FIGURES" if self.own > self.cpu * MOST_OF_IT else ""
        said = f"{len(self.taps) / self.seconds:.0f}/s of {len(self.taps):,}; {ms(self.cpu / each)} each"
        return f"{said}; load {ms(self.own / each)}{dear}"


def measured(rig: Rig, work: Callable[[], list[Tap]]) -> Run:
    """Run the work and read the clocks before and after."""
    began, cpu, own = perf_counter(), rig.server.cpu(), process_time()
    taps = work()
    seconds = max((tap.seen for tap in taps), default=perf_counter()) - began
    return Run(taps, seconds, rig.server.cpu() - cpu, process_time() - own)


def closed(rig: Rig, tables: Sequence[Table], seconds: float = LONGEST) -> Run:
    """Each table taps again when all its phones have seen the tap before."""
    taps: list[Tap] = []
    end = perf_counter() + seconds

    def play(table: Table) -> None:
        while not table.over and perf_counter() < end:
            taps.append(Tap())
            table.tap(taps[-1])

    def work() -> list[Tap]:
        gevent.joinall([gevent.spawn(play, table) for table in tables], raise_error=True)
        return taps

    return measured(rig, work)


def offered(rig: Rig, tables: Sequence[Table], rate: float = RATE, seconds: float = OFFERED) -> Run:
    """Taps come at random moments, `rate` a second on average, no matter whether earlier ones were answered.

    A tap whose table is busy waits, and its time counts from its own moment.
    """

    def work() -> list[Tap]:
        taps, under_way = [], []
        began = moment = perf_counter()
        for table in cycle(tables):
            moment += rig.luck.expovariate(rate)
            if moment > began + seconds:
                break
            gevent.sleep(max(0.0, moment - perf_counter()))
            if not table.over:
                taps.append(Tap())
                under_way.append(gevent.spawn(table.tap, taps[-1]))
        gevent.joinall(under_way, timeout=DRAINING, raise_error=True)
        gevent.killall(under_way)
        return taps

    return measured(rig, work)


def warm(rig: Rig, slug: str = "vabanque") -> None:
    """Play a little, so that nothing is measured that a server does only once."""
    table = rig.table(slug, most=WARM)
    table.listen()
    closed(rig, [table])
    table.close()


def entries() -> None:
    """Processor time of an entry, with one table and many, for each game."""
    with open_rig() as rig:
        for slug in ("vabanque", "banque_fatale", "wetten"):
            warm(rig, slug)
        for number, slug in ((1, "vabanque"), (10, "vabanque"), (10, "banque_fatale"), (10, "wetten")):
            tables = rig.tables(number, slug)
            run = closed(rig, tables)
            line(f"{number} × {slug}, {len(tables[0].phones)} phones", run.cost(), "at most 2.4 ms each")
            for table in tables:
                table.close()


def crowd() -> None:
    """Fifty tables of five."""
    _crowd("companion", "", "at least 400 entries/s")


def slow_disk() -> None:
    """The same, on a disk that takes longer for each commit."""
    _crowd("bench.slow_disk", ", 8 ms more a commit", "at least 250 entries/s")


def _crowd(module: str, disk: str, wanted: str) -> None:
    with open_rig(module) as rig:
        warm(rig)
        tables = rig.tables(CROWD)
        run = closed(rig, tables)
        line(f"{CROWD} tables flat out{disk}", run.cost(), wanted)
        line("  tap until seen by all five", run.waited())
        run = offered(rig, tables)
        line(f"{RATE:.0f} entries/s offered{disk}: saved", run.waited("saved"))
        line("  tap until seen by all five", run.waited(), "99 %: at most 40 ms")


def idle() -> None:
    """Phones with open streams at which nobody taps."""
    with open_rig() as rig:
        phones = sum(len(table.phones) for table in rig.tables(IDLE_TABLES))
        gevent.sleep(1)
        began, cpu = perf_counter(), rig.server.cpu()
        gevent.sleep(IDLE)
        share = (rig.server.cpu() - cpu) / (perf_counter() - began)
        line(f"{phones} idle phones", f"{share:.1%} of a core")


def memory() -> None:
    """The server's memory after many games, fifty at a time."""
    with open_rig() as rig:
        line("memory of a new server", f"{rig.server.memory():.0f} MB")
        for _ in range(GAMES // CROWD):
            tables = rig.tables(CROWD)
            closed(rig, tables, A_GAME)
            for table in tables:
                table.close()
        line(f"after {GAMES} games, {CROWD} at a time", f"{rig.server.memory():.0f} MB", "at most 160 MB")


def small() -> None:
    """A table of six on a server with a fifth of a core."""
    with open_rig() as rig:
        warm(rig)
        table = rig.table(players=SIX)
        table.listen()
        with rig.server.throttled(SHARE):
            run = offered(rig, [table], SLOW_RATE)
        line(f"a table of six, {SHARE:.0%} of a core: tap until seen by all six", run.waited(), "median: at most 30 ms")
