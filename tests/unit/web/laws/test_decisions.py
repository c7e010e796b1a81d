"""Whole games are played by what the pages offer: every decision has a form, for its player and nobody else."""

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
WHO_MAY = r"^(Only .+ can do that|.+ has been asked for that on their own device|That is face down, so only its owner)"


class PageChecker:
    """Plays a whole game and checks each page as every device sees it."""

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
        """Say which real cards lie face up, where a game asks for them."""
        if not self.session.table.asks:
            return
        for card in self.session.table.game.faceup(self.session.table.state):
            if card not in self.session.table.roster.faceup:
                saved(self.session.players[0].tap(self.session.key, "faceup", up=card))

    def look(self, now: PlayerView) -> None:
        """Check each kind of situation a few times, and the page of corrections."""
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
        """Each decision has a complete form for its player and for nobody else."""
        for ask in self.session.table.asks:
            must, may = whom(now, ask, list(self.devices))
            opened = {name: form for name in self.devices if (form := page.form(ask, self.are[name]))}
            opened |= {name: form for name in must - opened.keys() if (form := self._in_the_hand(ask, name, page))}
            told = f"PendingDecision({ask.do!r}, seat={ask.seat}, slot={ask.slot!r})"
            assert must <= opened.keys(), f"no form on the page answers {told} for {must - opened.keys()}"
            assert opened.keys() <= may, f"the page has a form for {told} for {opened.keys() - may}, who are not asked"
            for form in opened.values():
                assert not ask.final or "sure" in form, f"{told} is final: its form must have data-sure or a field sure"
                self.what_is_offered_is_taken(ask, form)

    def who_mistyped_can_put_it_right(self, now: PlayerView, page: Page) -> None:
        """A public move that was `copied` from a real card has a form in its owner's opened hand, and in no other."""
        _, *players = self.devices
        choosing = {ask.seat for ask in now.asks if ask.hidden}
        for played in now.fixable:
            write, number = now.game.write(played.act.move)["do"], str(played.number)
            for seat, name in enumerate(players):
                mine = page.may_open(self.are[name]) and Page(self._get(self.devices[name], "/hand"))
                has = mine and any(form.puts_right(number) for form in mine.forms)
                told = f"a form of kind put-right for the {write} of seat {played.act.seat}, which is copied"
                assert has == (seat == played.act.seat and seat not in choosing), (
                    f"{name}'s opened hand {'has' if has else 'lacks'} {told}"
                )

    def nobody_else_is_taken(self, now: PlayerView, ask: PendingDecision) -> None:
        """Others who send the same form are told why it is refused; the log stays as it is."""
        _, may = whom(now, ask, list(self.devices))
        entries = entry_count(self.session)
        self.session.app.config["RATE_LIMITER"] = RateLimiter()  # a whole game's strangers within one minute
        for device in (self.watcher, self.session.device(f"stranger-{next(self.strangers)}"), *self._all_but(may, ask)):
            answer = device.tap(self.session.key, "act", **self._sent(ask))
            told = f"{device.name}, not asked, sends the form of PendingDecision({ask.do!r}, seat={ask.seat})"
            assert answer.status_code in (403, 409), f"{told}, and is answered {answer.status_code}: {answer.text}"
            assert re.search(WHO_MAY, answer.text), f"{told}, and is not told who may: {answer.text}"
        assert entry_count(self.session) == entries, f"{ask.do!r} of seat {ask.seat}: the log has an entry of others"

    def _all_but(self, may: set[str], ask: PendingDecision) -> list[Device]:
        """Devices at the table that are not asked. A joint decision may be answered twice."""
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
        """Every legal move can be sent, and each value that is offered belongs to a legal move."""
        filling = Filling(self.session.table, ask, form, self.luck)
        assert filling.bases, f"no move that suggest gives can be filled in in the form of {ask.do}: it has {form}"
        missing = filling.missing()
        assert missing is None, f"the form of {ask.do} cannot send the legal move {missing}"
        for key, value in filling.refused():
            raise AssertionError(
                f"the form of {ask.do} offers {key}={value or '(nothing)'}, which is refused whatever else is filled in"
            )


def whom(now: PlayerView, ask: PendingDecision, devices: list[str]) -> tuple[set[str], set[str]]:
    """The devices that must be able to answer a decision, and those that may. The host comes first, without a seat."""
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
    """Each name has its score beside it, with or without the game's unit."""
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
def test_pages_offer_every_decision_to_its_player_alone(slug: str, tmp_path: Path) -> None:
    PageChecker(new_session(tmp_path, GAMES[slug].players[0], game=slug), Random(0)).whole_game()
