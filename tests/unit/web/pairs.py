"""The pairs of every game. Each game has a module of its slug's name here, and nothing else lists the games."""

from collections.abc import Callable

from tests.unit.web.games import OURS
from tests.unit.web.pairing import Pair as Pair
from tests.unit.web.pairing import Step as Step

PAIRS: dict[str, Callable[[int], Pair]] = {slug: ours.pair for slug, ours in OURS.items()}
