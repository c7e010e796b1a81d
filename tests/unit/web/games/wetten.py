"""Wetten!: what a page sends for a move, other bets for a pair, and leaks of slips and cards."""

from random import Random

import pytest

from companion.games.types import HIDDEN, Seat
from companion.games.wetten.moves import (
    EVERY,
    ActionCard,
    Bet,
    BuyCard,
    Move,
    RaceCard,
    Run,
    SecondBet,
    Single,
    Slip,
    Stop,
    slip,
)
from companion.table.model.log import Table
from tests.unit.web.secrecy.planting import Build, Leak, more_in

FASTEST = 9
GUESSES = [
    {"slot": "1.0.bet.0.0", "do": "bet", "stake-1-1": stake, "move-1": 1, "move-2": 1, "move-3": 1, "move-4": 1}
    for stake in (1, 2)
]


def form_of(table: Table, seat: Seat | None, move: Move) -> dict[str, object]:  # noqa: ARG001  # the games' face
    """The fields of the form."""
    match move:
        case Bet(laid):
            return {"do": "bet", **_grid(laid)}
        case SecondBet(laid, double):
            return {"do": "second-bet", **_grid(laid), "open": f"{double[0]}-{double[1]}" if double else ""}
        case RaceCard(numbers):
            assert numbers != HIDDEN
            return {"do": "race-card", **{f"move-{horse}": numbers[horse - 1] for horse in EVERY}}
        case ActionCard(adjust):
            return {"do": "action-card", **{f"adjust-{horse}": dict(adjust).get(horse, 0) for horse in EVERY}}
        case BuyCard():
            return {"do": "buy-card"}
        case Run():
            return {"do": "run"}
        case Stop():
            return {"do": "stop"}


def _grid(laid: Slip) -> dict[str, object]:
    stakes = {(bet.horse, bet.place): bet.stake // 1000 for bet in _bets(laid)}
    return {f"stake-{horse}-{place}": stakes.get((horse, place), "") for horse in EVERY for place in EVERY}


def _bets(laid: Slip) -> tuple[Single, ...]:
    assert laid.bets != HIDDEN
    return laid.bets


def another(move: Move, luck: Random) -> Move:
    """Other bets of the same public sum, or another race card."""
    match move:
        case Bet(laid):
            return Bet(_shuffled(laid, luck))
        case SecondBet(laid, double):
            return SecondBet(_shuffled(laid, luck), double)
        case RaceCard():
            return RaceCard(tuple(luck.randint(0, FASTEST) for _ in EVERY))
    return move


def _shuffled(laid: Slip, luck: Random) -> Slip:
    """The same stakes on other horses and places."""
    horses, places = luck.sample(EVERY, len(EVERY)), luck.sample(EVERY, len(EVERY))
    bets = (Single(horses[bet.horse - 1], places[bet.place - 1], bet.stake) for bet in _bets(laid))
    return slip(sorted(bets, key=lambda bet: bet.pair))


def bets_beside_their_sum(patch: pytest.MonkeyPatch) -> Build:
    """The list of people shows what is on a slip, not its sum alone."""
    slips = "{% for player in truth(player_view.key).state.players %}{{ player.first }}{{ player.second }}{% endfor %}"
    return more_in(patch, "wetten/_people.html", slips)


def a_horse_has_backers(patch: pytest.MonkeyPatch) -> Build:
    """The track marks the horses that somebody has bet on."""
    backed = "{% for bet in player.first.slip.bets %}<i data-horse={{ bet.horse }}></i>{% endfor %}"
    players = f"{{% for player in truth(player_view.key).state.players if player.first %}}{backed}{{% endfor %}}"
    return more_in(patch, "wetten/_board.html", f"{{% if player_view.state %}}{players}{{% endif %}}")


def cards_add_up_too_soon(patch: pytest.MonkeyPatch) -> Build:
    """The sum of the race cards is shown before the last one is laid."""
    told = "player_view.game.template_api.combine_cards(truth(player_view.key).state)"
    sums = f"{{% for up in {told} %}}{{{{ up.total }}}} {{% endfor %}}"
    return more_in(patch, "wetten/_turn.html", f"{{% if player_view.state %}}{sums}{{% endif %}}")


def the_neighbours_slip(patch: pytest.MonkeyPatch) -> Build:
    """A look shows the neighbour's slip too."""
    left = "truth(player_view.key).state.players[(player_view.seat + 1) % player_view.people | length].first"
    return more_in(patch, "wetten/_hand.html", f"{{% if player_view.seat is not none %}}{{{{ {left} }}}}{{% endif %}}")


LEAKS: tuple[Leak, ...] = (bets_beside_their_sum, a_horse_has_backers, cards_add_up_too_soon, the_neighbours_slip)
