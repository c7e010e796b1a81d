"""Wetten!, a print-and-play game of bets on four horses, for 3 to 5 players, in five races."""

from companion.games.game import Box, Game
from companion.games.wetten.achievements import ACHIEVEMENTS, score_history
from companion.games.wetten.auto_finish import auto_finish
from companion.games.wetten.board import shown_money
from companion.games.wetten.bot import suggest
from companion.games.wetten.constants import CHOICES, PLAYERS, PREFERENCES
from companion.games.wetten.dealing import copied_from_card, draws, holds
from companion.games.wetten.material import MATERIAL, SETS, fill
from companion.games.wetten.moves import MOVES, redact, sealed
from companion.games.wetten.presentation import from_form, hand
from companion.games.wetten.round_results import extras, rounds
from companion.games.wetten.rules import asks, play, start
from companion.games.wetten.state import State
from companion.games.wetten.template_api import TemplateApi
from companion.games.wetten.tutorial import rules_section

__all__ = ["GAME", "asks", "auto_finish", "extras", "from_form", "hand", "play", "start", "suggest"]


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat without its stakes, in single units."""
    return state.money


GAME = Game(
    slug="wetten",
    title="Wetten!",
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
    extras=extras,
    copied_from_card=copied_from_card,
    holds=holds,
    draws=draws,
    finished=lambda state: len(state.races),
    auto_finish=auto_finish,
    box=Box(MATERIAL, fill, SETS),
    rules_section=rules_section,
    score_history=score_history,
    shown_scores=shown_money,
    achievements=ACHIEVEMENTS,
    template_api=TemplateApi(),
)
