"""Laws of every game's pages, whatever its templates: whole games are played by what the pages offer."""

import re
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.types import PendingDecision
from companion.table.model.player_view import PlayerView, player_view
from companion.web.http.limits import RateLimiter
from tests.unit.web.games import SUPPORT
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.filling import Filling
from tests.unit.web.support.forms import Offer, Page
from tests.unit.web.support.phases import entry_count
from tests.unit.web.support.visible import words

LOOKS, CORRECTED = 3, 12
WHO_MAY = (
    r"^(Only .+ can do that|.+ is being asked for that now, so it was not counted|That is face down, so only its owner)"
)


class Looker:
    """Plays a whole game, and looks at each of its pages with the eyes of all devices."""

    def __init__(self, session: Session, luck: Random) -> None:
        self.session, self.luck = session, luck
        self.looked: Counter[object] = Counter()
        self.devices = {device.name: device for device in (session.host, *session.players)}
        self.strangers = count()
        self.watcher = session.device("watcher")
        self._get(self.watcher, "/screen")
        self.are = {name: words(self._get(device), "data-me") for name, device in self.devices.items()}

    def _get(self, device: Device, at: str = "") -> str:
        return device.get(f"/t/{self.session.key}{at}").text

    def whole_game(self) -> None:
        """To its end; all pages of payouts are turned."""
        while True:
            self.told()
            now = player_view(self.session.table)
            self.look(now)
            if now.paging:
                saved(self.session.page())
            elif now.over:
                return
            else:
                asks = self.session.table.asks  # with what is offered to their owners, in hidden forms too
                ask = self.luck.choice([ask for ask in asks if ask.waits] or asks)
                game, state = self.session.table.game, self.session.table.state
                saved(self.session.act(ask, game.suggest(state, ask, self.luck)))

    def told(self) -> None:
        """Which real cards lie face up is told first, where a game wants to know."""
        if not self.session.table.asks:
            return
        for card in self.session.table.game.faceup(self.session.table.state):
            if card not in self.session.table.party.faceup:
                saved(self.session.players[0].tap(self.session.key, "faceup", up=card))

    def look(self, now: PlayerView) -> None:
        """At each situation a few times, and at its end; at what the host could correct too."""
        last = now.game.write(now.played[-1].act.move)["do"] if now.played else None
        self.looked[last] += 1
        if now.can_correct and self.looked[last] <= CORRECTED:
            assert self.session.host.get(f"/t/{self.session.key}/correct").status_code == 200, f"after {last}"
        situation = (now.scene, *sorted({(ask.do, ask.final, ask.seat) for ask in now.asks}, key=str))
        self.looked[situation] += 1
        if self.looked[situation] <= LOOKS:
            page = Page(self._get(self.session.host))
            figures_are_the_scores(now, page)
            self.asks_can_be_answered(now, page)
            self.who_mistyped_can_put_it_right(now, page)
        if self.looked[situation] == 1:
            for ask in self.session.table.asks:
                self.nobody_else_is_taken(now, ask)

    def asks_can_be_answered(self, now: PlayerView, page: Page) -> None:
        """By whoever is asked, from what they are shown, and by nobody else."""
        for ask in self.session.table.asks:
            must, may = whom(now, ask, list(self.devices))
            opened = {name: form for name in self.devices if (form := page.form(ask, self.are[name]))}
            opened |= {name: form for name in must - opened.keys() if (form := self._in_the_hand(ask, name, page))}
            told = f"Ask({ask.do!r}, seat={ask.seat}, slot={ask.slot!r})"
            assert must <= opened.keys(), f"no form on the page answers {told} for {must - opened.keys()}"
            assert opened.keys() <= may, f"the page has a form for {told} for {opened.keys() - may}, who are not asked"
            for form in opened.values():
                assert not ask.final or "sure" in form, f"{told} is final: its form must have data-sure or a field sure"
                self.what_is_offered_is_taken(ask, form)

    def who_mistyped_can_put_it_right(self, now: PlayerView, page: Page) -> None:
        """What is `copied` from a real card and lies open now: in its owner's opened hand while nothing else is
        asked for there, and in nobody else's."""
        _, *players = self.devices
        choosing = {ask.seat for ask in now.asks if ask.hidden}
        for played in now.mistyped:
            write, number = now.game.write(played.act.move)["do"], str(played.number)
            for seat, name in enumerate(players):
                mine = page.may_open(self.are[name]) and Page(self._get(self.devices[name], "/hand"))
                has = mine and any(form.puts_right(number) for form in mine.forms)
                told = f"a form of kind put-right for the {write} of seat {played.act.seat}, which is copied"
                assert has == (seat == played.act.seat and seat not in choosing), (
                    f"{name}'s opened hand {'has' if has else 'lacks'} {told}"
                )

    def nobody_else_is_taken(self, now: PlayerView, ask: PendingDecision) -> None:
        """Whoever is not asked sends the same form, and is told why it is not taken; the log stays as it is."""
        _, may = whom(now, ask, list(self.devices))
        entries = entry_count(self.session)
        self.session.app.config["RATE_LIMITER"] = RateLimiter()  # a whole game's strangers within one minute
        for device in (self.watcher, self.session.device(f"stranger-{next(self.strangers)}"), *self._all_but(may, ask)):
            answer = device.tap(self.session.key, "act", **self._sent(ask))
            told = f"{device.name}, not asked, sends the form of Ask({ask.do!r}, seat={ask.seat})"
            assert answer.status_code in (403, 409), f"{told}, and is answered {answer.status_code}: {answer.text}"
            assert re.search(WHO_MAY, answer.text), f"{told}, and is not told who may: {answer.text}"
        assert entry_count(self.session) == entries, f"Ask({ask.do!r}, seat={ask.seat}): the log has an entry of others"

    def _all_but(self, may: set[str], ask: PendingDecision) -> list[Device]:
        """Those at the table who are not asked. A word to what several do together may be said twice."""
        return [] if ask.consent else [device for name, device in self.devices.items() if name not in may]

    def _sent(self, ask: PendingDecision) -> dict[str, object]:
        table = self.session.table
        move = table.game.suggest(table.state, ask, self.luck)
        more = {"sure": "yes"} if ask.final else {}
        return {"slot": ask.slot, **SUPPORT[table.slug].form_of(table, ask.seat, move), **more}

    def _in_the_hand(self, ask: PendingDecision, name: str, page: Page) -> dict[str, Offer] | None:
        if not page.may_open(self.are[name]):
            return None
        return Page(self._get(self.devices[name], "/hand")).form(ask, self.are[name])

    def what_is_offered_is_taken(self, ask: PendingDecision, form: dict[str, Offer]) -> None:
        """A move can be filled in, and each value that is offered goes with some move."""
        filling = Filling(self.session.table, ask, form, self.luck)
        assert filling.bases, f"no move that suggest gives can be filled in in the form of {ask.do}: it has {form}"
        for key, value in filling.refused():
            raise AssertionError(
                f"the form of {ask.do} offers {key}={value or '(nothing)'}, which is refused whatever else is filled in"
            )


def whom(now: PlayerView, ask: PendingDecision, devices: list[str]) -> tuple[set[str], set[str]]:
    """The devices that must be able to answer an ask, and those that may. The first is the host's, without a seat."""
    host, *players = devices
    if ask.do == "start":
        return {host}, {host}
    if ask.seat is not None:
        return {players[ask.seat]}, {players[ask.seat]}
    if not ask.consent:
        return set(devices), set(devices)
    left = {players[seat] for seat in ask.consent if seat not in now.agreed}
    return left, {host, *(name for seat, name in enumerate(players) if seat not in now.agreed)}


def figures_are_the_scores(now: PlayerView, page: Page) -> None:
    """Beside each name stands what the rules say that they have, with or without the game's unit."""
    if now.scene not in ("start", "play", "over"):
        return
    for person, score in zip(now.people, now.scores, strict=True):
        shown = [
            "".join(re.findall(r"−?[\d,]+", row.text))
            for row in page.rows
            if row.of == person.colour and row.kind == "money"
        ]
        assert shown, f"{person.name}'s row shows nothing of class money"
        assert set(shown) == {f"{score:,}".replace("-", "−")}, f"{person.name} has {score}, and the page says {shown}"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [0])
def test_all_that_is_asked_for_can_be_done_from_the_pages_and_by_nobody_else(
    slug: str, seed: int, tmp_path: Path
) -> None:
    players = GAMES[slug].players[seed % len(GAMES[slug].players)]
    Looker(new_session(tmp_path, players, game=slug), Random(seed)).whole_game()
