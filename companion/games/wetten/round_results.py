"""Finished races as the record's *Result* lists them, with names instead of seats."""

from collections.abc import Mapping, Sequence

from companion.games.wetten.state import Race, State

Names = Sequence[str]


def rounds(state: State, names: Names) -> list[dict[str, object]]:
    return [_race(race, names) for race in state.races]


def extras(state: State, names: Names) -> Mapping[str, object]:
    """Return what ended the game: its races, the bank or the players; None while it goes on."""
    return {"ended_by": state.ended_by}


def _race(race: Race, names: Names) -> dict[str, object]:
    return {
        "race": race.number,
        "min_stake": race.min_stake,
        "turns": len(race.runs),
        "places": {str(horse): place for horse, place in enumerate(race.places, start=1)},
        "paid": _by_name(race.paid, names),
        "gifts": {name: gift for name, gift in _by_name(race.gifts, names).items() if gift},
        "money": _by_name(race.money, names),
        "bank": race.bank,
    }


def _by_name(amounts: Sequence[int], names: Names) -> dict[str, int]:
    return dict(zip(names, amounts, strict=True))
