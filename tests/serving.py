"""`python -m tests.serving`: Companion with one game more, that of the tests."""

from companion.__main__ import main
from companion.games import GAMES
from tests.games import toy

if __name__ == "__main__":
    GAMES[toy.GAME.slug] = toy.GAME
    main()
