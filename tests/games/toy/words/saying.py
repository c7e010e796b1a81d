"""Each sentence of a game, beside what it must tell: as a game has it in `tests/games/<slug>/saying.py`."""

from collections.abc import Iterator

from tests.games.playing import Played
from tests.games.saying import Said, many, sentences
from tests.games.toy import Given, Turned, Won


def said(game: Played) -> Iterator[Said]:
    """Of each fact; and of each that has a line on a page of a payout, what stands there."""
    says, names = sentences("toy"), game.header.players
    for fact in game.facts:
        text = says.told(fact, names)
        match fact:
            case Given(whom=seat, amount=amount):
                yield Said(text, [names[seat]], [amount], [many(amount, "point")])
                yield Said(says.why(fact), (), ())
            case Turned(seat=seat, number=number):
                yield Said(text, [names[seat]], [number])
            case Won(seat=None, round=nth):
                yield Said(text, (), [nth])
            case Won(seat=int(seat), round=nth, points=points):
                yield Said(text, [names[seat]], [nth, points], [many(points, "point")])
                yield Said(says.why(fact), (), [nth])
