"""`python -m tests.serving`: Companion with two games more, those of the tests."""

from companion.__main__ import main
from companion.games import GAMES
from tests.games import piles, toy

if __name__ == "__main__":
    for game in (toy.GAME, piles.GAME):
        GAMES[game.slug] = game
    main()
