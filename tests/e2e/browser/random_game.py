"""Whole random games with the most players and the longest names, state by state, in browsers."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Browser

from bench.rig import secret_of
from bench.script import Begun, acted, tapping
from companion.games import GAMES
from companion.games.choices import parse_choices_or_defaults
from companion.games.types import GameEvent
from companion.table.model.tokens import draw
from tests.e2e.browser.devices import Device, Phone
from tests.e2e.browser.session import Session
from tests.support.server import Server

NAMES = (
    "Annabelle Hohenlohes",
    "Benedikt Wartburgers",
    "Carla Maria d'Angelo",
    "Dora Schneeweißchens",
    "Emil Quackenbush-Lee",
    "Fritz Wolkenkratzers",
)
"""As long as names may be."""

AFRESH = "() => { document.activeElement.blur(); scrollTo(0, 0); }"
"""A page that slept saw nothing of the moves meanwhile; each new one would have scrolled it to its top."""


@dataclass(frozen=True)
class State:
    """State of a game: the decision of a seat, the page that is shown, or the end."""

    kind: str
    seat: int | None
    paged: bool = False


class RandomGame:
    """A game played at random. A phone looks only when asked for: drawing all of them is slow.

    `langs` are those of a `Session`: of its screen, and of its phones; `rules` are house rules, as a form sends them.
    `told` are the kinds of facts so far, `scores` what everybody has at the end, as the rules say it.
    """

    made: type[Session] = Session

    def __init__(
        self,
        browser: Browser,
        server: Server,
        slug: str,
        seed: int = 8,
        names: Sequence[str] = NAMES,
        rules: Mapping[str, str] | None = None,
        **langs: str,
    ) -> None:
        self.slug = slug
        self.rules = dict(rules or {})
        self.game = GAMES[slug]
        self._server = server
        self._rng = Random(seed)
        self.session = self.made(browser, server.origin, names[: self.game.players[-1]], **langs)
        self._looking: list[Phone] = []
        self._screens: list[Device] = []
        self._asleep = False
        self.told: set[str] = set()
        self.scores: Mapping[str, int] = {}
        self.entry = 0

    def phone(self, seat: int | None) -> Phone:
        """Phone of the player who is asked, or the one that looks already; others look away."""
        phone = self._looking[-1] if seat is None and self._looking else self.session.phones[seat or 0]
        if phone not in self._looking:
            while self._looking:
                self._looking.pop().looks_away()
            self.looks(phone)
        return phone

    def looks(self, *phones: Phone) -> None:
        """Open the table's page on phones; each state waits for them."""
        for phone in phones:
            phone.open(f"/t/{self.session.key}")
        self._looking += phones

    @property
    def watching(self) -> Sequence[Device]:
        """Devices that look."""
        return (*self._screens, *self._looking)

    def sit(self) -> None:
        """Seat all players; no device looks yet."""
        self.session.seat_all(started=False, game=self.slug, **self.rules)

    def begin(self) -> None:
        """Seat all players, and open the screen."""
        self.sit()
        self._screens = [self.session.screen]
        self.session.screen.open(f"/t/{self.session.key}")

    def states(self) -> Iterator[State]:
        """Play on after each state, which all devices that look have shown."""
        for state in self.played():
            self.seen()
            yield state

    def played(self, *, asleep: bool = False, live: Callable[[str], bool] | None = None) -> Iterator[State]:
        """The same for whoever looks at few of them, and then waits until they are `seen`, maybe asleep until then.

        `live`: whoever sleeps wakes before an act that brings a page of such a kind, and sees it come. An act is sent
        without its page: what pages look like is for the test to see.
        """
        session, players = self.session, len(self.session.names)
        number = self.entry = self.watching[0].number
        secret = secret_of(self._server.where, session.key)
        begun = Begun(self.slug, players, {}, number, lambda word: draw(secret, word), self._rng)
        state = self.game.start(players, parse_choices_or_defaults(self.rules, self.game.choices))
        while asks := [ask for ask in self.game.asks(state) if ask.waits]:
            ask = self._rng.choice(asks)
            yield State(ask.do, ask.seat)
            for device in self.watching if asleep and not self._asleep else ():
                device.sleeps()
            self._asleep = asleep
            move = self.game.suggest(state, ask, self._rng)
            fields = acted(begun, state, ask, move)
            state, facts = self.game.play(state, ask.seat, move)
            turned = [facts]
            while (forced := self.game.forced(state)) is not None:
                state, facts = self.game.play(state, *forced)
                turned.append(facts)
            if live and any(fact.paged and live(fact.word) for facts in turned for fact in facts):
                self.seen()
            for seat in tapping(ask, begun):
                host_moves = ask.do == "start"
                number = session.host_moves(**fields) if host_moves else session.send(session.names[seat], **fields)
            for nth, facts in enumerate(turned):
                number = yield from self._turned(number + (nth > 0), facts)
            self.entry = number
        self.scores = dict(zip(session.names, self.game.scores(state), strict=True))
        yield State("over", None)

    def _turned(self, act: int, facts: Sequence[GameEvent]) -> Generator[State, None, int]:
        """The pages that an act brought, also one that made itself; the number of the last entry."""
        number = act
        self.told |= {fact.word for fact in facts}
        for step, page in enumerate([fact for fact in facts if fact.paged], 1):
            self.entry = number
            yield State(page.word, None, paged=True)
            number = self.session.host_moves(kind="page", act=act, step=step)
        return number

    def seen(self) -> None:
        """Wait until all devices that look show the latest entry."""
        for device in self.watching if self._asleep else ():
            device.wakes()
            device.page.evaluate(AFRESH)
        self._asleep = False
        for device in self.watching:
            device.see(self.entry)
