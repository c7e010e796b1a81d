"""Four Piles, a game of the tests whose forms are as hard as plain forms get: `tests/web/test_hard_forms.py` plays it.

Everybody copies how their 60 coins lie on four piles, face down: four numbers that limit each other; and keeps gold or
silver for good, which nobody else ever sees: what was kept in one round limits the next. Then one in turn ranks three
of the piles, which turns the coins up: a list in which no number comes twice. Then they name two of three colours,
which must differ, and anybody marks one of 42 fields that are left, or mixes a colour instead, and says what each gets
for it. Points can be negative. By a house rule it begins with the fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, cast

from companion.games.choices import choose, filled_in
from companion.games.fields import Spelling, Spellings, each_seat, number, numbers, of_each, word
from companion.games.game import Game
from companion.games.kit import (
    HIDDEN,
    Ask,
    Chance,
    Choices,
    Fact,
    Garbled,
    Refused,
    Seat,
    face_down,
    fitting,
    in_turn,
    not_now,
    put,
    somebody,
)

PLAYERS = range(2, 7)
ROUNDS, COINS, PILES, COLOURS, FIELDS = 2, 60, 4, ("red", "green", "blue"), 42
PIECES = ("gold", "silver")
MOST = 9
CHOICES: Choices = {"fields_first": (False, True)}
Coins = int | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Send:
    """Coins on four piles: all of them, or all hidden."""

    north: Coins
    east: Coins
    south: Coins
    west: Coins

    @property
    def all(self) -> tuple[Coins, ...]:
        """In their order."""
        return self.north, self.east, self.south, self.west


@dataclass(frozen=True, slots=True)
class Keep:
    """A piece that the seat has still."""

    piece: str


@dataclass(frozen=True, slots=True)
class Rank:
    """Which of the first three piles counts how often."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two colours."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A field that is used up now."""

    field: int


@dataclass(frozen=True, slots=True)
class Mix:
    """No field is marked this time."""

    colour: str


@dataclass(frozen=True, slots=True)
class Share:
    """What each gets."""

    points: tuple[int, ...]


Move = Send | Keep | Rank | Pair | Mark | Mix | Share

SEND = Spelling[Move](
    "send", Send, *(number(pile, 0, COINS, secret=True) for pile in ("north", "east", "south", "west"))
)
RANK = Spelling[Move]("rank", Rank, numbers("order", 3, 1, 3))
PAIR = Spelling[Move]("pair", Pair, word("first", COLOURS), word("second", COLOURS))
MARK = Spelling[Move]("mark", Mark, number("field", 1, FIELDS), seated=False)
MIX = Spelling[Move]("mix", Mix, word("colour", COLOURS), seated=False)
SHARE = Spelling[Move]("share", Share, of_each("points", PLAYERS, 0, MOST), seated=False)
KEEP = Spelling[Move]("keep", Keep, word("piece", PIECES, secret=True))
MOVES = Spellings(SEND, KEEP, RANK, PAIR, MARK, MIX, SHARE)


@dataclass(frozen=True, kw_only=True)
class Ranked(Fact):
    """All coins of a seat are up."""

    seat: Seat
    order: tuple[int, ...]
    coins: tuple[Coins, ...]
    points: int


@dataclass(frozen=True, kw_only=True)
class Paired(Fact):
    """Two colours are named."""

    seat: Seat
    colours: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Marked(Fact):
    """A field is used up."""

    field: int


@dataclass(frozen=True, kw_only=True)
class Mixed(Fact):
    """All fields stay as they are."""

    colour: str


@dataclass(frozen=True, kw_only=True)
class Shared(Fact):
    """A round is over, and brings somebody something more."""

    round: int
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """`sent` holds the move of each seat and its ply, `kept` each of its pieces with theirs.

    `phase` is the word of the move that is waited for, or over.
    """

    points: tuple[int, ...]
    sent: tuple[tuple[Send, int] | None, ...]
    kept: tuple[tuple[tuple[str, int], ...], ...]
    round: int = 1
    phase: str = "send"
    acts: int = 0
    marked: tuple[int, ...] = ()

    def has(self, seat: Seat) -> tuple[str, ...]:
        """The pieces that a seat has still, as far as that is known here."""
        gone = [piece for piece, _ in self.kept[seat]]
        return tuple(piece for piece in PIECES if piece not in gone)

    @property
    def chosen(self) -> bool:
        """Whether everybody has done what is hidden in this round."""
        return None not in self.sent and all(len(kept) == self.round for kept in self.kept)

    @property
    def turn(self) -> Seat:
        """Who ranks and names."""
        return self.round % len(self.points)


def start(count: int, options: Mapping[str, object]) -> State:
    """Nobody has sent anything."""
    fitting(count, PLAYERS)
    chosen = choose(options, CHOICES)
    return State((0,) * count, (None,) * count, ((),) * count, phase="mark" if chosen["fields_first"] else "send")


def asks(state: State) -> tuple[Ask, ...]:
    """All at once, then one after another."""
    if state.phase == "send":
        return tuple(ask for seat in range(len(state.sent)) if (ask := _hidden(state, seat)) is not None)
    if state.phase == "rank":
        return (Ask("rank", state.turn, f"{state.round}.rank", final=True, fields=RANK.choices),)
    if state.phase == "pair":
        return (Ask("pair", state.turn, f"{state.round}.pair", fields=PAIR.choices),)
    if state.phase == "mark":
        fields = tuple(field for field in range(1, FIELDS + 1) if field not in state.marked)
        mix = Ask("mix", None, f"{state.round}.mix", fields=MIX.choices)
        return (Ask("mark", None, f"{state.round}.mark", fields={"field": fields}), mix)
    if state.phase == "share":
        points = {"points": each_seat(len(state.points), 0, MOST)}
        return (Ask("share", None, f"{state.round}.share", final=state.round == ROUNDS, fields=points),)
    return ()


def _hidden(state: State, seat: Seat) -> Ask | None:
    """The coins, and then a piece."""
    if state.sent[seat] is None:
        return Ask("send", seat, f"{state.round}.send.{seat}", fields=SEND.choices, hidden=True)
    if len(state.kept[seat]) < state.round:
        return Ask("keep", seat, f"{state.round}.keep.{seat}", fields={"piece": state.has(seat)}, hidden=True)
    return None


def play(state: State, seat: Seat | None, move: Move) -> tuple[State, tuple[Fact, ...]]:
    """What goes together is said where it does not."""
    match move:
        case Send() if state.phase == "send" and state.sent[somebody(seat)] is None:
            if HIDDEN not in move.all and sum(one for one in move.all if one != HIDDEN) != COINS:
                raise Refused("out-of-range", key="sum", low=COINS, high=COINS)
            sent = put(state.sent, somebody(seat), (move, state.acts))
            return replace(state, sent=sent, acts=state.acts + 1), ()
        case Keep(piece) if state.phase == "send" and state.sent[somebody(seat)] is not None:
            return _kept(state, somebody(seat), piece), ()
        case Rank(order) if state.phase == "rank":
            in_turn(seat, state.turn, state.phase)
            if len({*order}) < len(order):
                raise Refused("not-one-of", key="order", expected="1, 2, 3, each once")
            return _ranked(state, order)
        case Pair(first, second) if state.phase == "pair":
            in_turn(seat, state.turn, state.phase)
            if first == second:
                raise Refused("not-one-of", key="second", expected="another colour")
            paired = Paired(seat=state.turn, colours=(first, second))
            return replace(state, phase="mark", acts=state.acts + 1), (paired,)
        case Mark(field) if state.phase == "mark":
            if field in state.marked:
                raise Refused("not-one-of", key="field", expected="a field that is left")
            marked = (*state.marked, field)
            return replace(state, phase="share", acts=state.acts + 1, marked=marked), (Marked(field=field),)
        case Mix(colour) if state.phase == "mark":
            return replace(state, phase="share", acts=state.acts + 1), (Mixed(colour=colour),)
        case Share(points) if state.phase == "share":
            if len(points) != len(state.points):
                raise Refused("not-numbers", key="points", many=len(state.points), low=0, high=MOST)
            gone = _gone(state) if state.round == ROUNDS else ((),) * len(points)
            each = zip(points, gone, strict=True)
            shared = (
                Shared(round=state.round, seat=at, points=more, discards=own) for at, (more, own) in enumerate(each)
            )
            return _shared(state, points), tuple(shared)
    raise not_now(state.phase)


def _kept(state: State, seat: Seat, piece: str) -> State:
    if len(state.kept[seat]) == state.round or (piece != HIDDEN and piece not in state.has(seat)):
        raise Refused("not-one-of", key="piece", expected=", ".join(state.has(seat)))
    after = replace(state, kept=put(state.kept, seat, (*state.kept[seat], (piece, state.acts))), acts=state.acts + 1)
    return replace(after, phase="rank" if after.chosen else "send")


def _gone(state: State) -> tuple[tuple[int, ...], ...]:
    """The plies of what each seat has kept."""
    return tuple(tuple(ply for _, ply in kept) for kept in state.kept)


def _ranked(state: State, order: tuple[int, ...]) -> tuple[State, tuple[Fact, ...]]:
    told: list[Fact] = []
    points = state.points
    for seat, sent in enumerate(state.sent):
        if sent is None or HIDDEN in sent[0].all:
            raise face_down(seat)
        coins = [one for one in sent[0].all if one != HIDDEN]
        won = sum(weight * one for weight, one in zip(order, coins, strict=False)) - 3 * COINS // 2
        points = put(points, seat, points[seat] + won)
        told.append(Ranked(seat=seat, order=order, coins=sent[0].all, points=won, reveals=(sent[1],)))
    return replace(state, points=points, phase="pair", acts=state.acts + 1), tuple(told)


def _shared(state: State, points: Sequence[int]) -> State:
    had = tuple(before + more for before, more in zip(state.points, points, strict=True))
    after = replace(state, points=had, round=state.round + 1, acts=state.acts + 1)
    return replace(after, sent=(None,) * len(state.sent), phase="send" if state.round < ROUNDS else "over")


def cover(move: Move) -> Move:
    """What is sent or kept lies face down."""
    if isinstance(move, Keep):
        return Keep(HIDDEN)
    return Send(HIDDEN, HIDDEN, HIDDEN, HIDDEN) if isinstance(move, Send) else move


def read(line: Mapping[str, object]) -> Move:
    """All piles are hidden, or none."""
    move = MOVES.read(line)
    if isinstance(move, Send) and move.all.count(HIDDEN) not in (0, PILES):
        raise Garbled("not-integer", key="north", low=0, high=COINS)
    return move


def hand(state: State, seat: Seat, chance: Chance) -> Mapping[str, object]:
    """The own piles, and what was kept."""
    sent, kept = state.sent[seat], tuple(piece for piece, _ in state.kept[seat])
    return ({} if sent is None else {"coins": sent[0].all}) | ({"kept": kept} if kept else {})


def from_form(state: State, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> Move:
    """From the plain form."""
    return read(filled_in(asks(state), seat, fields))


def suggest(state: State, ask: Ask, rng: Random) -> Move:
    """Anything."""
    if ask.do == "send":
        cuts = sorted(rng.randint(0, COINS) for _ in range(PILES - 1))
        return Send(*(high - low for low, high in zip((0, *cuts), (*cuts, COINS), strict=True)))
    if ask.do == "keep":
        return Keep(cast(str, rng.choice(ask.fields["piece"])))
    if ask.do == "rank":
        return Rank(tuple(rng.sample((1, 2, 3), 3)))
    if ask.do == "mix":
        return Mix(cast(str, rng.choice(ask.fields["colour"])))
    if ask.do == "mark":
        return Mark(cast(int, rng.choice(ask.fields["field"])))
    if ask.do == "share":
        return Share(tuple(rng.randint(0, MOST) for _ in state.points))
    return Pair(*rng.sample(COLOURS, 2))


GAME = Game(
    slug="piles",
    title="Four Piles",
    players=PLAYERS,
    start=start,
    asks=asks,
    play=play,
    read=read,
    write=MOVES.write,
    seated=MOVES.seated,
    cover=cover,
    sealed=lambda move: isinstance(move, (Send, Keep)),
    copied=lambda move: isinstance(move, Send),
    scores=lambda state: state.points,
    unit="points",
    choices=CHOICES,
    rounds=lambda state, _names: [{"round": number + 1} for number in range(state.round - 1)],
    hand=hand,
    from_form=from_form,
    suggest=suggest,
)
