"""`python -m tests.support.serving`: Companion with the tests' own game."""

from gevent import monkey

if __name__ == "__main__":
    monkey.patch_all()  # as the command line does, before anything else is imported

from companion.__main__ import main
from companion.games import GAMES
from companion.printing import prerender
from tests.support.printless import NEVER
from tests.unit.games import toy

if __name__ == "__main__":
    GAMES[toy.GAME.slug] = toy.GAME
    prerender.QUIET = NEVER
    main()
