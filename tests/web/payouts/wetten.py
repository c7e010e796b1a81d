"""The payout of Wetten!, page by page."""

from collections.abc import Iterator
from typing import Any

from companion.games.wetten.facts import (
    Arrival,
    BankBroke,
    CameIn,
    GameStopped,
    Line,
    PlayerPaid,
    RacePaid,
    Ran,
    Stride,
)
from tests.games.saying import sentences
from tests.games.wetten.table import KNOWN
from tests.web.showing import Shown

BACK = "All race cards and action cards come back and are shuffled: six and three for everybody."


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order. A horse is its number and its name."""
    says, names = sentences("wetten"), one.chair.names
    match one.page:
        case Ran() as page:
            came = {came.horse: came for fact in beside(one, CameIn) for came in fact.arrivals}
            return [_run(stride, came.get(stride.horse), page.track, names, says) for stride in page.strides]
        case RacePaid() as page:
            players = beside(one, PlayerPaid)
            places = sorted((came.place, came.horse) for ins in one.state.races[-1].arrivals for came in ins)
            short = [says.told(fact, names) for fact in beside(one, BankBroke)]
            return [
                *(text for paid in players for text in _own(paid, page, says)),
                *(f"{place}. {_horse(horse)}" for place, horse in places),
                *short,
                *(text for paid in players for text in _row(paid, page, names, says)),
                f"Bank €{page.bank:,}",
                *([] if one.chair.over else [BACK]),
            ]
        case GameStopped() as page:
            return [says.told(page, names)]
    raise AssertionError(one.page)


def beside(one: Shown, kind: type[Any]) -> list[Any]:
    """The facts of a kind that the same act has brought."""
    act = next(played for played in one.chair.played if one.page in played.facts)
    return [fact for fact in act.facts if isinstance(fact, kind)]


def _horse(number: int) -> str:
    return f"{number} {KNOWN[number - 1]}"


def _run(stride: Stride, came: Arrival | None, track: int, names: tuple[str, ...], says: Any) -> str:
    backwards = ": no horse moves backwards" if stride.adjusts and not stride.moved else ""
    why = f"{says.arrival(came)};" if came and came.reason in ("moved", "shared") else ""
    place = f"Place {came.place} {why}" if came else ""
    tally, way = says.tally(stride, names), says.way(stride, track)
    return f"{_horse(stride.horse)} {tally} {backwards} {place} {way} {f'+{stride.moved}' if stride.moved else 0}"


def _own(paid: PlayerPaid, page: RacePaid, says: Any) -> Iterator[str]:
    gift = page.gifts[paid.seat]
    sum_ = paid.paid + gift
    yield from (says.mine(paid, gift), _plus(sum_), says.purse(paid, gift))


def _plus(sum_: int) -> str:
    return f"+€{sum_:,}" if sum_ else "€0"


def _row(paid: PlayerPaid, page: RacePaid, names: tuple[str, ...], says: Any) -> Iterator[str]:
    gift = page.gifts[paid.seat]
    yield f"{names[paid.seat]} {_plus(paid.paid + gift)} now €{page.money[paid.seat]:,}"
    yield from [_bet(line, says) for line in paid.lines] or ["no bet"]
    yield says.purse(paid, gift)
    if gift:
        yield f"The bank gives €{gift:,}, since nothing was left."


def _bet(line: Line, says: Any) -> str:
    return f"{line.slip} slip: {line.bet.horse} {says.single(line.bet)}, {says.reason(line)}"
