"""A second reckoning of `companion stats --json`, from records, their results and the facts of their games alone.

It knows no `Evening` and no `Feat`, and shares no code with the companion but for its rules and `companion score`.
Of another game than these `tests/games/<slug>/remembered.py` has what stands here: `did(play, facts)`, `STARTS_WITH`,
`AFTER_A_ROUND` (what each had then, by its key in the result's rounds), `RECORDS` and `LIKES`.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from math import floor
from typing import Any

from companion import record, result
from companion.games import GAMES
from companion.games.kit import Fact
from tests.games.owned import owned

Json = dict[str, Any]
Did = tuple[str, int, int | None, int, int, str]
"""A kind, a round, a seat, an amount, how many, and what it was about."""

STARTS_WITH = {"vabanque": 0, "banque_fatale": 0, "wetten": 10_000}
AFTER_A_ROUND = {"vabanque": "money", "banque_fatale": "cash", "wetten": "money"}
RECORDS: dict[str, dict[str, Any]] = {
    "vabanque": {"pawn": max, "trap": max, "table": max, "bluff": max},
    "banque_fatale": {"sale": max, "extra": max, "bargain": min, "vain": max, "fall": max},
    "wetten": {"win": max, "odds": max, "bet": max, "finish": min},
    "toy": {},
}
LIKES = {"vabanque": "pawn", "banque_fatale": "bid", "wetten": "bet"}
TABLES = {3: 7, 4: 9, 5: 10, 6: 12}


@dataclass
class Play:
    """A record that was taken in: where it went, when it ended, how long it took."""

    lines: list[str]
    key: str
    ended: float
    seconds: int | None
    told: Json = field(default_factory=dict)
    did: list[Did] = field(default_factory=list)

    def __post_init__(self) -> None:
        read = record.read([line.encode() for line in self.lines])
        self.told = result.result(read)
        state = read.game.start(len(read.header.players), read.header.options)
        facts: list[Fact] = []
        for act in read.acts:
            state, said = read.game.play(state, act.seat, act.move)
            facts += said
        self.did = list(DID[self.slug](self, facts))

    @property
    def slug(self) -> str:
        return str(self.told["game"])

    @property
    def names(self) -> list[str]:
        return list(self.told["players"])

    @property
    def scores(self) -> list[int]:
        return [self.told["money"][name] for name in self.names]

    @property
    def places(self) -> list[int]:
        by_name = {one["player"]: one["place"] for one in self.told["standings"]}
        return [by_name[name] for name in self.names]

    @property
    def turns(self) -> list[int | None]:
        rounds = self.told["rounds"]
        first = rounds[0].get("start", rounds[0].get("order", [None])[0]) if rounds else None
        if first is None:
            return [None] * len(self.names)
        return [(seat - self.names.index(first)) % len(self.names) + 1 for seat in range(len(self.names))]

    @property
    def at(self) -> Json:
        """How an evening is pointed to."""
        return {"table": self.key, "ended": datetime.fromtimestamp(self.ended).astimezone().isoformat("T", "seconds")}


def vabanque(play: Play, _facts: list[Fact]) -> Iterator[Did]:
    """From the record's lines; a card counts where a pawn stood."""
    header, *acts = map(json.loads, play.lines)
    names, tables = header["players"], TABLES[len(header["players"])]
    pawns: dict[str, int] = {}
    cards: list[tuple[str, str, int]] = []
    moves = 0
    for act in acts:
        if act["do"] == "start":
            first = names.index(act["player"])
            order = names[first:] + names[:first]
            pawns = {name: (act["table"] - 1 + 2 * place) % tables + 1 for place, name in enumerate(order)}
        elif act["do"] == "card":
            cards.append((act["player"], act["card"], act["table"]))
        elif act["do"] == "move":
            pawns[act["player"]] = (pawns[act["player"]] - 1 + act["steps"]) % tables + 1
            moves += 1
            if moves % len(names) == 0:
                yield from _casinos(play.told["rounds"][moves // len(names) - 1], names, pawns, cards)
                cards = []


def _casinos(paid: Json, names: list[str], pawns: dict[str, int], cards: list[tuple[str, str, int]]) -> Iterator[Did]:
    for told in paid["tables"]:
        number, value, there = paid["round"], told["value"], str(told["table"])
        here = [name for name in paid["order"] if pawns[name] == told["table"]]
        yield "table", number, None, value, 0, there
        for name in here:
            traps = [owner for owner, card, at in cards if (card, at) == ("trap", told["table"]) and owner != name]
            yield "pawn", number, names.index(name), 0 if traps else value, len(traps), there
        for owner, card, at in sorted(cards, key=lambda laid: paid["order"].index(laid[0])):
            if at == told["table"] and card == "trap":
                caught = [name for name in here if name != owner]
                yield "trap", number, names.index(owner), value * len(caught), len(caught), there
            elif at == told["table"] and card == "bluff":
                yield "bluff", number, names.index(owner), value, 0, there


def banque_fatale(_play: Play, facts: list[Fact]) -> Iterator[Did]:
    """From the facts of each round, which an auction opens."""
    number = 0
    for fact in facts:
        one: Any = fact
        match type(fact).__name__:
            case "AuctionWon":
                number += 1
                for seat, bid in enumerate(one.bids):
                    for colour, tokens in bid:
                        yield "bid", number, seat, tokens, 0, colour
                    size = sum(tokens for _, tokens in bid)
                    if seat == one.winner or size:
                        yield "bargain" if seat == one.winner else "vain", number, seat, size, 0, one.card
            case "ValuesSet":
                for step in one.steps:
                    if step.after < step.before:
                        yield "fall", number, None, step.before - step.after, 0, step.colour
            case "ExtraPaid":
                for line in one.lines:
                    yield "extra", number, line.seat, line.amount, line.piques, one.colour
            case "Sold":
                yield "sale", number, one.seat, sum(value for _, value in one.price.values), 0, one.price.card


def wetten(_play: Play, facts: list[Fact]) -> Iterator[Did]:
    """From the facts of each race, which RacePaid numbers."""
    number = 0
    for fact in facts:
        one: Any = fact
        match type(fact).__name__:
            case "CameIn":
                for ahead, behind in combinations(one.arrivals, 2):
                    apart = ahead.past - behind.past
                    more = ahead.moved - behind.moved if not apart else 0
                    yield "finish", one.race, None, apart, more, f"{ahead.horse} {behind.horse}"
            case "RacePaid":
                number = one.race
            case "PlayerPaid":
                for line in one.lines:
                    horse = str(line.bet.horse)
                    yield "bet", number, one.seat, line.bet.stake, line.odds, horse
                    if line.amount > 0:
                        yield "win", number, one.seat, line.amount, line.odds, horse
                        yield "odds", number, one.seat, line.odds, line.amount, horse


def toy(_play: Play, _facts: list[Fact]) -> Iterator[Did]:
    """Nothing."""
    return iter(())


DID = {"vabanque": vabanque, "banque_fatale": banque_fatale, "wetten": wetten, "toy": toy}

for _slug in GAMES:
    if (_own := owned(_slug, "remembered")) is not None:
        DID[_slug], RECORDS[_slug], LIKES[_slug] = _own.did, _own.RECORDS, _own.LIKES
        STARTS_WITH[_slug], AFTER_A_ROUND[_slug] = _own.STARTS_WITH, _own.AFTER_A_ROUND


def reckon(plays: Iterable[Play], known: Mapping[str, str]) -> Json:
    """All figures, people and rivals by their names and games by their slugs, names without regard to case."""
    order = sorted(plays, key=lambda play: play.ended)  # stable: as they were taken in
    sat: dict[str, list[tuple[Play, int]]] = defaultdict(list)
    for play in order:
        for seat, typed in enumerate(play.names):
            if who := whose(typed, known):
                sat[who].append((play, seat))
    return {
        "evenings": len(order),
        "people": {who: person(who, mine, known) for who, mine in sat.items()},
        "games": {slug: game([one for one in order if one.slug == slug]) for slug in {one.slug for one in order}},
    }


def whose(typed: str, known: Mapping[str, str]) -> str:
    """Who somebody is; nobody who was forgotten."""
    name = known.get(typed.casefold(), typed)
    return "" if name.startswith("N. N.") else name.casefold()


def rounded(amounts: list[int]) -> int:
    """To the nearest, a half upwards."""
    return floor(sum(amounts) / len(amounts) + 0.5)


def person(who: str, mine: list[tuple[Play, int]], known: Mapping[str, str]) -> Json:
    """One person."""
    met: dict[str, list[int]] = defaultdict(list)
    for play, seat in mine:
        for other, typed in enumerate(play.names):
            name = whose(typed, known)
            if name not in ("", who):
                met[name].append(play.places[other] - play.places[seat])
    return {
        "plays": len(mine),
        "wins": sum(play.places[seat] == 1 for play, seat in mine),
        "rivals": {
            name: {
                "together": len(apart),
                "ahead": len([one for one in apart if one > 0]),
                "behind": len([one for one in apart if one < 0]),
                "level": apart.count(0),
            }
            for name, apart in met.items()
        },
        "games": {
            slug: at_game(slug, [(play, seat) for play, seat in mine if play.slug == slug])
            for slug in {play.slug for play, _ in mine}
        },
    }


def at_game(slug: str, mine: list[tuple[Play, int]]) -> Json:
    """A person at one game."""
    results = [sat(play, seat) for play, seat in mine]
    scores = [one["result"] for one in results]
    places = Counter(one["place"] for one in results)
    years = sorted({one["ended"][:4] for one in results})
    did = [(play, one) for play, seat in mine for one in play.did if one[2] == seat]
    return {
        "plays": len(mine),
        "wins": places[1],
        "places": [places[place + 1] for place in range(max(one["players"] for one in results))],
        "average": rounded(scores),
        "best": results[scores.index(max(scores))],
        "worst": results[scores.index(min(scores))],
        "results": results,
        "years": [year_of(year, [one for one in results if one["ended"].startswith(year)]) for year in years],
        "favourites": dict(Counter(one[5] for _, one in did if one[0] == LIKES.get(slug))),
        "feats": [
            summed(kind, pick, did) for kind, pick in RECORDS[slug].items() if kind in {one[0] for _, one in did}
        ],
    }


def sat(play: Play, seat: int) -> Json:
    """One result."""
    told = {"result": play.scores[seat], "place": play.places[seat], "players": len(play.names)}
    return {**told, "turn": play.turns[seat], **play.at}


def year_of(year: str, results: list[Json]) -> Json:
    """A year at a game."""
    wins = sum(one["place"] == 1 for one in results)
    average = rounded([one["result"] for one in results])
    return {"year": int(year), "plays": len(results), "wins": wins, "average": average}


def summed(kind: str, pick: Any, did: list[tuple[Play, Did]]) -> Json:
    """All of one kind."""
    ours = [(play, one) for play, one in did if one[0] == kind]
    return {
        "kind": kind,
        "times": len(ours),
        "amount": sum(one[3] for _, one in ours),
        "many": sum(one[4] for _, one in ours),
        "best": deed(*best(pick, ours)),
    }


def best(pick: Any, did: list[tuple[Play, Did]]) -> tuple[Play, Did]:
    """The first of the best."""
    wanted = pick((one[3], one[4]) for _, one in did)
    return next((play, one) for play, one in did if (one[3], one[4]) == wanted)


def deed(play: Play, did: Did) -> Json:
    """A feat, with the name that was typed."""
    kind, number, seat, amount, many, what = did
    told = {"kind": kind, "round": number, "amount": amount, "many": many, "what": what}
    return {**told, "player": None if seat is None else play.names[seat], **play.at}


def game(plays: list[Play]) -> Json:
    """One game."""
    slug = plays[0].slug
    won = [(max(play.scores), play) for play in plays]
    apart = [sorted(play.scores)[-1] - sorted(play.scores)[-2] for play in plays]
    close = plays[apart.index(min(apart))]
    did = [(play, one) for play in plays for one in play.did]
    players = sorted({len(play.names) for play in plays})
    return {
        "plays": len(plays),
        "highest": winning(*max(won, key=lambda one: one[0])),
        "lowest": winning(*min(won, key=lambda one: one[0])),
        "closest": {"amount": min(apart), **close.at},
        "round": best_round(plays),
        "records": [
            deed(*best(pick, ours))
            for kind, pick in RECORDS[slug].items()
            if (ours := [one for one in did if one[1][0] == kind])
        ],
        "by_players": [by_players([play for play in plays if len(play.names) == number]) for number in players],
        "by_turn": by_turn(plays),
        "minutes": lengths([play for play in plays if play.seconds]),
    }


def winning(score: int, play: Play) -> Json:
    """Who won, of equals the first."""
    return {"result": score, "player": play.names[play.places.index(1)], **play.at}


def best_round(plays: list[Play]) -> Json | None:
    """The largest step of anybody's money in a finished round."""
    found = None
    for play in plays:
        if play.slug not in STARTS_WITH:
            continue
        for name in play.names:
            before = STARTS_WITH[play.slug]
            for number, told in enumerate(play.told["rounds"], start=1):
                after = told[AFTER_A_ROUND[play.slug]][name]
                if found is None or after - before > found["amount"]:
                    found = {"player": name, "round": number, "amount": after - before, **play.at}
                before = after
    return found


def by_players(plays: list[Play]) -> Json:
    """Averages."""
    average = rounded([score for play in plays for score in play.scores])
    winning = rounded([max(play.scores) for play in plays])
    return {"players": len(plays[0].names), "plays": len(plays), "average": average, "winning": winning}


def by_turn(plays: list[Play]) -> list[Json]:
    """Wins by turn, and what chance would give."""
    found: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for play in plays:
        for turn, place in zip(play.turns, play.places, strict=True):
            if turn is not None:
                found[turn].append((place == 1, play.places.count(1) / len(play.places)))
    return [
        {
            "turn": turn,
            "plays": len(ours),
            "wins": sum(won for won, _ in ours),
            "chance": round(sum(chance for _, chance in ours) / len(ours), 6),
        }
        for turn, ours in sorted(found.items())
    ]


def lengths(plays: list[Play]) -> Json | None:
    """In minutes, of at least one."""
    if not plays:
        return None
    took = [max(1, floor((play.seconds or 0) / 60 + 0.5)) for play in plays]
    seconds = [play.seconds or 0 for play in plays]
    ends = {
        "shortest": plays[seconds.index(min(seconds))],
        "longest": plays[seconds.index(max(seconds))],
    }
    told = {what: {"minutes": took[plays.index(play)], **play.at} for what, play in ends.items()}
    return {"known": len(plays), "average": rounded(took), **told}
