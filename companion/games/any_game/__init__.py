"""Any game: secret choices, entries and scores as a sheet describes them, for 2 to 10 players."""

from companion.games.any_game.choosing import CHOICES, TemplateApi, options_from_form, seats_for, title_of
from companion.games.any_game.moves import MOVES, Choose, redact
from companion.games.any_game.presentation import from_form, hand, rounds, score_history, suggest
from companion.games.any_game.rules import asks, play, start
from companion.games.any_game.sheet import PLAYERS
from companion.games.any_game.words import NAME
from companion.games.game import Game

__all__ = ["GAME", "play", "start"]

GAME = Game(
    slug="any_game",
    title=NAME,
    players=PLAYERS,
    choices=CHOICES,
    options_from_form=options_from_form,
    players_with=seats_for,
    title_with=title_of,
    unit="points",
    start=start,
    asks=asks,
    play=play,
    read=MOVES.read,
    write=MOVES.write,
    seated=MOVES.seated,
    redact=redact,
    sealed=lambda move: isinstance(move, Choose),
    hand=hand,
    scores=lambda state: state.totals,
    rounds=rounds,
    finished=lambda state: len(state.told),
    score_history=score_history,
    from_form=from_form,
    suggest=suggest,
    template_api=TemplateApi(),
)
