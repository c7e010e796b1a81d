"""The payout of Wetten!, page by page."""

from collections.abc import Iterator
from typing import Any

from companion.games.wetten.facts import BankBroke, CameIn, GameOver, Line, PlayerPaid, RacePaid, Ran, Stride
from tests.games.saying import sentences
from tests.games.wetten.saying import KNOWN
from tests.web.showing import Shown


def told(one: Shown) -> list[str]:
    """All that stands on a page, in its order. A horse is its number and its name."""
    says, names = sentences("wetten"), one.chair.names
    match one.page:
        case Ran() as page:
            return ["The horses run", *(_run(stride, page.track, names, says) for stride in page.strides)]
        case CameIn() as page:
            came = [f"{_horse(horse.horse)} {says.arrival(horse)} {horse.place}." for horse in page.arrivals]
            return ["Past the line", *came]
        case PlayerPaid() as page:
            return [names[page.seat], *_slips(page, says), says.purse(page)]
        case RacePaid() as page:
            people = [_paid(page, seat, name) for seat, name in enumerate(names)]
            back = "All race cards and action cards come back and are shuffled: six and three for everybody."
            return [f"Paid out in race {page.race}", *people, f"Bank {page.bank:,}", back]
        case BankBroke() as page:
            return ["The bank is empty", says.told(page, names)]
        case GameOver() as page:
            return ["The game is over", says.told(page, names)]
    raise AssertionError(one.page)


def _horse(number: int) -> str:
    return f"{number} {KNOWN[number - 1]}"


def _run(stride: Stride, track: int, names: tuple[str, ...], says: Any) -> str:
    backwards = ": no horse moves backwards" if stride.adjusts and not stride.moved else ""
    way = says.way(stride, track)
    return f"{_horse(stride.horse)} {says.tally(stride, names)} {backwards} {way} +{stride.moved}"


def _slips(page: PlayerPaid, says: Any) -> Iterator[str]:
    for slip, head in (("second", "Second slip, odds 2"), ("first", "First slip, odds 4")):
        yield head
        yield from [_bet(line, says) for line in page.lines if line.slip == slip] or ["no bet"]


def _bet(line: Line, says: Any) -> str:
    staked = f"on place {line.bet.place}, {line.bet.stake:,}"
    return f"{_horse(line.bet.horse)} {staked} {says.reason(line)} {line.amount:,}"


def _paid(page: RacePaid, seat: int, name: str) -> str:
    gift = page.gifts[seat]
    given = f"The bank gives {gift:,}, since nothing was left." if gift else ""
    return f"{name} {given} +{page.paid[seat] + gift:,} now {page.money[seat]:,}"
