"""Private hands and forms of Wetten!."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.types import Chance, InvalidMove, Seat, parse_integer
from companion.games.wetten.constants import ALL_MONEY, FARTHEST, FASTEST, UNIT
from companion.games.wetten.moves import (
    EVERY,
    MOVES,
    ActionCard,
    Bet,
    Move,
    Numbers,
    Pair,
    RaceCard,
    SecondBet,
    Single,
    Slip,
    slip,
)
from companion.games.wetten.state import Phase, State

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own slips of this race, and its race card while that lies face down."""

    first: Slip | None
    second: Slip | None
    card: tuple[int, ...] | None


def hand(state: State, seat: Seat, chance: Chance) -> Hand:
    """Players may look at their own bets during the race, but not change them (phase 1)."""
    player = state.players[seat]
    numbers = player.card.numbers if player.card is not None and state.phase is Phase.CARDS else None
    return Hand(
        first=player.first.slip if player.first else None,
        second=player.second.slip if player.second else None,
        card=None if isinstance(numbers, str) else numbers,
    )


def from_form(state: State, seat: Seat | None, fields: Fields, chance: Chance) -> Move:
    """Parse a move from form fields. Raises InvalidMove.

    A slip is a grid, `stake-<horse>-<place>` in thousands; `open` is the `<horse>-<place>` whose odds are doubled.
    A race card is typed as `move-<horse>`; that of a tile is `card`, its numbers as digits.
    """
    match fields.get("do"):
        case "bet":
            return Bet(_slip(fields))
        case "second-bet":
            return SecondBet(_slip(fields), _open(fields.get("open", "")))
        case "race-card":
            return RaceCard(_tile(fields["card"]) if "card" in fields else _typed(fields))
        case "action-card":
            return ActionCard(_adjust(fields))
    return MOVES.parse_form(fields)


def _slip(fields: Fields) -> Slip:
    """Parse the bets in the order of the printed slip: a row a horse, a column a place."""
    most = ALL_MONEY // UNIT
    pairs = [(horse, place) for horse in EVERY for place in EVERY]
    names = {pair: f"stake-{pair[0]}-{pair[1]}" for pair in pairs}
    stakes = {pair: parse_integer(fields.get(name) or "0", name, 0, most) for pair, name in names.items()}
    return slip([Single(*pair, stake * UNIT) for pair, stake in stakes.items() if stake])


def _open(text: str) -> Pair | None:
    if not text:
        return None
    horse, _, place = text.partition("-")
    return parse_integer(horse, "open", EVERY[0], EVERY[-1]), parse_integer(place, "open", EVERY[0], EVERY[-1])


def _typed(fields: Fields) -> Numbers:
    return tuple(parse_integer(fields.get(key), key, 0, FASTEST) for key in (f"move-{horse}" for horse in EVERY))


def _tile(digits: str) -> Numbers:
    if len(digits) != len(EVERY):
        raise InvalidMove("not-moves", horses=len(EVERY))
    return tuple(parse_integer(digit, "card", 0, FASTEST) for digit in digits)


def _adjust(fields: Fields) -> tuple[tuple[int, int], ...]:
    by = {horse: _signed(fields.get(f"adjust-{horse}") or "0", f"adjust-{horse}") for horse in EVERY}
    adjust = tuple((horse, further) for horse, further in by.items() if further)
    if not adjust:
        raise InvalidMove("not-adjust", last=EVERY[-1])
    return adjust


def _signed(text: str, key: str) -> int:
    """Parse a number with a plus, a hyphen or a true minus before it."""
    signed = text[0] in "+-−"
    far = parse_integer(text[1:] if signed else text, key, 0, FARTHEST)
    return -far if text[0] in "-−" else far
