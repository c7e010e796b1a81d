"""`python -m tests.support.serving`: Companion with the game of the tests, that prints only what it is asked for.

A summary is rendered ahead of any request, which takes long; only `test_prerendered_summary.py` looks at it.
"""

from gevent import monkey

if __name__ == "__main__":
    monkey.patch_all()  # as the command line does, before anything else is imported

from companion.__main__ import main
from companion.games import GAMES
from companion.printing import prerender
from tests.unit.games import toy

NEVER = 86_400.0

if __name__ == "__main__":
    GAMES[toy.GAME.slug] = toy.GAME
    prerender.DELAY = NEVER
    main()
