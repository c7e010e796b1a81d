"""What a table keeps in memory, and whether ten tables are dearer where two hundred others have been begun."""

from bench.evening import Evening
from bench.load import Window, closed
from bench.parts.entries import warm
from bench.report import line, ms
from bench.rig import Rig, open_rig

AT_WORK = 10
FEW, MANY = 10, 200
A_LITTLE = 10
ROUNDS, IN_A_ROUND = 4, 100
LONGEST = 2.0


def measure() -> None:
    """Two servers side by side, in turns."""
    with open_rig() as few, open_rig() as many:
        for rig in (few, many):
            warm(rig)
        _begun(few, FEW)
        before = many.server.memory()
        _begun(many, MANY)
        line("memory a table", f"{(many.server.memory() - before) / MANY / 1000:.0f} kB")
        ratio(
            f"{AT_WORK} tables at work beside {MANY} others, not {FEW}",
            (few, few.evenings(AT_WORK)),
            (many, many.evenings(AT_WORK)),
        )


def _begun(rig: Rig, tables: int) -> None:
    """Tables that were begun and played a little, and nobody looks at them now."""
    for _ in range(tables):
        evening = rig.evening("vabanque", most=A_LITTLE)
        closed(rig, [evening], A_LITTLE, LONGEST)
        evening.close()


def ratio(what: str, one: tuple[Rig, list[Evening]], other: tuple[Rig, list[Evening]]) -> None:
    """The same work at both, in turns: what an entry costs the server at the other, in shares of the one."""
    sums = [Window(), Window()]
    for _ in range(ROUNDS):
        for side, (rig, evenings) in enumerate((one, other)):
            sums[side] += closed(rig, evenings, IN_A_ROUND, LONGEST)
    if not all(window.cpu for window in sums):
        line(what, "too little to say", "at most 1.2 times the CPU an entry")
        return
    found = f"{sums[1].cost / sums[0].cost:.2f} times: {ms(sums[1].cost)} after {ms(sums[0].cost)}"
    line(what, found, "at most 1.2 times the CPU an entry")
