"""A finished evening as a card of the start page: drawn once for all who may do the same with it, in one language."""

from collections import OrderedDict
from dataclasses import dataclass

from babel import Locale
from markupsafe import Markup

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import Seat
from companion.records.scoring import standings
from companion.table.model.game_result import GameResult
from companion.table.model.permissions import Permissions
from companion.web.live import public_page

KEPT = 1_000
"""Cards that stay drawn."""


@dataclass(frozen=True, slots=True)
class Card:
    """An evening, who sat there by the names that the asking device knows, and what it may do with it."""

    one: GameResult
    names: tuple[str, ...]
    may_print: bool
    may_play_again: bool
    may_delete: bool

    @property
    def game(self) -> "Game":  # type: ignore[type-arg]  # of any kind
        """What was played."""
        return GAMES[self.one.slug]

    @property
    def people(self) -> list[dict[str, str]]:
        """A name and a colour for each seat."""
        return [{"name": name, "colour": colour} for name, colour in zip(self.names, self.one.colours, strict=True)]

    @property
    def standings(self) -> tuple[tuple[int, Seat], ...]:
        """(place, seat), the winners first."""
        return standings(self.one.scores)


def card(one: GameResult, names: tuple[str, ...], rights: Permissions) -> Card:
    """An evening for a device with these rights at its table."""
    seated = rights.host or rights.person is not None
    return Card(one, names, not rights.stranger, seated, runs(rights))


def runs(rights: Permissions) -> bool:
    """Whether a device is the host's, in the host's own hands, or the operator's."""
    return rights.hosting or rights.operator


class Cards:
    """Those that were drawn lately."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[Card, str, str], Markup] = OrderedDict()

    def empty(self) -> None:
        """Keeps none."""
        self._drawn.clear()

    def drawn(self, one: Card, lang: str, region: Locale) -> Markup:
        """A card in words; its date as where the reader is from."""
        which = one, lang, str(region)
        html = self._drawn.pop(which, None)
        if html is None:
            template = public_page.environment(lang).get_template("lobby/evening.html")
            html = Markup(template.render(card=one, one=one.one, region=region))
        self._drawn[which] = html
        if len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
        return html
