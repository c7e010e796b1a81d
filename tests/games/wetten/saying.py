"""Every sentence of a game of Wetten!, beside what it must tell."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.games import wetten
from companion.games.kit import Fact
from companion.games.wetten import facts
from companion.games.wetten.moves import Single
from companion.games.wetten.story import LongOdds, Tale
from tests.games.playing import Played
from tests.games.saying import Said, many, named, sentences

KNOWN: Sequence[str] = ("Queen", "Raider", "Lucky Slevin", "Joker")
ENDINGS = {"races": "The last race is over", "bank": "The bank is empty", "stop": "have agreed to end the game"}


def said(game: Played) -> Iterator[Said]:
    """Of every fact and of the tales."""
    says, names = sentences("wetten"), game.header.players
    for fact in game.facts:
        yield _fact(says, fact, names)
        if isinstance(fact, facts.PlayerPaid):
            yield from (_reason(says.reason(line), line) for line in fact.lines)
            yield _purse(says.purse(fact), fact)
            yield _purse(says.purse(fact, 2_000), fact, 2_000)
            yield _mine(says.mine(fact, 0), fact)
            yield Said(f"{says.mine(fact, 2_000)} ".removeprefix(says.mine(fact, 0)), (), [2_000], ["gives €2,000"])
            yield from (
                Said(says.paid(line), (), _right(line), [f"= €{line.due:,}"]) for line in fact.lines if line.due
            )
        if isinstance(fact, facts.Ran):
            yield from (_tally(says.tally(stride, names), stride, names) for stride in fact.strides)
            yield from (_way(says.way(stride, fact.track), stride, fact.track) for stride in fact.strides)
        if isinstance(fact, facts.CameIn):
            yield from (_arrival(says.arrival(one), one) for one in fact.arrivals)
    for tale in wetten.highlights(game.states[-1]):
        yield _tale(says.tale(tale, names), tale, names)


def _horses(numbers: Iterable[int]) -> list[str]:
    return [KNOWN[number - 1] for number in numbers]


def _bets(bets: Iterable[Single]) -> tuple[list[str], list[int]]:
    """The horses and figures of some bets."""
    told = list(bets)
    return _horses(bet.horse for bet in told), [figure for bet in told for figure in (bet.place, bet.stake)]


def _signed(by: int) -> str:
    return f"{'+' if by > 0 else '−' if by < 0 else ''}{abs(by)}"


def _all(text: str, names: Sequence[str], parts: Iterable[Said], figures: Sequence[int] = ()) -> Said:
    """A sentence made of others."""
    parts = list(parts)
    every = [*names, *(name for part in parts for name in part.names)]
    return Said(text, every, [*figures, *(figure for part in parts for figure in part.figures)])


def _fact(says: Any, fact: Fact, names: Sequence[str]) -> Said:
    text = " ".join(says.told(fact, names).split())
    match fact:
        case facts.SlipLaid():
            amounts = [fact.stake, fact.money] if fact.stake else []
            more = [f"€{fact.stake:,} to the bank", f"€{fact.money:,} left"] if fact.stake else ["without a bet"]
            return Said(text, [names[fact.seat]], amounts, [f"{fact.slip} slip", *more])
        case facts.SlipOpened():
            assert not isinstance(fact.bets, str)
            horses, figures = _bets(fact.bets)
            (horse,), place = _horses(fact.double[:1]), fact.double[1]
            has = [f"{horse} on place {place} now pays × {fact.odds}"]
            return Said(text, [names[fact.seat], *horses, horse], [*figures, place, fact.odds], has)
        case facts.CardBought():
            has = [f"for €{fact.price:,}", f"€{fact.money:,} left", f"costs €{fact.following:,}"]
            return Said(text, [names[fact.seat]], [fact.price, fact.money, fact.following], has)
        case facts.CardLaid():
            hand = [many(fact.hand, "is left", "are left")]
            return Said(text, [names[fact.seat]], [] if fact.drew else [fact.hand], ["free"] if fact.drew else hand)
        case facts.CardsTurned():
            sums = fact.sums or ()
            each = [f"{horse} {sum_}" for horse, sum_ in zip(KNOWN, sums, strict=False)]
            return Said(text, KNOWN if sums else (), sums, each or ["not all of them are known"])
        case facts.ActionPlayed():
            return _action(text, fact, names)
        case facts.Ran():
            return _all(text, _horses(one.horse for one in fact.strides), _strides(fact, names))
        case facts.CameIn():
            arrivals = [_arrival(says.arrival(one), one) for one in fact.arrivals]
            horses = _horses(one.horse for one in fact.arrivals)
            return _all(text, horses, arrivals, [one.place for one in fact.arrivals])
        case facts.BankBroke():
            return Said(text, (), [fact.had, fact.due], [f"has €{fact.had:,}", f"owes €{fact.due:,}"])
        case facts.PlayerPaid():
            horses, figures = _bets(line.bet for line in fact.lines)
            parts = [*(_reason("", line) for line in fact.lines), _purse("", fact)]
            return _all(text, [names[fact.seat], *horses], parts, figures)
        case facts.RacePaid():
            return _paid(text, fact, names)
        case facts.GameOver():  # and GameStopped
            verb = "wins" if len(fact.winners) == 1 else "share"
            return Said(text, named(fact.winners, names), (), [verb, ENDINGS[fact.ended_by]])
    raise AssertionError(f"what does {fact.word} tell?")


def _action(text: str, fact: facts.ActionPlayed, names: Sequence[str]) -> Said:
    each = [f"{KNOWN[horse - 1]} {_signed(by)}" for horse, by in fact.adjust]
    horses = [*_horses(horse for horse, _ in fact.adjust), *_horses(fact.idle)]
    figures = [abs(by) for _, by in fact.adjust]
    costs = [fact.number, fact.times, fact.min_stake, fact.price, fact.money] if fact.price else []
    has = [f"Number {fact.number}", f"{fact.times} × €{fact.min_stake:,} = €{fact.price:,}", f"€{fact.money:,} left"]
    idle = [f"{KNOWN[fact.idle[-1] - 1]} {'is' if len(fact.idle) == 1 else 'are'} in"] if fact.idle else []
    return Said(text, [names[fact.seat], *horses], figures + costs, [*each, *(has if costs else ["free"]), *idle])


def _paid(text: str, paid: facts.RacePaid, names: Sequence[str]) -> Said:
    given = [(names[seat], gift) for seat, gift in enumerate(paid.gifts) if gift]
    has = [f"{name} has nothing left and gets €{gift:,}" for name, gift in given]
    figures = [paid.race, paid.bank, *(gift for _, gift in given)]
    return Said(
        text, [name for name, _ in given], figures, [f"Race {paid.race}", f"€{paid.bank:,} is in the bank", *has]
    )


def _strides(ran: facts.Ran, names: Sequence[str]) -> Iterator[Said]:
    for stride in ran.strides:
        yield _tally("", stride, names)
        yield Said("", (), [stride.moved] if stride.adjusts else [])
        yield _way("", stride, ran.track)


def _tally(text: str, stride: facts.Stride, names: Sequence[str]) -> Said:
    adjusts = [f"{_signed(by)} ({names[seat]}" for seat, by in stride.adjusts]
    figures = [*stride.cards, stride.sum, *(abs(by) for _, by in stride.adjusts)]
    return Said(text, named((seat for seat, _ in stride.adjusts), names), figures, [f"= {stride.sum}", *adjusts])


def _way(text: str, stride: facts.Stride, track: int) -> Said:
    figures, has = [stride.origin, stride.field], [f"from {stride.origin}", f"to {stride.field}"]
    if stride.arrived:
        return Said(text, (), [*figures, stride.field - track], [*has, many(stride.field - track, "field")])
    last = stride.field == track
    if stride.field == stride.origin:
        stays = [f"stays on field {stride.field}", *(["last one"] if last else [])]
        return Said(text, (), [stride.field], stays)
    return Said(text, (), figures if last else [*figures, track], [*has, "last field" if last else f"of {track}"])


def _arrival(text: str, one: facts.Arrival) -> Said:
    rivals = _horses(one.rivals)
    match one.reason:
        case "alone":
            return Said(text, (), (), ["the only one"])
        case "past":
            return Said(text, rivals, [one.past], [many(one.past, "field"), "past the line"])
        case "moved":
            return Said(text, rivals, [one.moved], [many(one.moved, "field"), "moved more"])
        case "shared":
            return Said(text, rivals, (), ["shared"])


def _reason(text: str, line: facts.Line) -> Said:
    bet = line.bet
    if line.due:
        right = [bet.stake, *_odds(line), line.due]
        short = [] if line.amount in (0, line.due) else [line.amount]
        has = [f"€{bet.stake:,} × {' × '.join(map(str, _odds(line)))} = €{line.due:,}"]
        more = [f"only €{line.amount:,} left"] if short else ["empty"] if not line.amount else []
        return Said(text, (), [*right, *short], [*has, *more])
    vacant = [bet.place] if line.vacant else []
    came = f"{KNOWN[bet.horse - 1]} came to place {line.came}"
    return Said(
        text, _horses([bet.horse]), [*vacant, line.came], ["nothing", came, *(["stayed empty"] if vacant else [])]
    )


def _odds(line: facts.Line) -> list[int]:
    """A crossed bet pays the odds of the first slip twice."""
    return [4, 2] if line.odds == 8 else [line.odds]


def _right(line: facts.Line) -> list[int]:
    return [line.bet.stake, *_odds(line), line.due, *([line.amount] if line.amount < line.due else [])]


def _mine(text: str, paid: facts.PlayerPaid) -> Said:
    """What the owner of a phone reads first: each right bet with its sum, or where the horses came in."""
    right = [line for line in paid.lines if line.due]
    if not right:
        came = {line.bet.horse: line.came for line in paid.lines}
        has = [f"{KNOWN[horse - 1]} came to place {place}" for horse, place in came.items()]
        return Said(text, _horses(came), list(came.values()), ["Nothing", *has])
    short = [paid.paid] if paid.paid < sum(line.due for line in right) else []
    figures = [figure for line in right for figure in (line.bet.place, line.bet.stake, *_odds(line), line.due)]
    return Said(text, _horses(line.bet.horse for line in right), [*figures, *short], ["only"] if short else ())


def _purse(text: str, paid: facts.PlayerPaid, gift: int = 0) -> Said:
    parts = {"staked": paid.staked, "race cards": paid.race_cards, "action cards": paid.action_cards, "won": paid.paid}
    parts["from the bank"] = gift
    has = [f"€{sum_:,} {word}" for word, sum_ in parts.items() if sum_]
    if not has:
        return Said(text, (), [paid.money], [f"now €{paid.money:,}"])
    left = paid.money + gift
    return Said(text, (), [paid.had, *filter(None, parts.values()), left], [*has, f"= €{left:,}"])


def _tale(text: str, tale: Tale, names: Sequence[str]) -> Said:
    if isinstance(tale, LongOdds):
        line, bet = tale.line, tale.line.bet
        horses, figures = _bets([bet])
        short = ["the bank had only"] if line.amount < line.due else ["for"]
        has = [f"€{bet.stake:,} × {line.odds}", f"race {tale.race}", f"place {bet.place}", f"€{line.amount:,}", *short]
        return Said(text, [names[line.seat], *horses], [*figures, tale.race, line.odds, line.amount], has)
    horses = _horses([tale.ahead.horse, tale.behind.horse])
    has = [f"race {tale.race}"]
    if tale.fields:
        return Said(text, horses, [tale.race, tale.fields], [*has, f"{horses[0]} {many(tale.fields, 'field')} before"])
    if tale.movement:
        return Said(text, horses, [tale.race], [*has, f"{horses[0]} and", "moved more"])
    return Said(text, horses, [tale.race, tale.ahead.place], [*has, f"shared place {tale.ahead.place}"])
