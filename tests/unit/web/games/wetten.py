"""Wetten!: what a page sends for a move, and pairs of games that differ in bets and race cards that lie face down."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from companion.games import GAMES, wetten
from companion.games.types import HIDDEN, PendingDecision, Seat
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
from tests.unit.web.secrecy.pairing import Pair, Step, first_that_differs, house_rules, knowing, played, some_seats
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


def pair(seed: int) -> Pair:
    """A game of chance."""
    return first_that_differs(_pair, seed)


def _pair(luck: Random) -> Pair:
    """Broken off in the first race, while slips lie face down and perhaps race cards too."""
    game = GAMES["wetten"]
    players = luck.choice(game.players)
    fields, options = house_rules(game, luck)
    fields["pro"] = options["pro"] = "never"
    steps = list(_first_race(players, list(played(game, players, options, luck, _pick)), options))
    steps = steps[: luck.randint(1, len(steps))]
    exchanged = some_seats(players, luck)
    shut = _shut(players, steps, options)
    theirs = [
        Step(step.ask, _another(step.move, luck)) if number in shut and step.ask.seat in exchanged else step
        for number, step in enumerate(steps)
    ]
    return Pair(game.slug, players, fields, tuple(steps), tuple(theirs), exchanged, tuple(knowing(steps, theirs)))


def _pick(asks: Sequence[PendingDecision], luck: Random) -> PendingDecision:
    """What the table waits for, and now and then what may be done but need not; nobody ends the game."""
    some = [ask for ask in asks if ask.do != "stop"]
    waited = [ask for ask in some if ask.waits]
    return luck.choice(waited if waited and luck.random() < 0.9 else some)


def _first_race(players: int, steps: Sequence[Step], options: dict[str, object]) -> Iterator[Step]:
    """The steps before the first payout."""
    state = wetten.start(players, options)
    for number, step in enumerate(steps):
        back = number + 1 < len(steps) and steps[number + 1].move is None
        if step.move is not None and not back:
            state, _ = wetten.play(state, step.ask.seat, step.move)
            if state.races:
                return
        yield step


def _shut(players: int, steps: Sequence[Step], options: dict[str, object]) -> set[int]:
    """The steps whose secrets are not turned up: all bets, and the race cards of a turn that is not full."""
    state = wetten.start(players, options)
    shut: set[int] = set()
    turn: set[int] = set()
    for number, step in enumerate(steps):
        back = number + 1 < len(steps) and steps[number + 1].move is None
        if isinstance(step.move, Bet | SecondBet):
            shut.add(number)
        if isinstance(step.move, RaceCard):
            turn.add(number)
        if step.move is not None and not back:
            state, facts = wetten.play(state, step.ask.seat, step.move)
            if any(fact.reveals for fact in facts):
                turn.clear()
    return shut | turn


def _another(move: Move, luck: Random) -> Move:
    """The same open sum, other bets; or another race card."""
    match move:
        case Bet(laid):
            return Bet(_shuffled(laid, luck))
        case SecondBet(laid, double):
            return SecondBet(_shuffled(laid, luck), double)
        case RaceCard():
            return RaceCard(tuple(luck.randint(0, FASTEST) for _ in EVERY))
    return move


def _shuffled(laid: Slip, luck: Random) -> Slip:
    """Other horses and other places: different bets stay different."""
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
    """What the race cards add up to is there before the last of them lies."""
    sums = (
        "{% for up in player_view.game.template_api.turned(truth(player_view.key).state) %}{{ up.total }} {% endfor %}"
    )
    return more_in(patch, "wetten/_turn.html", f"{{% if player_view.state %}}{sums}{{% endif %}}")


def the_neighbours_slip(patch: pytest.MonkeyPatch) -> Build:
    """A look shows the slip to the left as well."""
    left = "truth(player_view.key).state.players[(player_view.seat + 1) % player_view.people | length].first"
    return more_in(patch, "wetten/_hand.html", f"{{% if player_view.seat is not none %}}{{{{ {left} }}}}{{% endif %}}")


LEAKS: tuple[Leak, ...] = (bets_beside_their_sum, a_horse_has_backers, cards_add_up_too_soon, the_neighbours_slip)
