"""No button's label breaks on a phone 320 pixels wide, in any language: not one that holds no name of a person.

What is chosen among (`.choices`) has two parts, and may have two lines. None sticks out of its button.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from companion.games import GAMES
from companion.table.model.aliases import mark_of
from companion.table.model.player_view import PlayerView, player_view
from tests.e2e.browser.narrow import Narrow
from tests.support.cast import CAST
from tests.unit.games.worded import WORDED
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.finished import finished_game

pytestmark = pytest.mark.browser


@pytest.fixture
def narrow(browser: Browser) -> Iterator[Narrow]:
    """At the end no label had more than a line."""
    phone = Narrow(browser)
    yield phone
    phone.context.close()
    broken = {told: where for told, where in phone.broken.items() if not any(name in told[1] for name in CAST)}
    told = [f"{lang} {label!r}, {where}" for (lang, label), where in sorted(broken.items())]
    assert not told, "\n".join(["more than a line at 320 px, so it wants a shorter label:", *told])


def test_a_label_that_breaks_is_found_also_in_the_question_before_a_final_tap(narrow: Narrow) -> None:
    page = """<button>One line</button> <button>One <small>li</small><big>ne</big></button>
        <button>Two<br>lines</button> <p class="choices"><button>Two<br>parts</button></p>
        <a class="button" style="display: inline-block; width: 4em">Somewhat longer</a>
        <p class="choices"><button style="display: block; width: 4em; white-space: nowrap">Wider than it</button></p>
        <i data-sure="Really and truly"></i><i data-sure="Sure"></i>
        <dialog id="sure"><button value="yes" style="width: 5em"></button></dialog>"""
    assert narrow.measures(page) == ["Two lines", "Somewhat longer", "Wider than it", "Really and truly"]


@pytest.mark.parametrize("slug", WORDED)
def test_in_every_situation_of_a_game_each_label_has_one_line(slug: str, narrow: Narrow, tmp_path: Path) -> None:
    """For the host, who plays too, and for somebody who is asked, where that is somebody else."""
    evening = new_session(tmp_path, GAMES[slug].players[0], game=slug, host_plays=True)
    met: Counter[tuple[object, ...]] = Counter()
    for now in moments(evening):
        situation = at(now)
        met[situation] += 1
        if met[situation] == 1:
            asked = [ask.seat or 0 for ask in now.asks]
            for seat in {0, min(asked, default=0)}:
                narrow.looks(" ".join(map(str, situation)), evening.players[seat], f"/t/{evening.key}")
    assert ("over",) in met, "it was not played to its end"


def at(now: PlayerView) -> tuple[object, ...]:
    """What a table is at: the page that is shown, else what is asked for."""
    if now.paging and now.party.page:
        return now.scene, now.pages[now.party.page.step - 1].word
    return now.scene, *sorted({(ask.do, ask.final) for ask in now.asks})


def moments(evening: Session) -> Iterator[PlayerView]:
    """A whole game."""
    luck = Random(3)
    while True:
        now = player_view(evening.table)
        yield now
        if now.paging:
            saved(evening.page())
        elif now.over:
            return
        else:
            an_act(evening, luck)


def an_act(evening: Session, luck: Random) -> None:
    """Of somebody whom the table waits for."""
    now = player_view(evening.table)
    ask = luck.choice([ask for ask in now.asks if ask.waits] or list(now.asks))
    saved(evening.by_chance(luck, ask))


def test_before_a_game_and_beside_it_each_label_has_one_line(narrow: Narrow, tmp_path: Path) -> None:
    evening = new_session(tmp_path, 3, host_plays=True, game="wetten")
    for path in ("/", "/new", "/material/wetten", "/rules/vabanque", "/nowhere", "/kept"):
        narrow.looks(path, evening.host, path)
    lobby = Session(evening.app, evening.device("dora")).open().sit(3, host_plays=True)
    for who in (lobby.host, lobby.players[1], lobby.device("stranger")):
        narrow.looks(f"lobby, {who.name}", who, f"/t/{lobby.key}")
    for path in ("correct", "host", "seats", "phone", "history", "rules", "door"):
        narrow.looks(path, evening.host, f"/t/{evening.key}/{path}")
    narrow.looks("door of a game that has begun", evening.device("gina"), f"/t/{evening.key}")
    saved(evening.device("fritz").tap(evening.key, "claim", person=1))
    narrow.looks("somebody asks for a seat", evening.host, f"/t/{evening.key}")


def test_on_the_pages_of_people_and_games_each_label_has_one_line(narrow: Narrow, tmp_path: Path) -> None:
    evening = new_session(tmp_path, game="wetten")
    for day, slug in enumerate((*WORDED, *WORDED)):
        finished_game(evening, slug, CAST[:4], day)
    evening.host.get(f"/house/{evening.service.invitations.new()}")
    for path in ("/people", f"/people/{mark_of('Anna')}", *(f"/games/{slug}" for slug in WORDED)):
        narrow.looks(path, evening.host, path)


def test_on_a_phone_that_goes_from_hand_to_hand_each_label_has_one_line(narrow: Narrow, tmp_path: Path) -> None:
    evening, luck = new_session(tmp_path, 2, guests=1, host_plays=True), Random(1)
    host, table = evening.host, f"/t/{evening.key}"
    an_act(evening, luck)
    narrow.looks("with a guest", host, table)
    saved(host.tap(evening.key, "lend", person=2))
    narrow.looks("on its way", host, table)
    evening.taken(host)
    narrow.looks("lent", host, table)
    saved(host.tap(evening.key, "return"))
    narrow.looks("on its way back", host, table)


def test_on_the_card_of_an_evening_and_beside_it_each_label_has_one_line(narrow: Narrow, tmp_path: Path) -> None:
    evening, luck = new_session(tmp_path, 3, game="banque_fatale", host_plays=True), Random(1)
    away = Session(evening.app, evening.host).open().sit(3)
    saved(evening.host.tap(away.key, "away"))
    while not (now := player_view(evening.table)).over or now.paging:
        saved(evening.page(skip=True)) if now.paging else an_act(evening, luck)
    for path in ("/", "/put-away", f"/t/{evening.key}/delete", f"/t/{evening.key}/bg-stats"):
        narrow.looks(path.replace(evening.key, "…"), evening.host, path)
