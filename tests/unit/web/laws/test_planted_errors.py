"""The laws of games and pages must catch errors: here those of a newcomer are planted."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import Environment

from companion.games import GAMES
from companion.games.types import HIDDEN, IllegalMove, InvalidMove, Unseen
from companion.table.commands import playing
from companion.table.commands.dispatch import HANDLERS
from companion.table.commands.types import Command, Draft, Sender, Stale
from companion.table.model.log import Table
from tests.unit.games.laws import LAWS, forced_moves_are_never_refused, some_games
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.laws import test_figures as figures
from tests.unit.web.laws.test_decisions import PageChecker
from tests.unit.web.laws.test_figures import pages as pages
from tests.unit.web.secrecy.planting import drawn_from
from tests.unit.web.support.devices import new_session

TOY = GAMES["toy"]
Line = dict[str, Any]


def a_word_is_looked_up(line: Line) -> Any:
    return {"bid": lambda: TOY.read(line), "turn": lambda: TOY.read(line)}[line["do"]]()


def a_word_is_not_told(line: Line) -> Any:
    if line.get("do") not in ("bid", "turn"):
        raise InvalidMove("garbled")
    return TOY.read(line)


def a_key_is_not_looked_for(line: Line) -> Any:
    return Bid(line["number"]) if line.get("do") == "bid" else TOY.read(line)


def nobody_knows_that_it_is_unseen(state: Any, seat: int | None, move: Any) -> Any:
    try:
        return TOY.play(state, seat, move)
    except Unseen as unseen:
        raise IllegalMove(unseen.reason, **unseen.params) from None


def nobody_needs_what_lies_face_down(state: Any, seat: int | None, move: Any) -> Any:
    bids = tuple(bid and (1 if bid[0] == HIDDEN else bid[0], bid[1]) for bid in state.bids)
    return TOY.play(replace(state, bids=bids) if isinstance(move, Turn) else state, seat, move)


def asks_with(**other: Any) -> Callable[[Any], Any]:
    """The decisions of the toy with other values."""
    return lambda state: tuple(
        replace(ask, **{key: value(ask) for key, value in other.items()}) for ask in TOY.asks(state)
    )


RULES: dict[str, dict[str, Any]] = {
    "an unknown word is looked up": {"read": a_word_is_looked_up},
    "an unknown word is not told which there are": {"read": a_word_is_not_told},
    "anything is a number": {"read": a_key_is_not_looked_for},
    "what turns up is not final": {"asks": asks_with(final=lambda _ask: False)},
    "what turns nothing up is final": {"asks": asks_with(final=lambda _ask: True)},
    "nothing is sealed": {"sealed": lambda _move: False},
    "everything is sealed": {"sealed": lambda _move: True},
    "what lies face down is no reason of its own": {"play": nobody_knows_that_it_is_unseen},
    "what lies face down is not needed": {"play": nobody_needs_what_lies_face_down},
    "what is seen is sealed": {"sealed": lambda move: isinstance(move, Turn)},
    "the own hand is empty": {"hand": lambda *_asked: {}},
    "the own hand is somebody else's": {"hand": lambda state, seat, chance: TOY.hand(state, seat - 1, chance)},
}


@pytest.mark.parametrize("error", RULES)
def test_error_in_the_rules_is_caught(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", replace(TOY, **RULES[error]))
    assert any(fails(law, game) for game in some_games("toy", 2) for law in LAWS)


def test_forced_move_that_is_refused_is_caught() -> None:
    def play(state: Any, seat: int | None, move: Any) -> Any:
        if isinstance(move, Turn) and len({bid for bid, _ in state.bids}) < len(state.bids):
            raise IllegalMove("same-number")
        return TOY.play(state, seat, move)

    def forced(state: Any) -> Any:
        return None if None in state.bids else (None, Turn("lowest"))

    broken = replace(some_games("toy", 1)[0], game=replace(TOY, forced=forced, play=play))
    with pytest.raises(AssertionError, match=r"forced\(state\) is .* play refuses it \(same-number\)"):
        forced_moves_are_never_refused(broken)


def fails(check: Callable[[Any], None], of: Any) -> bool:
    """Whether a law fails."""
    try:
        check(of)
    except Exception:  # a law may fail in any way
        return True
    return False


Template = tuple[str, str, str]
TEMPLATES: dict[str, tuple[str, Template]] = {
    "a form without its ask": (
        "toy",
        ("table/_ask.html", "for ask in player_view.asks if not ask.hidden", "for ask in ()"),
    ),
    "a form for everybody": ("banque_fatale", ("banque_fatale/_act.html", ' data-for="{{ colour }}"', "")),
    "a value that is refused": ("vabanque", ("vabanque/_taps.html", "range(1, of + 1)", "range(0, of + 1)")),
    "a value that is missing": ("vabanque", ("vabanque/_taps.html", "range(1, of + 1)", "range(2, of + 1)")),
    "the wrong slot": ("banque_fatale", ("banque_fatale/_hand.html", "act(ask.do, ask.slot)", "act(ask.do, ask.do)")),
    "a card that is gone": (
        "banque_fatale",
        ("banque_fatale/_act.html", '" disabled" if price.card in won', '"" if true'),
    ),
    "nothing in the purse": ("wetten", ("wetten/_purse.html", "words.euros(money)", "words.euros(0)")),
    "points of nobody": ("toy", ("table/_standings.html", "player_view.shown_scores[seat]", "0")),
}


@pytest.fixture
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw pages and sheets from a changed template."""
    name, right, wrong = request.param

    def sources(env: Environment) -> dict[str, str]:
        assert env.loader is not None
        source = env.loader.get_source(env, name)[0]
        assert right in source, f"{right} no longer stands in {name}"
        return {name: source.replace(right, wrong)}

    with drawn_from(monkeypatch, sources):
        yield


@pytest.mark.parametrize(
    ("slug", "broken"), [pytest.param(*error, id=name) for name, error in TEMPLATES.items()], indirect=["broken"]
)
@pytest.mark.usefixtures("broken")
def test_error_on_a_page_is_caught(slug: str, tmp_path: Path) -> None:
    checker = PageChecker(new_session(tmp_path, GAMES[slug].players[0], game=slug), Random(0))
    with pytest.raises(AssertionError, match=r"no form|has a form|offers|cannot send|can be filled|the page says"):
        checker.whole_game()


def everybody_hosts(table: Table, sender: Sender, command: Command) -> Draft:
    return playing.act(table, replace(sender, rights=replace(sender.rights, host=True)), command)


PERMISSIONS: dict[str, tuple[Any, str, Any]] = {
    "anybody acts for everybody": (playing, "_may_answer", lambda *_about, **_more: True),
    "a stranger acts for all": (HANDLERS, "act", everybody_hosts),
    "whoever is not asked is told that it is late": (playing, "_stale_reason", lambda _asked: Stale("stale")),
}


@pytest.mark.parametrize("error", PERMISSIONS)
def test_missing_permission_check_is_caught(error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, wrong = PERMISSIONS[error]
    plant = monkeypatch.setitem if isinstance(where, dict) else monkeypatch.setattr
    plant(where, name, wrong)
    checker = PageChecker(new_session(tmp_path), Random(0))
    with pytest.raises(AssertionError, match=r"not asked, sends the form"):
        checker.whole_game()


FIGURES: dict[str, tuple[str, Template, Callable[[str], None]]] = {
    "vabanque, page": (
        "vabanque",
        ("vabanque/_round_paid.html", "page.paid[seat]", "page.money[seat]"),
        figures.test_payout_page_has_every_figure_of_the_summary,
    ),
    "banque fatale, page": (
        "banque_fatale",
        ("banque_fatale/_extra_paid.html", "{{ line.amount | signed(words.millions) }}", "0"),
        figures.test_every_figure_comes_from_the_game,
    ),
    "banque fatale, paper": (
        "banque_fatale",
        ("banque_fatale/_summary_account.html", "{{ words.millions(account.wealth) }}", "0"),
        figures.test_every_figure_comes_from_the_game,
    ),
    "toy, page": (
        "toy",
        ("table/_plain.html", "{{ value | for_display }}", "0"),
        figures.test_summary_has_every_figure_of_the_result,
    ),
}
"""A wrong template, and the law that sees it."""


@pytest.mark.parametrize(
    ("slug", "broken", "law"), [pytest.param(*error, id=name) for name, error in FIGURES.items()], indirect=["broken"]
)
@pytest.mark.usefixtures("broken", "pages")
def test_wrong_figure_is_caught(slug: str, law: Callable[[str], None]) -> None:
    assert fails(law, slug)
