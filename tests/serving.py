"""`python -m tests.serving`: Companion with two games more, those of the tests; one has a hint and a line for each."""

from gevent import monkey

if __name__ == "__main__":
    monkey.patch_all()  # as the command line does, before anything else is imported

from jinja2 import ChoiceLoader, DictLoader

from companion.__main__ import main
from companion.games import GAMES
from companion.languages import SOURCE
from companion.web import ahead
from companion.web.stage import environment
from tests.games import piles, toy
from tests.printless import NEVER

HINT = "Everybody lays coins on four piles, face down, and keeps a piece that nobody sees; then one of you ranks them."
HAS = "{{ chair.state.kept[seat] | length }} of 2 pieces kept"

if __name__ == "__main__":
    for game in (toy.GAME, piles.GAME):
        GAMES[game.slug] = game
    ahead.QUIET = NEVER
    stage = environment(SOURCE)
    assert stage.loader is not None
    stage.loader = ChoiceLoader([DictLoader({"piles/_hint.html": HINT, "piles/_has.html": HAS}), stage.loader])
    main()
