"""Whole games of any game with the most players and twenty-letter names, state by state, in real browsers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Browser

from bench.rig import secret_of
from bench.script import Begun, acted, tapping
from companion.games import GAMES
from companion.table.tokens import draw
from tests.browser.evening import Evening
from tests.browser.server import Server

NAMES = (
    "Annabelle Hohenlohes",
    "Benedikt Wartburgers",
    "Carla Maria d'Angelo",
    "Dora Schneeweißchens",
    "Emil Quackenbush-Lee",
    "Fritz Wolkenkratzers",
)
"""As long as names can be."""


@dataclass(frozen=True)
class State:
    """Where a game is: what a seat is asked for, the page that is shown, or the end."""

    kind: str
    seat: int | None


class Fullest:
    """`kinds` are met in the order of the game; each page waits for the state before it is given."""

    def __init__(
        self, browser: Browser, server: Server, slug: str, seed: int = 5, names: Sequence[str] = NAMES
    ) -> None:
        self.slug = slug
        self.game = GAMES[slug]
        self._server = server
        self._rng = Random(seed)
        self.evening = Evening(browser, server.origin, names[: self.game.players[-1]])

    def states(self) -> Iterator[State]:
        """Plays on after each one. An act is sent without its page: what pages look like is for the test to see."""
        evening, players = self.evening, len(self.evening.names)
        evening.seat_all(started=False, game=self.slug)
        evening.to_the_table()
        number = evening.screen.number
        secret = secret_of(self._server.data, evening.key)
        begun = Begun(self.slug, players, {}, number, lambda word: draw(secret, word), self._rng)
        state = self.game.start(players, {})
        while asks := [ask for ask in self.game.asks(state) if ask.waits]:
            ask = self._rng.choice(asks)
            yield State(ask.do, ask.seat)
            move = self.game.suggest(state, ask, self._rng)
            fields = acted(begun, state, ask, move)
            for seat in tapping(ask, begun):
                at_the_host = ask.do == "start"
                number = evening.house(**fields) if at_the_host else evening.send(evening.names[seat], **fields)
            state, facts = self.game.play(state, ask.seat, move)
            act, pages = number, [fact for fact in facts if fact.paged]
            for step, page in enumerate(pages, 1):
                evening.all_see(number)
                yield State(page.word, None)
                number = evening.house(kind="page", act=act, step=step)
            state = self.game.settled(state)
            evening.all_see(number)
        yield State("over", None)
