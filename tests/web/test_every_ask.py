"""Laws of every game's pages, whatever its templates: whole games are played by what the pages offer."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.kit import Ask, Trouble
from companion.table.chair import Chair, chair
from tests.web.devices import Device, Evening, an_evening, done
from tests.web.eyes import words
from tests.web.forms import ANY, Page
from tests.web.games import OURS

LOOKS, CORRECTED = 3, 12
TRIES, BASES = 20, 4
"""So many moves are tried with a value that is offered, before it is said that none goes with it."""


class Looker:
    """Plays a whole game, and looks at each of its pages with the eyes of all devices."""

    def __init__(self, evening: Evening, luck: Random) -> None:
        self.evening, self.luck = evening, luck
        self.looked: Counter[object] = Counter()
        self.devices = {device.name: device for device in (evening.host, *evening.players)}
        self.are = {name: words(self._get(device), "data-me") for name, device in self.devices.items()}

    def _get(self, device: Device, at: str = "") -> str:
        return device.get(f"/t/{self.evening.key}{at}").text

    def whole_game(self) -> None:
        """To its end; all pages of payouts are turned."""
        while True:
            self.told()
            now = chair(self.evening.table)
            self.look(now)
            if now.paging:
                done(self.evening.page())
            elif now.over:
                return
            else:
                ask = self.luck.choice([ask for ask in now.asks if ask.waits] or now.asks)
                game, state = self.evening.table.game, self.evening.table.state
                done(self.evening.act(ask, game.suggest(state, ask, self.luck)))

    def told(self) -> None:
        """Which real cards lie face up is told first, where a game wants to know."""
        if not self.evening.table.asks:
            return
        for card in self.evening.table.game.faceup(self.evening.table.state):
            if card not in self.evening.table.party.faceup:
                done(self.evening.players[0].tap(self.evening.key, "faceup", up=card))

    def look(self, now: Chair) -> None:
        """At each situation a few times, and at its end; at what the host could correct too."""
        last = now.game.write(now.played[-1].act.move)["do"] if now.played else None
        self.looked[last] += 1
        if now.can_correct and self.looked[last] <= CORRECTED:
            assert self.evening.host.get(f"/t/{self.evening.key}/correct").status_code == 200, f"after {last}"
        situation = (now.scene, *sorted({(ask.do, ask.final, ask.seat) for ask in now.asks}, key=str))
        self.looked[situation] += 1
        if self.looked[situation] <= LOOKS:
            page = Page(self._get(self.evening.host))
            figures_are_the_scores(now, page)
            self.asks_can_be_answered(now, page)

    def asks_can_be_answered(self, now: Chair, page: Page) -> None:
        """By whoever is asked, from what they are shown, and by nobody else."""
        for ask in now.asks:
            must, may = whom(now, ask, list(self.devices))
            opened = {name: form for name in self.devices if (form := page.form(ask, self.are[name]))}
            opened |= {name: form for name in must - opened.keys() if (form := self._in_the_hand(ask, name, page))}
            told = f"Ask({ask.do!r}, seat={ask.seat}, slot={ask.slot!r})"
            assert must <= opened.keys(), f"no form on the page answers {told} for {must - opened.keys()}"
            assert opened.keys() <= may, f"the page has a form for {told} for {opened.keys() - may}, who are not asked"
            for form in opened.values():
                assert not ask.final or "sure" in form, f"{told} is final: its form must have data-sure or a field sure"
                self.what_is_offered_is_taken(ask, form)

    def _in_the_hand(self, ask: Ask, name: str, page: Page) -> dict[str, list[str]] | None:
        if not page.may_open(self.are[name]):
            return None
        return Page(self._get(self.devices[name], "/hand")).form(ask, self.are[name])

    def what_is_offered_is_taken(self, ask: Ask, form: dict[str, list[str]]) -> None:
        """A move can be filled in, and each value that is offered goes with some move."""
        seen = chair(self.evening.table, ask.seat)
        tries = (dict(self._fields(ask, form)) for _ in range(TRIES))
        bases = list(islice((base for base in tries if fits(base, form) and self._is_taken(seen, ask, base)), BASES))
        assert bases, f"no move can be filled in in the form of {ask.do}: it has {form}"
        for key in form.keys() & bases[0].keys() - {"do", "slot", "seat"}:
            for value in {*form[key]} - {ANY, *(base[key] for base in bases if key in base)}:
                assert any(self._is_taken(seen, ask, {**base, key: value}) for base in bases), (
                    f"the form of {ask.do} offers {key}={value or '(nothing)'}, which is refused"
                )

    def _fields(self, ask: Ask, form: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
        table = self.evening.table
        move = table.game.suggest(table.state, ask, self.luck)
        fields = OURS[table.slug].form_of(table, ask.seat, move)
        return ((key, str(value)) for key, value in fields.items() if key in form)

    def _is_taken(self, seen: Chair, ask: Ask, fields: dict[str, str]) -> bool:
        table = self.evening.table
        try:
            table.game.play(table.state, ask.seat, table.game.from_form(seen.state, ask.seat, fields, seen.chance))
        except Trouble:
            return False
        return True


def fits(fields: dict[str, str], form: dict[str, list[str]]) -> bool:
    """Whether a form can send these fields."""
    return all(not value or value in form[key] or ANY in form[key] for key, value in fields.items())


def whom(now: Chair, ask: Ask, devices: list[str]) -> tuple[set[str], set[str]]:
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


def figures_are_the_scores(now: Chair, page: Page) -> None:
    """Beside each name stands what the rules say that they have."""
    if now.scene not in ("start", "play", "over"):
        return
    for person, score in zip(now.people, now.scores, strict=True):
        shown = [row.text.strip() for row in page.rows if row.of == person.colour and row.kind == "money"]
        assert shown, f"{person.name}'s row shows nothing of class money"
        assert set(shown) == {f"{score:,}".replace("-", "−")}, f"{person.name} has {score}, and the page says {shown}"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [0])
def test_all_that_is_asked_for_can_be_done_from_the_pages_and_by_nobody_else(
    slug: str, seed: int, tmp_path: Path
) -> None:
    players = GAMES[slug].players[seed % len(GAMES[slug].players)]
    Looker(an_evening(tmp_path, players, game=slug), Random(seed)).whole_game()
