"""Every sentence of a game of Banque Fatale, beside what it must tell."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.games import banque_fatale
from companion.games.banque_fatale import facts
from companion.games.banque_fatale.booklet import COLOURS
from companion.games.banque_fatale.story import Tale
from companion.games.kit import Fact
from tests.games.playing import Played
from tests.games.saying import Said, many, named, sentences

KNOWN: Sequence[str] = COLOURS


def said(game: Played) -> Iterator[Said]:
    """Of every fact, also the lines that stand in it, and of the tales."""
    says, names = sentences("banque_fatale"), game.header.players
    for fact in game.facts:
        yield from _fact(says, fact, names)
    for tale in banque_fatale.highlights(game.states[-1]):
        yield _tale(says, tale, names)
    for round_ in game.states[-1].rounds:
        sold = round_.sold
        text, who = says.sale(round_, names), names[sold.seat if sold else round_.auction.start]
        yield _sold(text, who, sold.price) if sold else Said(text, [who], (), ["sells nothing"])


def _piques(card: str) -> list[str]:
    """The colours as they are named: one word where both are the same."""
    return list(dict.fromkeys(card.split("+")))


def _carded(card: str) -> list[str]:
    return ["twice"] if len(card.split("+")) > len(_piques(card)) else []


def _fact(says: Any, fact: Fact, names: Sequence[str]) -> Iterator[Said]:
    text = says.told(fact, names)
    match fact:
        case facts.Begun(start=seat):
            yield Said(text, [names[seat]], (), ["start player"])
        case facts.Dealt(seat=seat, card=card):
            yield Said(text, [names[seat], *_piques(card)], (), ["first card"])
        case facts.UpForAuction(seat=seat, card=card):
            yield Said(text, [names[seat], *_piques(card)], (), ["Up for auction", *_carded(card)])
        case facts.HandClosed(seat=seat):
            yield Said(text, [names[seat]], (), ["closed hand"])
        case facts.AuctionWon():
            yield _won(text, fact, names)
            yield _headline(says.headline(fact, names), fact, names)
            yield _begins(says.begins(fact, names), fact, names)
            yield from (_yours(says.yours(fact, seat, names), fact, seat, names) for seat in range(len(names)))
            for heap, size in zip(fact.bids, fact.sizes, strict=True):
                has = [many(size, "token")] if heap else ["no token"]
                each = [f"{count} {colour}" for colour, count in heap]
                figures = [size, *(count for _, count in heap)] if heap else []
                yield Said(says.bid(heap, size), [colour for colour, _ in heap], figures, [*has, *each])
        case facts.ValuesSet():
            yield from (_step(says.step(step), step) for step in fact.steps)
            steps = fact.steps
            assert text == "; ".join(f"{step.colour} {says.step(step)}" for step in steps)
            up = [step for step in steps if step.after > step.before]
            has = [f"{step.colour} {step.after}" for step in up] or ["No value rises"]
            yield Said(says.headline(fact, names), [step.colour for step in up], [step.after for step in up], has)
            for before, after in ((12, 15), (15, 12), (12, 12)):
                by = [abs(after - before)] if after != before else []
                verb = "more" if after > before else "less" if after < before else "as much"
                yield Said(says.worth(before, after), (), by, [verb, *([f"{by[0]} million"] if by else [])])
        case facts.ExtraPaid():
            has = [f"at {fact.value}", f"{fact.each} million for each", f"back to {fact.back}"]
            yield Said(text, [fact.colour], [fact.value, fact.each, fact.back], has)
            yield Said(says.nobody(fact), [fact.colour], ())
            yield Said(
                says.headline(fact, names).lower(),
                [fact.colour],
                [fact.value, fact.each],
                [f"pays {fact.each} million"],
            )
            yield Said(says.paid(fact, None), [fact.colour], (), ["Nothing"])
            for line in fact.lines:
                has = [many(line.piques, "pique"), f"{fact.each} million"]
                yield Said(says.paid(fact, line), [fact.colour], [line.piques, fact.each], has)
            yield from (_line(says.line(line, fact), line, fact) for line in fact.lines)
        case facts.Taken(seat=seat, token=colour):
            yield Said(text, [names[seat], colour], (), ["takes"])
            neighbour = replace(fact, seat=(seat + 1) % len(names))
            who = [names[seat], names[neighbour.seat]]
            has = [f"{who[0]} takes 2", f"{who[1]} takes 1", "left"]
            yield Said(says.left_over([fact, neighbour, fact], names), [colour, *who], [2, 1], has)
        case facts.Sold(seat=seat, price=price):
            yield _sold(text, names[seat], price)
        case facts.Kept(seat=seat):
            yield Said(text, [names[seat]], (), ["sells nothing"])
        case facts.NewRound(start=seat, round=number):
            yield Said(text, [names[seat]], [number])
        case facts.Account():
            yield Said(text, [names[fact.seat]], [fact.wealth], [f"{fact.wealth} million"])
            parts = [fact.cash, fact.tokens * fact.each, fact.wealth - fact.cash - fact.tokens * fact.each]
            has = [f"cash {parts[0]}", f"tokens {parts[1]}", f"cards {parts[2]}"]
            yield Said(says.wealth(fact), (), parts, has)
            has = [many(fact.tokens, "token"), f"× {fact.each}" if fact.each else "worth nothing"]
            yield Said(says.tokens(fact), (), [fact.tokens, *([fact.each] if fact.each else [])], has)
            yield from (_price(says.price(price), price) for price in fact.cards)
        case facts.GameOver(winners=winners):
            yield Said(text, named(winners, names), (), ["wins" if len(winners) == 1 else "share"])


def _won(text: str, won: facts.AuctionWon, names: Sequence[str]) -> Said:
    winner, most, start = names[won.winner], won.sizes[won.winner], names[won.start]
    equals = named(won.equals, names)
    if not most:
        return Said(text, [winner], (), ["Nobody has bid"])
    if len(equals) == 1:
        return Said(text, [winner], [most], [f"{winner} wins"])
    if won.winner == won.start:
        return Said(text, [*equals, winner], [most], [f"start player, {winner}"])
    return Said(text, [*equals, winner, start], [most], [f"goes to {winner}", f"start player {start}"])


def _headline(text: str, won: facts.AuctionWon, names: Sequence[str]) -> Said:
    most = won.sizes[won.winner]
    tokens = [many(most, "token")] if most else ["without a token"]
    return Said(text, [names[won.winner], *_piques(won.card)], [most] if most else [], [*tokens, *_carded(won.card)])


def _begins(text: str, won: facts.AuctionWon, names: Sequence[str]) -> Said:
    return Said(text, [names[(won.winner + 1) % len(names)]], (), ["begins", "left"])


def _yours(text: str, won: facts.AuctionWon, seat: int, names: Sequence[str]) -> Said:
    """What one of those who have bid is told."""
    most, winner, start = won.sizes[won.winner], names[won.winner], names[won.start]
    others = named((other for other in won.equals if other != seat), names)
    mine = seat == won.winner
    if not most:
        return Said(text, [] if mine else [winner], (), ["Nobody has bid"])
    if seat in won.equals and others:
        who = [start] if won.winner != won.start else []
        return Said(text, who, [most], ["It is yours" if mine else "You have", many(most, "token"), "equally many"])
    if mine:
        return Said(text, (), [most], ["You win"])
    size = won.sizes[seat]
    if size:
        return Said(text, [winner], [most, size], [f"{winner} has {most}", f"you have {size}"])
    return Said(text, [winner], [most], ["You have bid nothing", many(most, "token")])


def _step(text: str, step: facts.Step) -> Said:
    moved, stays = abs(step.after - step.before), step.after == step.before
    count = [step.tokens] if step.why in ("most", "other") else []
    by = [moved] if step.why == "most" or (step.why == "single" and not stays) else []
    verb = {"none": "stays" if stays else "falls", "single": "would fall" if stays else f"falls by {moved}"}
    verb |= {"most": f"rises by {moved}", "other": "stays"}
    has = [verb[step.why], f"{step.before} → {step.after}", *(many(number, "token") for number in count)]
    return Said(text, (), [step.before, step.after, *count, *by], has)


def _line(text: str, line: facts.Line, extra: facts.ExtraPaid) -> Said:
    names = [colour for card, _ in line.cards for colour in _piques(card)]
    each = [piques for _, piques in line.cards] if len(line.cards) > 1 else []
    figures = [*each, line.piques, extra.each, line.amount]
    return Said(
        text, names, figures, [many(line.piques, "pique"), f"× {extra.each} million", f"= {line.amount} million"]
    )


def _price(text: str, price: facts.Price, *names: str) -> Said:
    figures = [value for _, value in price.values]
    each = [f"{colour} {value}" for colour, value in price.values]
    total = [price.total] if len(figures) > 1 else []
    has = [*each, f"{price.total} million"]
    return Said(text, [*names, *(colour for colour, _ in price.values)], [*figures, *total], has)


def _sold(text: str, name: str, price: facts.Price) -> Said:
    return _price(text, price, name, *_piques(price.card))


def _tale(says: Any, tale: Tale, names: Sequence[str]) -> Said:
    text = says.tale(tale, names)
    who = [names[tale.seat]] if tale.seat is not None else []
    what = [*(_piques(tale.card) if tale.card else []), *([tale.colour] if tale.colour else [])]
    free = tale.word == "bargain" and not tale.amount
    kinds = {"sale": "Dearest sale", "extra": "Best extra", "fall": "Deepest fall", "vain": "Most in vain"}
    has = [kinds.get(tale.word, "Best bargain"), f"round {tale.round}"]
    tokens = [many(tale.amount, "token")] if tale.word in ("vain", "bargain") and not free else []
    money = [f"{tale.amount} million"] if tale.word in ("sale", "extra") else []
    return Said(text, [*who, *what], [tale.round, *([] if free else [tale.amount])], [*has, *tokens, *money])
