"""Every sentence of a game of Vabanque, beside what it must tell."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from companion.games import vabanque
from companion.games.kit import Fact
from companion.games.vabanque.face import Face
from companion.games.vabanque.facts import (
    Begun,
    CasinoPaid,
    FaceDown,
    GameOver,
    Line,
    Moved,
    NewOrder,
    Placed,
    RoundPaid,
)
from companion.games.vabanque.story import Tale
from tests.games.playing import Played
from tests.games.saying import Said, many, named, sentences

KNOWN: Sequence[str] = ()
THOUSAND = 1_000


def said(game: Played) -> Iterator[Said]:
    """Of every fact, also the lines that stand in it, every tie, the notes and the tales."""
    says, names = sentences("vabanque"), game.header.players
    for fact in game.facts:
        yield from _fact(says, fact, names)
    for facts in game.told:
        paid = next((fact for fact in facts if isinstance(fact, RoundPaid)), None)
        for fact in facts:
            if isinstance(fact, CasinoPaid):
                yield _value(says, fact)
                for line in fact.lines:
                    yield _source(says, line, names)
                    yield _reason(says, line, fact, names)
            if isinstance(fact, NewOrder) and paid:
                for tie in fact.ties:
                    text = says.tie(tie, paid.money, names)
                    yield Said(text, named(tie, names), [paid.money[tie[0]]], ["both" if len(tie) == 2 else "all"])
    for round_ in Face.handouts(game.states[-1]):
        for handout in round_:
            pile = handout.notes
            yield Said(says.notes(pile), (), list(chain(*((count, note) for note, count in pile))))
    for tale in vabanque.highlights(game.states[-1]):
        yield _tale(says, tale, names)


def _fact(says: Any, fact: Fact, names: Sequence[str]) -> Iterator[Said]:
    text = says.told(fact, names)
    match fact:
        case Begun(order=order, pawns=pawns):
            where = [f"{names[seat]}'s pawn starts at table {pawns[seat]}" for seat in order]
            yield Said(text, named(order, names), [pawns[seat] for seat in order], where)
        case Placed(seat=seat, counts=counts):
            where = [f"{count} on table {casino}" for casino, count in counts]
            yield Said(text, [] if seat is None else [names[seat]], list(chain(*counts)), where)
        case FaceDown(seat=seat, casino=casino):
            yield Said(text, [names[seat]], [casino], ["lays a card"])
        case Moved(seat=seat, origin=origin, casino=casino):
            stays = origin == casino
            yield Said(text, [names[seat]], [casino] if stays else [origin, casino], ["stays" if stays else "moves"])
        case CasinoPaid(casino=casino, lines=lines):
            parts = [
                says.value(fact),
                *chain(*((says.source(line, names), says.reason(line, fact, names)) for line in lines)),
            ]
            assert all(str(part) in text for part in parts), text
            assert [f" {line.amount:,}, " in text for line in lines] == [True] * len(lines), text
            assert text.startswith(f"Table {casino}: "), text
        case RoundPaid(round=round_, paid=paid, money=money):
            told = [f"{name} {got:+,}".replace("+0", "0") for name, got in zip(names, paid, strict=True)]
            figures = [round_, *map(abs, paid), *money]
            yield Said(text, names, figures, [*told, *(f"now {has:,}" for has in money)])
        case NewOrder(round=round_, order=order):
            yield Said(text, named(order, names), [round_], [", ".join(named(order, names))])
        case GameOver(winners=winners):
            yield Said(text, named(winners, names), (), ["wins" if len(winners) == 1 else "share the victory"])


def _value(says: Any, paid: CasinoPaid) -> Said:
    text, raises = says.value(paid), paid.raises
    if raises:
        figures = [paid.chips, 1 + raises, raises, THOUSAND, paid.value]
        return Said(text, (), figures, [f"× {1 + raises}", many(raises, "raise card"), f"= {paid.value:,}"])
    return Said(text, (), [paid.chips, THOUSAND, paid.value] if paid.chips else [], () if paid.chips else ["nothing"])


def _source(says: Any, line: Line, names: Sequence[str]) -> Said:
    return Said(says.source(line, names), [names[line.seat]], (), [line.source])


def _reason(says: Any, line: Line, paid: CasinoPaid, names: Sequence[str]) -> Said:
    text, rivals = says.reason(line, paid, names), named(line.rivals, names)
    assert ("nothing" in text) == (line.amount == 0), text
    if line.source == "pawn" and rivals:
        return Said(text, rivals, (), ["trap" if len(rivals) == 1 else "traps"])
    if line.source == "pawn" or not (rivals and paid.value):
        unvalued = bool(not line.amount and (line.source == "pawn" or rivals))
        return Said(
            text, (), (), ["worth nothing"] if unvalued else ["no opposing trap" if line.amount else "no opposing pawn"]
        )
    return Said(text, rivals, [len(rivals), paid.value], [many(len(rivals), "pawn"), f"× {paid.value:,}"])


def _tale(says: Any, tale: Tale, names: Sequence[str]) -> Said:
    text, who = says.tale(tale, names), [] if tale.seat is None else [names[tale.seat]]
    where = [f"table {tale.casino}", f"round {tale.round}", f"{tale.amount:,}"]
    caught = [tale.count] if tale.word == "trap" else []
    has = {"trap": "Best trap", "table": "Richest table", "bluff": "Most expensive bluff"}[tale.word]
    pawns = [many(tale.count, "pawn")] if caught else []
    return Said(text, who, [tale.casino, tale.round, tale.amount, *caught], [has, *where, *pawns])
