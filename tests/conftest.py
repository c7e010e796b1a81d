"""What all tests share: how many examples, and a game with rules and nothing else, which every law takes in."""

from hypothesis import settings

from companion.games import GAMES
from tests.games import toy

settings.register_profile("quick", max_examples=8, deadline=None)
settings.register_profile("prove", max_examples=1_000, deadline=None)
settings.load_profile("quick")

GAMES[toy.GAME.slug] = toy.GAME
