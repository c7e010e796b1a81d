"""The words of Low Bid in `tests/unit/games/toy/words`, which newcomers copy: whole games are played by them."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from jinja2 import ChoiceLoader, DictLoader

from tests.unit.games.toy import Bid, Turn, words
from tests.unit.games.toy.words import hands
from tests.unit.web.laws import test_figures, test_hands, test_pages
from tests.unit.web.laws.test_decisions import Looker
from tests.unit.web.secrecy.planting import drawn_from
from tests.unit.web.support import moments as showing
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
"""What plain pages say of this game: of seat Anna, of number 3."""


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "tests.unit.web.hands.toy", hands)
    with drawn_from(monkeypatch, lambda _env: WORDS):
        yield


def opened(data: Path, rules: Mapping[str, str]) -> Session:
    """At a table whose own pages, those of one device, have these words too."""
    table = new_session(data, **{"game": "toy", **rules})  # type: ignore[arg-type]  # all of them are house rules
    own = table.app.jinja_env
    assert own.loader is not None
    own.loader = ChoiceLoader([DictLoader(WORDS), own.loader])
    return table


def test_all_that_is_asked_can_be_answered_by_them_and_by_nobody_else(tmp_path: Path) -> None:
    Looker(opened(tmp_path, {}), Random(0)).whole_game()


def laws_of(file: ModuleType, least: int) -> list[Callable[[str], None]]:
    """What a file of tests asks of each game, and so many things at least."""
    tests = [test for name, test in vars(file).items() if name.startswith("test_")]
    laws = [test for test in tests if "slug" in test.__annotations__]
    assert len(laws) >= least
    return laws


@pytest.fixture
def _afresh() -> Iterator[None]:
    """Games that are shown were drawn with other words before, and will be again."""
    kept = (showing.moments, showing.with_other_preferences)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.usefixtures("_afresh")
def test_their_pages_keep_the_laws_of_every_page() -> None:
    for law in laws_of(test_pages, 11):
        law("toy")


def test_their_pages_and_their_paper_keep_the_laws_of_figures(tmp_path: Path) -> None:
    with new_app(tmp_path).test_request_context():
        for law in laws_of(test_figures, 5):
            law("toy")


@pytest.mark.usefixtures("_afresh")
def test_their_hand_tells_all_of_it() -> None:
    test_hands.test_who_looks_at_a_hand_sees_all_of_it_in_its_order("toy")


def test_what_people_read_is_said_in_sentences(tmp_path: Path) -> None:
    table = opened(tmp_path, {"rounds": "1"})
    host, (anna, ben, _) = table.host, table.players
    pages = [anna.sees(f"/t/{table.key}")]
    for ask, number in zip(table.table.asks, (7, 3, 3), strict=True):
        saved(table.act(ask, Bid(number)))
        pages.append(ben.sees(f"/t/{table.key}"))
    assert "You bid 7" in anna.get(f"/t/{table.key}/hand").text
    saved(table.act(table.table.asks[0], Turn("lowest")))
    pages += [anna.sees(f"/t/{table.key}"), host.get(f"/t/{table.key}/correct").text]
    assert "Anna wins round 1 and gets 7 points" in plain(pages[-2])
    table.paged()
    first = table.table.played[0].number
    pages += [anna.get(f"/t/{table.key}{page}").text for page in ("", "/history", "/replay", f"/what-if/{first}")]
    assert "Anna bids 7" in pages[-3]
    found = [words for page in pages for words in IN_CODE.findall(unescape(plain(page)))]
    assert not found, found


def test_house_rules_and_rules_are_in_words_too(tmp_path: Path) -> None:
    host = opened(tmp_path, {}).host
    chosen = plain(host.get("/new").text)
    assert "Rounds" in chosen
    assert "rounds" not in chosen
    rules = plain(host.get("/rules/toy").text)
    assert "A number wins only if nobody else has chosen it." in rules
    assert "Anna wins with 3 and gets 3 points." in rules
