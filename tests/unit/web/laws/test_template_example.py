"""The templates of Low Bid in `tests/unit/games/toy/words`, which newcomers copy, keep the laws of pages."""

import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from jinja2 import ChoiceLoader, DictLoader

from tests.unit.games.laws import refusals_say_what_to_do, some_games
from tests.unit.games.toy import Bid, Turn, words
from tests.unit.games.toy.words import hands
from tests.unit.web.laws import test_figures, test_hands, test_pages
from tests.unit.web.laws.test_decisions import PageChecker
from tests.unit.web.secrecy.planting import drawn_from
from tests.unit.web.support import moments
from tests.unit.web.support.devices import Session, new_app, new_session, saved
from tests.unit.web.support.markup import plain

WORDS = {
    f"toy/{file.name}": file.read_text(encoding="utf-8")
    for file in Path(words.__file__).parent.iterdir()
    if file.suffix in {".html", ".txt"}
}
IN_CODE = re.compile(
    r"\bseat (?:Anna|Ben|Carla)\b|\b(?:number|points|round)\u00a0\d|\bwhich (?:low|high)est\b|\bbid, |(?:Turned|Won):"
)
"""Words of plain pages, such as: seat Anna, number 3."""


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is drawn with these templates; moments that were drawn with others are forgotten."""
    monkeypatch.setitem(sys.modules, "tests.unit.web.hands.toy", hands)
    cached = (moments.moments, moments.with_other_preferences)
    for one in cached:
        one.cache_clear()
    with drawn_from(monkeypatch, lambda _env: WORDS):
        yield
    for one in cached:
        one.cache_clear()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A table whose own pages, those of one device, have these words too."""
    table = new_session(tmp_path, game="toy", rounds="1")
    own = table.app.jinja_env
    assert own.loader is not None
    own.loader = ChoiceLoader([DictLoader(WORDS), own.loader])
    return table


def laws_of(file: ModuleType, least: int) -> list[Callable[[str], None]]:
    """The tests of a file that take a game."""
    tests = [test for name, test in vars(file).items() if name.startswith("test_")]
    laws = [test for test in tests if "slug" in test.__annotations__]
    assert len(laws) >= least
    return laws


def test_example_answers_every_decision(session: Session) -> None:
    PageChecker(session, Random(0)).whole_game()


def test_example_keeps_the_laws_of_pages_figures_and_hands(tmp_path: Path) -> None:
    with new_app(tmp_path).test_request_context():
        for law in (*laws_of(test_pages, 8), *laws_of(test_figures, 5)):
            law("toy")
    test_hands.test_hand_shows_all_of_it_in_order("toy")


def test_example_says_what_to_do_when_it_refuses() -> None:
    for game in some_games("toy", 3):
        refusals_say_what_to_do(game)


def test_example_says_everything_in_sentences(session: Session) -> None:
    host, (anna, ben, _), at = session.host, session.players, f"/t/{session.key}"
    pages = [anna.sees(at)]
    for ask, number in zip(session.table.asks, (7, 3, 3), strict=True):
        saved(session.act(ask, Bid(number)))
        pages.append(ben.sees(at))
    assert "You bid 7" in anna.get(f"{at}/hand").text
    saved(session.act(session.table.asks[0], Turn("lowest")))
    pages += [anna.sees(at), host.get(f"{at}/correct").text]
    assert "Anna wins round 1 and gets 7 points" in plain(pages[-2])
    first = session.paged().table.played[0].number
    pages += [anna.get(at + page).text for page in ("", "/history", "/replay", f"/what-if/{first}")]
    assert "Anna bids 7" in pages[-3]
    found = [words for page in pages for words in IN_CODE.findall(unescape(plain(page)))]
    assert not found, found
    chosen = plain(host.get("/new").text)
    assert "Rounds" in chosen
    assert "rounds" not in chosen
    rules = plain(host.get("/rules/toy").text)
    assert "A number wins only if nobody else has chosen it." in rules
    assert "Anna wins with 3 and gets 3 points." in rules
