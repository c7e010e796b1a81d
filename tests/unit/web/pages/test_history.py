"""The history: anybody looks back page by page, and moves nobody."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.games.vabanque.moves import Start
from companion.table.model import history
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.web.live.public_page import GAME_FRAGMENTS, JoinAddress, PublicPage
from tests.unit.web.secrecy.planting import NOBODYS_KEY
from tests.unit.web.support.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Device, Session, new_session, saved

TURNING = re.compile(
    r'<(form|nav)[^>]* class="row pages".*?</\1>(\s*<p [^>]*data-not="player host">.*?</p>)?', re.DOTALL
)
"""Links and buttons that turn a page: for all at the table, or for the one who looks back."""
ENTRY = re.compile(r'<li id="entry-(\d+)">(.*?)(?=<li id="entry-|</details>)', re.DOTALL)
"""The number of a move, and all that is said of it."""


@dataclass
class Told:
    """A whole game, and what all were shown on each page of its payouts, as a phone and as a screen."""

    session: Session
    shown: Mapping[tuple[history.PageRef, bool], Mapping[str, str]]

    @property
    def leaves(self) -> list[history.PageRef]:
        return history.shown_pages(player_view(self.session.table))


def section(page: str, name: str) -> str:
    """A part of the page."""
    found = re.search(rf'<(section|header) id="{name}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    return found[2] if found else ""


def still(html: str) -> str:
    """A fragment without what turns the page."""
    return " ".join(TURNING.sub(" ", html).split())


def stage_now(session: Session, *, screen: bool) -> dict[str, str]:
    """Return what all see of the game at this moment."""
    stage = PublicPage("en", screen=screen)
    stage.render(player_view(session.table), JoinAddress("", "", ()))
    return {name: still(html) for name, html in stage.fragments().items() if name in GAME_FRAGMENTS}


@pytest.fixture(scope="module", params=list(GAMES))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Anna, Ben and Carla play to the end and look at every page."""
    session = new_session(tmp_path_factory.mktemp(request.param), game=request.param)
    luck, shown = Random(4), {}
    while session.table.asks or paging(session.table.roster):
        while (page := session.table.roster.page) is not None and paging(session.table.roster):
            for screen in (False, True):
                shown[(page.act, page.step), screen] = stage_now(session, screen=screen)
            saved(session.page())
        if session.table.asks:
            saved(session.by_chance(luck))
    return Told(session, shown)


def look_back(device: Device, session: Session, *leaf: int) -> str:
    """The list of all moves, or one page that was shown."""
    answer = device.get("/".join((f"/t/{session.key}/history", *map(str, leaf))))
    assert answer.status_code == 200, answer.text
    return answer.text


def entries(page: str) -> dict[int, str]:
    """The words of each move, by its number."""
    return {int(number): " ".join(re.sub(r"<[^>]+>", " ", html).split()) for number, html in ENTRY.findall(page)}


def test_payout_pages_are_shown_as_they_were(told: Told) -> None:
    before, pages = told.session.table, Counter(act for act, _ in told.leaves)
    assert list(dict.fromkeys(leaf for leaf, _ in told.shown)) == told.leaves
    for (leaf, screen), fragments in told.shown.items():
        device = told.session.device("watching") if screen else told.session.players[0]
        page = look_back(device, told.session, *leaf)
        assert f"{leaf[1]} / {pages[leaf[0]]}</span>" in page
        for name, html in fragments.items():
            assert still(section(page, name)) == html, (leaf, name)
        for active in ("data-tap", "hx-sse"):
            assert active not in page
    assert told.session.table is before


def test_every_move_and_page_is_told(told: Told) -> None:
    page, seen = look_back(told.session.players[1], told.session), player_view(told.session.table)
    words = entries(page)
    assert list(words) == [played.number for played in told.session.table.played]
    assert all(words.values())
    assert "undefined" not in page.lower()
    links = re.findall(rf'href="/t/{told.session.key}/history/(\d+)/(\d+)"', page)
    assert [(int(number), int(step)) for number, step in links] == told.leaves
    assert page.count("<details") == max(played.round for played in told.session.table.played) + 1
    in_order = list[GameEvent]()
    for played, one in zip(
        seen.played, (one for _, some in history.history_by_round(seen) for one in some), strict=True
    ):
        in_order = [*one.facts, *(fact for _, page_, after in one.pages for fact in (page_, *after))]
        assert in_order == [fact for fact in played.facts if fact in in_order]
    assert in_order[-1] == seen.played[-1].facts[-1], "who wins is told last"


def test_pages_link_to_each_other_and_to_the_table(told: Told) -> None:
    anna, at = told.session.players[0], f"/t/{told.session.key}"
    pages = [look_back(anna, told.session, *leaf) for leaf in told.leaves]
    for way, others in (("next", told.leaves[1:]), ("prev", told.leaves[:-1])):
        found = [re.findall(rf'rel="{way}" href="{at}/history/(\d+)/(\d+)"', page) for page in pages]
        assert [(int(act), int(step)) for (act, step), *_ in filter(None, found)] == others
    assert f'data-me="{player_view(told.session.table).people[0].colour} player' in pages[-1], "whose page it is"
    assert f'href="{at}"' in pages[-1]
    for path in ("/", at):
        assert f'href="{at}/history"' in anna.get(path).text


def test_phone_looks_back_while_others_play_on(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path))
    anna, leaf = session.players[0], history.shown_pages(player_view(session.table))[0]
    before, first = look_back(anna, session, *leaf), entries(look_back(anna, session))
    saved(session.by_chance(Random(1)))
    place = re.compile(r'<span class="muted">.*')
    assert place.sub("", look_back(anna, session, *leaf)) == place.sub("", before)
    now = entries(look_back(anna, session))
    assert {number: now[number] for number in first} == first
    assert len(now) == len(first) + 1


def test_page_is_told_once_the_table_has_seen_it(session: Session) -> None:
    luck, anna = Random(2), session.players[0]
    while not paging(session.table.roster):
        saved(session.by_chance(luck))
    page = session.table.roster.page
    assert page is not None
    turned_up = re.compile(r"lays a card at table \d+: ")
    cards = [len(turned_up.findall(look_back(anna, session)))]
    for step in range(1, page.steps + 1):
        text = look_back(anna, session)
        assert f"history/{page.act}/{step}" in text
        assert f"history/{page.act}/{step + 1}" not in text
        assert anna.get(f"/t/{session.key}/history/{page.act}/{step + 1}").status_code == 404
        cards.append(len(turned_up.findall(text)))
        saved(session.page())
    assert cards == sorted(cards)
    assert cards[0] < cards[-1]


def test_undone_move_is_told_as_undone(session: Session) -> None:
    saved(session.act(session.table.asks[0], Start(1)))
    anna = session.players[0]
    number = saved(anna.tap(session.key, "act", slot=session.ask.slot, do="chip", table=4))
    saved(anna.tap(session.key, "back", entry=number))
    assert entries(look_back(anna, session))[number] == "Anna places a chip on table 4 undone by Anna"


def test_corrected_move_and_its_old_page_are_told_as_such(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path))
    anna, number = session.players[0], entry(session, "move", 0)
    leaf = history.shown_pages(player_view(session.table))[0]
    recalculated = "This page was recalculated after a correction."
    assert recalculated not in look_back(anna, session, *leaf)
    assert proposed(session, number, steps=1) == 200
    assert answered(session, "approve", session.players[1]) == 200
    session.paged()
    assert recalculated in look_back(anna, session, *leaf)
    text = look_back(anna, session)
    assert "Recalculated after a correction" in text
    assert "from table 1 to table 2" in entries(text)[number]
    assert "Anna's pawn stays where it is corrected by the host with Ben's agreement" in entries(text)[number]


NO_PAGES = {"9/1": 404, "1/0": 400, "0/1": 400, "x/1": 400, "1" * 5_000 + "/1": 400, "\uff11/1": 400, "1/-1": 400}


def test_watchers_look_back_at_what_was_shown(sessions: dict[str, Session]) -> None:
    session, lobby = sessions["cards"], sessions["lobby"]
    watching, at = session.device("watching"), f"/t/{session.key}"
    assert f'href="{at}/history?screen=1"' in watching.get(f"{at}/screen").text
    assert f'href="{at}/screen"' in look_back(watching, session)
    for leaf, status in NO_PAGES.items():
        assert session.host.get(f"{at}/history/{leaf}").status_code == status, leaf
    assert watching.get(f"/t/{NOBODYS_KEY}/history").status_code == 404
    assert lobby.host.get(f"/t/{lobby.key}/history").status_code == 409
