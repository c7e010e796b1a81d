"""A form of a page, filled in: which of its values go with some legal move."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random

from companion.games.types import PendingDecision, Refusal
from companion.table.model.log import Table
from companion.table.model.player_view import player_view
from tests.unit.web.games import SUPPORT
from tests.unit.web.support.forms import Offer, is_number

Fields = dict[str, str]
TRIES, BASES = 20, 4
"""Suggested moves that are tried, and how many of them are varied."""
WAYS = 400
"""Ways to change another field with one, where the fields of a form limit each other."""
OF_ALL = {"do", "slot", "seat"}


class Filling:
    """The form of a pending decision, as its player sees it."""

    def __init__(self, table: Table, ask: PendingDecision, form: dict[str, Offer], luck: Random) -> None:
        self.table, self.ask, self.form, self.luck = table, ask, form, luck
        self._seen = player_view(table, ask.seat)

    @cached_property
    def bases(self) -> list[Fields]:
        """Legal moves that can be filled in."""
        tries = (self._suggested() for _ in range(TRIES))
        return list(islice((base for base in tries if self._fits(base) and self._is_taken(base)), BASES))

    def missing(self) -> Fields | None:
        """A move that the rules suggest and the form cannot send."""
        return next((fields for fields in (self._suggested() for _ in range(TRIES)) if not self._fits(fields)), None)

    def refused(self) -> Iterator[tuple[str, str]]:
        """Values that the form offers, and that no move was found for."""
        for key in self.form.keys() & self.bases[0].keys() - OF_ALL:
            for value in {*self.form[key].some()} - {base[key] for base in self.bases if key in base}:
                if not self._goes(key, value):
                    yield key, value

    def _goes(self, key: str, value: str) -> bool:
        """Whether a value is legal alone, with another field changed too, or in a suggested move."""
        if any(self._is_taken({**base, key: value}) for base in self.bases):
            return True
        ways = (way for base in self.bases for way in self._with_another(base, key, value))
        if any(self._is_taken(way) for way in islice(ways, WAYS)):
            return True
        return any(base.get(key) == value and self._is_taken(base) for base in self._more())

    def _with_another(self, base: Fields, key: str, value: str) -> Iterator[Fields]:
        """The others less by as much, or one of them with the old value, or with any."""
        others = sorted(self.form.keys() & base.keys() - OF_ALL - {key})
        yield self._balanced(base, key, value, others)
        for other in others:
            for instead in (base.get(key, ""), *self.form[other].some()):
                if instead in self.form[other]:
                    yield {**base, key: value, other: instead}

    def _balanced(self, base: Fields, key: str, value: str, others: Sequence[str]) -> Fields:
        """The others less by as much, as far as each can go."""
        fields = {**base, key: value}
        if not (is_number(value) and is_number(base.get(key, ""))):
            return fields
        more = int(value) - int(base[key])
        for other in others:
            least, most = self.form[other].ends
            if is_number(base[other]) and least < most:
                fields[other] = str(min(max(int(base[other]) - more, least), most))
                more -= int(base[other]) - int(fields[other])
        return fields

    def _more(self) -> Iterator[Fields]:
        return (self._suggested() for _ in range(TRIES * TRIES))

    def _suggested(self) -> Fields:
        move = self.table.game.suggest(self.table.state, self.ask, self.luck)
        fields = SUPPORT[self.table.slug].form_of(self.table, self.ask.seat, move)
        return {key: str(value) for key, value in fields.items() if key in self.form}

    def _fits(self, fields: Fields) -> bool:
        """Whether the form can send these fields."""
        return all(not value or value in self.form[key] for key, value in fields.items())

    def _is_taken(self, fields: Fields) -> bool:
        game, seat = self.table.game, self.ask.seat
        try:
            game.play(self.table.state, seat, game.parse_form_move(self._seen.state, seat, fields, self._seen.chance))
        except Refusal:
            return False
        return True
