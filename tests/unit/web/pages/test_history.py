"""Nothing that was shown is gone: anybody looks back page by page, and moves nobody."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.games.types import GameEvent
from companion.games.vabanque.moves import Chips, Lay, Start
from companion.table.model import history
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.web.live.public_page import GAME_FRAGMENTS, JoinAddress, PublicPage
from tests.unit.games.toy import Bid
from tests.unit.web.secrecy.planting import NOBODYS_KEY
from tests.unit.web.support.corrections import a_paid_round, answered, entry, proposed
from tests.unit.web.support.devices import Device, Session, new_session, saved

TURNING = re.compile(
    r'<(form|nav)[^>]* class="row pages".*?</\1>(\s*<p [^>]*data-not="player host">.*?</p>)?', re.DOTALL
)
"""How a page is turned: for all at the table, or by who looks back for themselves."""


ENTRY = re.compile(r'<li id="entry-(\d+)">(.*?)(?=<li id="entry-|</details>)', re.DOTALL)
"""Its number, and all that is said of it."""


@dataclass
class Told:
    """A whole game, and what all were shown on each page of its payouts, as a phone and as a screen."""

    session: Session
    shown: Mapping[tuple[history.PageRef, bool], Mapping[str, str]]


def section(page: str, name: str) -> str:
    """What stands in a part of the page."""
    found = re.search(rf'<(section|header) id="{name}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    return found[2] if found else ""


def still(html: str) -> str:
    """A fragment without what turns the page."""
    return " ".join(TURNING.sub(" ", html).split())


def stage_now(session: Session, *, screen: bool) -> dict[str, str]:
    """What all see of the game at this moment."""
    stage = PublicPage("en", screen=screen)
    stage.render(player_view(session.table), JoinAddress("", "", ()))
    return {name: still(html) for name, html in stage.fragments().items() if name in GAME_FRAGMENTS}


@pytest.fixture(scope="module", params=list(GAMES))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Anna, Ben and Carla play to the end and look at every page."""
    session = new_session(tmp_path_factory.mktemp(request.param), game=request.param)
    luck, shown = Random(4), {}
    while session.table.asks or paging(session.table.party):
        while (page := session.table.party.page) is not None and paging(session.table.party):
            for screen in (False, True):
                shown[(page.act, page.step), screen] = stage_now(session, screen=screen)
            saved(session.page())
        if session.table.asks:
            saved(session.by_chance(luck))
    return Told(session, shown)


def looks_back(device: Device, session: Session, *leaf: int) -> str:
    """The page of all entries, or one that was shown."""
    answer = device.get("/".join((f"/t/{session.key}/history", *map(str, leaf))))
    assert answer.status_code == 200, answer.text
    return answer.text


def entries(page: str) -> dict[int, str]:
    """The words of each entry, by its number."""
    return {int(number): " ".join(re.sub(r"<[^>]+>", " ", html).split()) for number, html in ENTRY.findall(page)}


def test_every_page_of_a_payout_is_what_was_shown_then(told: Told) -> None:
    anna, watching = told.session.players[0], told.session.device("watching")
    assert list(dict.fromkeys(leaf for leaf, _ in told.shown)) == history.leaves(player_view(told.session.table))
    pages = Counter(act for act, _ in history.leaves(player_view(told.session.table)))
    for (leaf, screen), fragments in told.shown.items():
        page = looks_back(watching if screen else anna, told.session, *leaf)
        assert f"{leaf[1]} / {pages[leaf[0]]}</span>" in page
        for name, html in fragments.items():
            assert still(section(page, name)) == html, (leaf, name)


def test_every_entry_and_every_page_of_a_whole_game_is_told(told: Told) -> None:
    page = looks_back(told.session.players[1], told.session)
    words = entries(page)
    assert list(words) == [played.number for played in told.session.table.played]
    assert all(words.values())
    assert "undefined" not in page.lower()
    links = re.findall(rf'href="/t/{told.session.key}/history/(\d+)/(\d+)"', page)
    assert [(int(number), int(step)) for number, step in links] == history.leaves(player_view(told.session.table))
    assert page.count("<details") == max(played.round for played in told.session.table.played) + 1


def test_back_and_next_lead_through_all_pages_and_to_the_table(told: Told) -> None:
    anna, key = told.session.players[0], told.session.key
    leaves = history.leaves(player_view(told.session.table))
    way, at = [leaves[0]], leaves[0]
    while found := re.search(rf'rel="next" href="/t/{key}/history/(\d+)/(\d+)"', looks_back(anna, told.session, *at)):
        at = int(found[1]), int(found[2])
        way.append(at)
    assert way == leaves
    last = looks_back(anna, told.session, *at)
    assert f'data-me="{player_view(told.session.table).people[0].colour} player' in last, "whose page it is"
    assert f'rel="prev" href="/t/{key}/history/{leaves[-2][0]}/{leaves[-2][1]}"' in last
    assert f'href="/t/{key}"' in last


def test_looking_back_moves_nobody(told: Told) -> None:
    before = told.session.table
    for leaf in history.leaves(player_view(before)):
        page = looks_back(told.session.players[2], told.session, *leaf)
        assert "data-tap" not in page
        assert "hx-sse" not in page
    assert told.session.table is before


def test_what_is_over_is_looked_back_at_from_its_own_page_and_from_the_start_page(told: Told) -> None:
    link = f'href="/t/{told.session.key}/history"'
    anna = told.session.players[0]
    assert link in anna.get("/").text
    assert link in anna.get(f"/t/{told.session.key}").text


def test_while_others_play_on_a_phone_looks_back(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path))
    anna, leaf = session.players[0], history.leaves(player_view(session.table))[0]
    before = looks_back(anna, session, *leaf)
    first = entries(looks_back(anna, session))
    saved(session.by_chance(Random(1)))
    assert re.sub(r'<span class="muted">.*', "", looks_back(anna, session, *leaf)) == re.sub(
        r'<span class="muted">.*', "", before
    )
    now = entries(looks_back(anna, session))
    assert {number: now[number] for number in first} == first
    assert len(now) == len(first) + 1


def test_a_card_that_nobody_has_turned_up_is_a_card_at_a_table(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    saved(session.act(session.table.asks[0], Start(1)))
    saved(session.act(session.table.asks[-1], Chips(((1, 12),))))
    number = saved(session.act(session.ask, Lay("trap", 3)))
    for device in (*session.players, session.host):
        page = looks_back(device, session)
        assert entries(page)[number] == "Anna plays a card at table 3"
        assert "Trap" not in page


def test_while_it_lies_face_down_a_history_is_the_same_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.service.table_service.new_key", lambda: NOBODYS_KEY)
    pages = set()
    for number in (3, 4):
        session = new_session(tmp_path / str(number), game="toy")
        saved(session.act(session.ask, Bid(number)))
        pages |= {looks_back(device, session) for device in session.players[:1]}
    assert len(pages) == 1


def test_no_page_is_shown_before_the_table_has_come_to_it(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    luck = Random(2)
    while not paging(session.table.party):
        saved(session.by_chance(luck))
    page, anna = session.table.party.page, session.players[0]
    assert page is not None
    cards = [len(re.findall(r"lays a card at table \d+: ", looks_back(anna, session)))]
    for step in range(1, page.steps + 1):
        text = looks_back(anna, session)
        assert f"history/{page.act}/{step}" in text
        assert f"history/{page.act}/{step + 1}" not in text
        assert anna.get(f"/t/{session.key}/history/{page.act}/{step + 1}").status_code == 404
        cards.append(len(re.findall(r"lays a card at table \d+: ", text)))
        saved(session.page())
    assert cards == sorted(cards)
    assert cards[0] < cards[-1]


def test_what_was_taken_back_and_what_was_corrected_is_said_as_such(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    saved(session.act(session.table.asks[0], Start(1)))
    number = saved(session.players[0].tap(session.key, "act", slot=session.ask.slot, do="chip", table=4))
    saved(session.players[0].tap(session.key, "back", entry=number))
    words = entries(looks_back(session.players[1], session))
    assert words[number] == "Anna places a chip on table 4 undone by Anna"


def test_after_a_correction_an_old_page_says_that_it_was_reckoned_anew(tmp_path: Path) -> None:
    session = a_paid_round(new_session(tmp_path))
    anna, number = session.players[0], entry(session, "move", 0)
    leaf = history.leaves(player_view(session.table))[0]
    assert "anew" not in looks_back(anna, session, *leaf)
    assert proposed(session, number, steps=1) == 200
    assert answered(session, "approve", session.players[1]) == 200
    session.paged()
    assert "This page was recalculated after a correction." in looks_back(anna, session, *leaf)
    text = looks_back(anna, session)
    assert "Recalculated after a correction" in text
    told = entries(text)[number]
    assert "from table 1 to table 2" in told
    assert "Anna's pawn moves 0 tables corrected by the host with Ben's agreement" in told


@pytest.mark.parametrize(
    ("leaf", "status"),
    [
        ("9/1", 404),
        ("1/0", 400),
        ("0/1", 400),
        ("x/1", 400),
        ("1" * 5_000 + "/1", 400),
        ("\uff11/1", 400),
        ("1/-1", 400),
    ],
    ids=lambda value: str(value)[:8],
)
def test_what_was_never_shown_is_no_page(sessions: dict[str, Session], leaf: str, status: int) -> None:
    session = sessions["chips"]
    assert session.host.get(f"/t/{session.key}/history/{leaf}").status_code == status


def test_who_watches_may_look_back_and_returns_to_the_screen(sessions: dict[str, Session]) -> None:
    session = sessions["cards"]
    watching = session.device("watching")
    screen = watching.get(f"/t/{session.key}/screen").text
    assert f'href="/t/{session.key}/history?screen=1"' in screen
    assert f'href="/t/{session.key}/screen"' in looks_back(watching, session)
    assert watching.get(f"/t/{NOBODYS_KEY}/history").status_code == 404
    lobby = sessions["lobby"]
    assert lobby.host.get(f"/t/{lobby.key}/history").status_code == 409


SENTENCE = re.compile(r"<(?:p|s|a)\b[^>]*>(.*?)</(?:p|s|a)>", re.DOTALL)


def test_what_comes_after_a_page_is_told_after_it_and_who_wins_at_the_end(told: Told) -> None:
    seen, in_order = player_view(told.session.table), list[GameEvent]()
    for played, one in zip(seen.played, (one for _, some in history.rounds(seen) for one in some), strict=True):
        in_order = [*one.facts, *(fact for _, page, after in one.pages for fact in (page, *after))]
        assert in_order == [fact for fact in played.facts if fact in in_order]
    assert in_order[-1] == seen.played[-1].facts[-1]
