"""Every figure of the rules stands on the page, on paper and in the terminal.

No test here knows a game. A number is changed where the game holds it; then what is drawn must show the other number.
So a template that writes another field, or 0, is caught wherever it stands.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from companion import cli
from companion.games import GAMES
from companion.games.types import GameEvent
from companion.printing import documents
from companion.records import record
from companion.records.record import Record
from companion.table.model.from_record import record_view
from companion.table.model.player_view import PlayerView
from companion.table.model.roster import PayoutPage
from companion.web.live import public_page
from tests.support.altered_views import MARK, Leaf, leaves, numbers, shows, with_kind_changed, with_number_changed
from tests.unit.games.laws import some_games
from tests.unit.web.support.devices import new_app

NO_AMOUNT = (IndexError, KeyError, ValueError, TypeError, StopIteration, UndefinedError)
"""Raised if the changed number is a seat, a place or a count."""
FIGURE = r'<(?:span|td|p)[^>]*class="[^"]*\b(?:amount|money)\b[^"]*">(.*?)</(?:span|td|p)>'
RULES = '<section class="rules">'
"""Between the standings and the rounds of every summary."""

every_game = pytest.mark.parametrize("slug", GAMES)


@dataclass(frozen=True)
class News:
    """A changed number, the view that has it, and what is new in the result."""

    leaf: Leaf
    player_view: PlayerView
    rounds: set[int]
    scores: set[int]


@dataclass(frozen=True)
class Told:
    """A finished game as a record and as its public view."""

    record: Record
    player_view: PlayerView

    def result(self, player_view: PlayerView) -> tuple[set[int], set[int]]:
        """All numbers of the rounds and of the scores."""
        game = player_view.game
        return numbers(game.rounds(player_view.state, player_view.names)), numbers(game.scores(player_view.state))

    @cached_property
    def before(self) -> tuple[set[int], set[int]]:
        """The result without a change."""
        return self.result(self.player_view)

    @cached_property
    def leaves(self) -> list[Leaf]:
        """All numbers that a page or a sheet can be drawn from."""
        return list(leaves((self.player_view.state, tuple(played.facts for played in self.player_view.played))))

    def news(self, leaf: Leaf) -> News | None:
        """The view with another number and what is new in its result; None if the game cannot be shown with it."""
        try:
            player_view = with_number_changed(self.player_view, leaf)
            rounds, scores = (now - was for now, was in zip(self.result(player_view), self.before, strict=True))
            return News(leaf, player_view, rounds, scores)
        except NO_AMOUNT:
            return None

    def alike(self, leaf: Leaf) -> Iterator[Leaf]:
        """A number and others of the same name and value: they are one amount."""
        yield leaf
        yield from (other for other in self.leaves if other.alike(leaf))

    def on_paper(self, leaf: Leaf) -> bool:
        """Whether the rounds of the summary tell an amount."""
        return any(self.tells(one) for one in self.alike(leaf))

    def tells(self, leaf: Leaf) -> bool:
        """Whether they have this very number."""
        return shows(rounds_of(with_number_changed(self.player_view, leaf)), leaf.value + MARK)


@cache
def told(slug: str) -> Told:
    played = max(some_games(slug, 4), key=lambda game: len({fact.word for fact in game.facts if fact.paged}))
    lines = record.write(played.header, played.acts).encode().splitlines(keepends=True)
    read = record.read(lines)
    return Told(read, record_view(read))


def some_of_each(numbers: Iterable[Leaf]) -> list[Leaf]:
    """The largest number of each kind, which is the least likely to stand anywhere else, and one in the middle."""
    kinds: dict[str, dict[int, Leaf]] = defaultdict(dict)
    for leaf in numbers:
        kinds[leaf.kind].setdefault(leaf.value, leaf)
    return [kind[value] for kind in kinds.values() for value in {max(kind), sorted(kind)[len(kind) // 2]}]


def text(html: str) -> str:
    """The text of HTML."""
    return re.sub(r"<[^>]*>", " ", html)


def summary(player_view: PlayerView) -> str:
    """The summary sheet; nothing where it cannot be drawn with such a number."""
    try:
        return documents.summary(player_view, lang="en", paper="a4", dated=False).html
    except NO_AMOUNT:
        return ""


def standings_of(player_view: PlayerView) -> str:
    """The text of the summary above the rules."""
    return text(summary(player_view).partition(RULES)[0])


def rounds_of(player_view: PlayerView) -> str:
    """The text below the rules and in the chart."""
    above, _, below = summary(player_view).partition(RULES)
    return text(below + above.partition('<svg class="chart"')[2])


def amounts(html: str) -> str:
    """The text of all amounts."""
    return text(" ".join(re.findall(r'class="[^"]*\bamount\b[^"]*">(.*?)</(?:span|td|p)>', html, re.DOTALL)))


@cache
def what_the_result_tells(slug: str) -> list[News]:
    """Numbers that change the result."""
    news = (told(slug).news(leaf) for leaf in some_of_each(told(slug).leaves))
    return [new for new in news if new and (new.rounds or new.scores) and summary(new.player_view)]


@every_game
def test_summary_has_every_figure_of_the_result(slug: str) -> None:
    missing = set()
    for new in what_the_result_tells(slug):
        above, below = standings_of(new.player_view), rounds_of(new.player_view)
        assert all(shows(above, number) for number in new.scores), f"{new.leaf.kind} is not in the standings"
        if not all(shows(below, number) for number in new.rounds) and not told(slug).on_paper(new.leaf):
            missing.add(new.leaf.kind)
    assert not missing, (
        f"rounds(state) tells {', '.join(sorted(missing))}, but the rounds on the summary do not. Say it by a fact "
        "(templates/<slug>/_fact.html, or printables/<slug>/_summary_rounds.html). Keep that fact in the state. "
        "Give the number one name in the fact and in rounds(state). Or leave it out of rounds(state)."
    )


@every_game
def test_command_line_has_every_score(slug: str) -> None:
    for new in what_the_result_tells(slug):
        said = cli.format_table(replace(told(slug).record, state=new.player_view.state)).rpartition("Standings")[2]
        assert all(shows(said, number) for number in new.scores), f"`companion score` does not say {new.leaf.kind}"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[None]:
    """An app for the addresses in pages."""
    with new_app(tmp_path).test_request_context():
        yield


def at_page(player_view: PlayerView, page: PayoutPage) -> dict[str, str]:
    """The public page during a payout page; empty if it cannot be drawn."""
    drawn = public_page.PublicPage("en", screen=False)
    try:
        shown = replace(player_view, roster=replace(player_view.roster, page=page))
        if page.act != player_view.played[-1].number:
            vars(shown)["over"] = False  # as it was then; changed numbers cannot be played again
        drawn.render(shown, public_page.JoinAddress("", "", ()))
    except NO_AMOUNT:
        return {}
    return dict(drawn.fragments())


def payout(player_view: PlayerView, page: PayoutPage) -> str:
    """The payout page."""
    return at_page(player_view, page).get("payout", "")


@cache
def on_pages(slug: str) -> list[tuple[PayoutPage, Leaf]]:
    """A number of each kind in the events with a page, and that page; from the last payout those of no other."""
    found: dict[str, tuple[PayoutPage, Leaf]] = {}
    *others, last = (played for played in told(slug).player_view.played if any(fact.paged for fact in played.facts))
    for played in (*others, last):
        facts = [fact for fact in played.facts if fact.paged]
        for step, fact in enumerate(facts, start=1):
            for leaf in some_of_each(leaves(fact)):
                if leaf.kind not in found or (played is not last and found[leaf.kind][1].value < leaf.value):
                    found[leaf.kind] = PayoutPage(played.number, step, len(facts)), leaf
    return list(found.values())


@every_game
@pytest.mark.usefixtures("pages")
def test_payout_page_has_every_figure_of_the_summary(slug: str) -> None:
    missing = {}
    for page, leaf in on_pages(slug):
        drawn = at_page(with_number_changed(told(slug).player_view, leaf), page)
        if drawn and not any(shows(text(drawn[part]), leaf.value + MARK) for part in ("turn", "payout")):
            held = told(slug).on_paper(leaf) if isinstance(leaf.owner, GameEvent) else told(slug).tells(leaf)
            if held:
                missing[leaf.kind] = text(drawn["payout"])
    assert not missing, (
        f"The summary tells these amounts, but neither their page nor its headline does: {missing}. Say them there. "
        "Give different amounts different names."
    )


@every_game
@pytest.mark.usefixtures("pages")
def test_amounts_are_marked_as_amounts(slug: str) -> None:
    for page, leaf in on_pages(slug):
        if leaf.path[-1] == "amount":
            player_view = with_number_changed(told(slug).player_view, leaf)
            for where, html in (("its payout page", payout(player_view, page)), ("the summary", summary(player_view))):
                assert shows(amounts(html), leaf.value + MARK), (
                    f"On {where} put {leaf.kind} into an element of class amount (templates/<slug>/_payout.html, "
                    "printables/<slug>/_summary_rounds.html). If a sentence is enough, name the field points."
                )


def figures(html: str) -> list[str]:
    """The amounts, in order."""
    return [text(found).strip() for found in re.findall(FIGURE, html, re.DOTALL)]


def drawings(slug: str, player_view: PlayerView) -> dict[str, list[str]]:
    """The figures of the summary, and of a page of each kind."""
    pages = {type(leaf.owner).__name__: page for page, leaf in on_pages(slug)}
    drawn = {f"the page of {kind}": figures(payout(player_view, page)) for kind, page in pages.items()}
    return {"the summary": figures(summary(player_view)), **drawn}


@every_game
@pytest.mark.usefixtures("pages")
def test_every_figure_comes_from_the_game(slug: str) -> None:
    before = drawings(slug, told(slug).player_view)
    still = {(page, place) for page in before for place, one in enumerate(before[page]) if re.search(r"\d", one)}
    for kind in {leaf.kind for leaf in told(slug).leaves}:
        after = drawings(slug, with_kind_changed(told(slug).player_view, kind))
        same = {page for page in before if len(after[page]) == len(before[page])}
        still -= {(page, place) for page, place in still if page in same and after[page][place] != before[page][place]}
    assert not still, (
        f"These never change: {[f'{before[page][place]} on {page}' for page, place in still]}. Take each amount from a "
        "fact or from the scores. Say in words, or leave out, what is the same in every game."
    )
