"""Banque Fatale by Stefan Dorra, for 3 or 4 players, one round per card to auction."""

from companion.games.banque_fatale.achievements import ACHIEVEMENTS, score_history
from companion.games.banque_fatale.bot import suggest
from companion.games.banque_fatale.constants import CHOICES, PLAYERS, PREFERENCES
from companion.games.banque_fatale.moves import MOVES, redact, sealed
from companion.games.banque_fatale.presentation import faceup, from_form, hand, shown_money
from companion.games.banque_fatale.round_results import rounds
from companion.games.banque_fatale.rules import asks, forced, play
from companion.games.banque_fatale.state import State, start
from companion.games.banque_fatale.template_api import TemplateApi
from companion.games.banque_fatale.tutorial import rules_section
from companion.games.game import Game

__all__ = ["GAME", "from_form", "hand", "play", "score_history", "scores", "start"]


def scores(state: State) -> tuple[int, ...]:
    """Cash in millions; after the last round, the wealth of the final count."""
    return tuple(final.wealth for final in state.accounts) or state.cash


GAME = Game(
    slug="banque_fatale",
    title="Banque Fatale",
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
    faceup=faceup,
    forced=forced,
    choices=CHOICES,
    preferences=PREFERENCES,
    finished=lambda state: len(state.finished),
    score_history=score_history,
    shown_scores=shown_money,
    achievements=ACHIEVEMENTS,
    template_api=TemplateApi(),
    rules_section=rules_section,
)
