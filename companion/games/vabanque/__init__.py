"""Vabanque by Bruno Faidutti and Leo Colovini, for 3 to 6 players, in four rounds."""

from companion.games.game import Game
from companion.games.vabanque.achievements import ACHIEVEMENTS, score_history
from companion.games.vabanque.bot import suggest
from companion.games.vabanque.constants import CHOICES, PLAYERS, PREFERENCES
from companion.games.vabanque.moves import MOVES, redact, sealed
from companion.games.vabanque.presentation import from_form, hand, shown_money
from companion.games.vabanque.round_results import rounds
from companion.games.vabanque.rules import asks, play, start
from companion.games.vabanque.state import State
from companion.games.vabanque.template_api import TemplateApi
from companion.games.vabanque.tutorial import rules_section

__all__ = ["GAME", "asks", "play", "start"]


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat, in single units."""
    return state.money


GAME = Game(
    slug="vabanque",
    title="Vabanque",
    players=PLAYERS,
    start=start,
    asks=asks,
    play=play,
    read=MOVES.read,
    write=MOVES.write,
    seated=MOVES.seated,
    redact=redact,
    sealed=sealed,
    scores=scores,
    rounds=rounds,
    hand=hand,
    from_form=from_form,
    suggest=suggest,
    choices=CHOICES,
    preferences=PREFERENCES,
    finished=lambda state: len(state.rounds),
    score_history=score_history,
    shown_scores=shown_money,
    achievements=ACHIEVEMENTS,
    rules_section=rules_section,
    template_api=TemplateApi(),
)
