"""The forms of a page: who sees each of them, and the values of its fields."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import chain

from companion.games.types import PendingDecision
from tests.unit.web.support.visible import TURN, VOID, words

ANY = "*"
"""A typed field: any text."""
MANY = 20

Whose = tuple[tuple[frozenset[str], frozenset[str]], ...]
"""For an element and its ancestors: who sees it (empty: all), and who does not."""


@dataclass(frozen=True)
class Control:
    """A value that a field can have, or a range of numbers, for those who see it."""

    name: str
    value: str | range
    whose: Whose


@dataclass
class Offer:
    """List the values that a device can choose for one field."""

    values: list[str] = field(default_factory=list)
    numbers: list[range] = field(default_factory=list)

    def add(self, value: str | range) -> None:
        if isinstance(value, range):
            self.numbers.append(value)
        else:
            self.values.append(value)

    def __contains__(self, value: str) -> bool:
        return value in self.values or ANY in self.values or any(value == str(one) for one in self._near(value))

    def _near(self, value: str) -> list[int]:
        return [int(value) for numbers in self.numbers if is_number(value) and int(value) in numbers]

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the most of its numbers."""
        ends = [one for numbers in self.numbers for one in (numbers[0], numbers[-1])]
        return min(ends, default=0), max(ends, default=0)

    def some(self) -> list[str]:
        """Each value; of many numbers those at the ends and some between; none of free text."""
        thinned = [numbers[:: 1 + len(numbers) // MANY] for numbers in self.numbers]
        ends = [numbers[-1:] for numbers in self.numbers]
        values = [value for value in self.values if value != ANY]
        return [*values, *(str(one) for one in sorted({*chain(*thinned, *ends)}))]


@dataclass
class Form:
    """A form and its controls; `whose` says who sees it."""

    whose: Whose
    controls: list[Control] = field(default_factory=list)
    sure: list[Whose] = field(default_factory=list)
    """The form or buttons of it with `data-sure`: `static/sure.js` asks once more, and sends the yes."""

    def offered(self, me: set[str]) -> dict[str, Offer]:
        """For each field what this device can choose."""
        found: dict[str, Offer] = {}
        for control in self.controls if sees(me, self.whose) else ():
            if sees(me, control.whose):
                found.setdefault(control.name, Offer()).add(control.value)
        if found and any(sees(me, whose) for whose in self.sure):
            found["sure"] = Offer(["yes"])
        return found

    def puts_right(self, number: str) -> bool:
        """Whether it corrects the own move of that number."""
        sent = {(control.name, control.value) for control in self.controls}
        return {("kind", "put-right"), ("act", number)} <= sent


@dataclass
class Row:
    """A figure beside somebody's name."""

    of: str
    kind: str
    whose: Whose
    text: str = ""


def sees(me: set[str], whose: Whose) -> bool:
    """Whether the style sheet shows it to a device that is all this."""
    return all((not wanted or wanted & me) and not unwanted & me for wanted, unwanted in whose)


def answers(ask: PendingDecision, offered: Mapping[str, Offer]) -> bool:
    """Whether a form with these fields answers a decision."""
    seats = offered.get("seat")
    named = seats is None or (ask.seat is not None and str(ask.seat) in seats)
    return ask.do in offered.get("do", NOTHING) and ask.slot in offered.get("slot", NOTHING) and named


NOTHING = Offer()


def is_number(value: str) -> bool:
    """Whether a form could send it as a number."""
    return re.fullmatch(r"-?[0-9]{1,9}", value) is not None


class Page(HTMLParser):
    """A page, read once for all who look at it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.opens: list[Whose] = []  # what opens the own hand
        self.rows: list[Row] = []
        self._turn = words(html, "data-turn")
        self.taps: list[Control] = []  # on the board, for whichever form has a field of that name
        self._within: list[tuple[str, Whose, str]] = []  # tag, whose, whose row
        self._form: Form | None = None
        self._row: tuple[int, Row] | None = None
        self.feed(html)
        self.close()

    def me(self, said: Iterable[str]) -> set[str]:
        """The words of a device, and whether it is its turn."""
        mine = set(said)
        return mine | ({TURN} if mine & self._turn else set())

    def form(self, ask: PendingDecision, said: Iterable[str]) -> dict[str, Offer] | None:
        """The fields of the form for a decision, if a device is shown one."""
        me = self.me(said)
        offers = (form.offered(me) for form in self.forms)
        found = next((offered for offered in offers if answers(ask, offered)), None)
        for tap in self.taps if found else ():
            if found and tap.name in found and sees(me, tap.whose):
                found[tap.name].values = [*filter(None, found[tap.name].values), str(tap.value)]
        return found

    def may_open(self, said: Iterable[str]) -> bool:
        """Whether a device is shown what opens its hand for a choice."""
        return any(sees(self.me(said), whose) for whose in self.opens)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        outer, of = self._within[-1][1:] if self._within else ((), "")
        whose = outer
        if "data-for" in known or "data-not" in known:
            wanted = frozenset(known["data-for"].split() or ("nobody",)) if "data-for" in known else frozenset()
            whose = (*outer, (wanted, frozenset(known.get("data-not", "").split())))
        if tag not in VOID:
            self._within.append((tag, whose, known.get("data-of", of)))
        self._meet(tag, known, whose)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in (one for one, _, _ in self._within):
            return
        while self._within.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = None
        if self._row and len(self._within) < self._row[0]:
            self._row = None

    def handle_data(self, data: str) -> None:
        if self._row:
            self._row[1].text += data

    def _meet(self, tag: str, known: Mapping[str, str], whose: Whose) -> None:
        of = self._within[-1][2] if self._within else ""
        if tag == "form":
            self._form = Form(whose)
            self.forms.append(self._form)
        if "data-sure" in known and self._form:
            self._form.sure.append(whose)
        if "data-open" in known:
            self.opens.append(whose)
        elif "data-value" in known:
            self.taps.append(Control(known["data-name"], known["data-value"], whose))
        elif self._form and tag in ("input", "button") and "name" in known and chosen(known):
            self._form.controls.append(Control(known["name"], can_be(known), whose))
        for kind in {"money", "amount"} & set(known.get("class", "").split()) if of else ():
            row = Row(of, kind, whose)
            self.rows.append(row)
            self._row = (len(self._within), row)


def chosen(control: Mapping[str, str]) -> bool:
    """Whether a control can be used. A script enables the button that sends a filled-in form."""
    return "disabled" not in control or control["name"] == "slot"


def can_be(control: Mapping[str, str]) -> str | range:
    """List the values that one input or button can send."""
    if control.get("type") == "number" or "data-most" in control:
        least = control.get("min", control.get("data-least", "0"))
        return range(int(least), int(control.get("max", control.get("data-most", least))) + 1)
    if control.get("type", "text") == "text" and "inputmode" in control:
        return ANY
    return control.get("value", "")
