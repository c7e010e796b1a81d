"""On a phone 320 pixels wide, in any language, labels of buttons have one line and headlines leave room for the board.

Labels with a name of a player may break; what is chosen among (`.choices`) has two parts, and may have two lines. So
may buttons of Wetten! that stand beside each other (`.go .row`, `.more`): one below the other they would not fit.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.table.model.names import name_id
from companion.table.model.player_view import PlayerView, player_view
from tests.e2e.browser.narrow_phone import NarrowPhone
from tests.e2e.browser.random_game import NAMES
from tests.support.cast import CAST
from tests.unit.games.worded import WORDED
from tests.unit.web.support.devices import Session, new_session, saved
from tests.unit.web.support.finished import finished_game

HEADLINE = 3
"""Lines of a headline, at most."""
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("vabanque", 6, {"turns": "free"}),
    ("banque_fatale", 4, {}),
    ("wetten", 5, {}),
    ("any_game", 10, {}),
]
"""With the most players; of Vabanque as many as can be are waited for at once."""


@pytest.fixture
def narrow(browser: Browser) -> Iterator[NarrowPhone]:
    """The phone; at the end no label had more than a line."""
    phone = NarrowPhone(browser)
    yield phone
    phone.context.close()
    told = [
        f"{lang} {label!r}, {where}"
        for (lang, label), where in sorted(phone.broken.items())
        if not any(name in label for name in (*CAST, *NAMES))
    ]
    assert not told, "\n".join(["more than a line at 320 px, so it wants a shorter label:", *told])


def test_broken_labels_are_found(narrow: NarrowPhone) -> None:
    page = """<button>One line</button> <button>One <small>li</small><big>ne</big></button>
        <button>Two<br>lines</button> <p class="choices"><button>Two<br>parts</button></p>
        <a class="button" style="display: inline-block; width: 4em">Somewhat longer</a>
        <p class="choices"><button style="display: block; width: 4em; white-space: nowrap">Wider than it</button></p>
        <i data-sure="Really and truly"></i><i data-sure="Sure"></i>
        <dialog id="sure"><button value="yes" style="width: 5em"></button></dialog>"""
    assert narrow.measures(page) == ["Two lines", "Somewhat longer", "Wider than it", "Really and truly"]


def test_every_own_game_is_tried() -> None:
    assert {slug for slug, _, _ in TABLES} == set(WORDED)


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_labels_and_headlines_of_a_game_are_short(
    slug: str, players: int, options: dict[str, Any], narrow: NarrowPhone, tmp_path: Path
) -> None:
    """Labels for the host, who plays too, and for somebody who is asked; headlines for somebody who waits."""
    session = new_session(tmp_path, players, game=slug, host_plays=True, **options)
    for person, name in enumerate(NAMES[:players]):
        saved(session.host.tap(session.key, "rename", person=person, name=name))
    met, waited, long = set[tuple[object, ...]](), set[tuple[object, ...]](), list[str]()
    for now in moments(session):
        if at(now) not in met:
            met.add(at(now))
            for seat in {0, min((ask.seat or 0 for ask in now.asks), default=0)}:
                narrow.check(" ".join(map(str, at(now))), session.players[seat], f"/t/{session.key}")
        waiting, free = {*now.waiting}, [seat for seat in range(players) if seat not in now.waiting]
        if now.scene == "play" and waiting and free and (kind := (*at(now), len(waiting))) not in waited:
            waited.add(kind)
            for lang, lines, said in narrow.headlines(session.players[free[-1]], f"/t/{session.key}"):
                long += [f"{lang}, {lines} lines: {said}"] if lines > HEADLINE else []
    assert ("over",) in met, "it was not played to its end"
    assert len(waited) > 2
    assert not long, "\n".join(long)


def at(now: PlayerView) -> tuple[object, ...]:
    """Kind of a state: the page that is shown, else what is asked for."""
    if now.paging and now.roster.page:
        return now.scene, now.pages[now.roster.page.step - 1].word
    return now.scene, *sorted({(ask.do, ask.final) for ask in now.asks})


def moments(session: Session) -> Iterator[PlayerView]:
    """All states of a whole game."""
    luck = Random(3)
    while True:
        now = player_view(session.table)
        yield now
        if now.paging:
            saved(session.page())
        elif now.over:
            return
        else:
            move(session, luck)


def move(session: Session, luck: Random) -> None:
    """Make a move of somebody whom the table waits for."""
    now = player_view(session.table)
    ask = luck.choice([ask for ask in now.asks if ask.waits] or list(now.asks))
    saved(session.by_chance(luck, ask))


def test_labels_before_and_beside_a_game_are_short(narrow: NarrowPhone, tmp_path: Path) -> None:
    session = new_session(tmp_path, 3, host_plays=True, game="wetten")
    for path in ("/", "/new", "/material/wetten", "/rules/vabanque", "/nowhere", "/kept"):
        narrow.check(path, session.host, path)
    lobby = Session(session.app, session.device("dora")).open().sit(3, host_plays=True)
    for who in (lobby.host, lobby.players[1], lobby.device("stranger")):
        narrow.check(f"lobby, {who.name}", who, f"/t/{lobby.key}")
    for path in ("correct", "host", "seats", "phone", "history", "rules", "door"):
        narrow.check(path, session.host, f"/t/{session.key}/{path}")
    narrow.check("door of a game that has begun", session.device("gina"), f"/t/{session.key}")
    saved(session.device("fritz").tap(session.key, "claim", person=1))
    narrow.check("somebody asks for a seat", session.host, f"/t/{session.key}")


def test_labels_of_statistics_are_short(narrow: NarrowPhone, tmp_path: Path) -> None:
    session = new_session(tmp_path, game="wetten")
    for day, slug in enumerate((*WORDED, *WORDED)):
        finished_game(session, slug, CAST[:4], day)
    session.host.get(f"/house/{session.service.invitations.create()}")
    for path in ("/people", f"/people/{name_id('Anna')}", *(f"/games/{slug}" for slug in WORDED)):
        narrow.check(path, session.host, path)


def test_labels_of_a_lent_phone_are_short(narrow: NarrowPhone, tmp_path: Path) -> None:
    session, luck = new_session(tmp_path, 2, guests=1, host_plays=True), Random(1)
    host, table = session.host, f"/t/{session.key}"
    move(session, luck)
    narrow.check("with a guest", host, table)
    saved(host.tap(session.key, "lend", person=2))
    narrow.check("on its way", host, table)
    session.taken(host)
    narrow.check("lent", host, table)
    saved(host.tap(session.key, "return"))
    narrow.check("on its way back", host, table)


def test_labels_of_a_finished_game_are_short(narrow: NarrowPhone, tmp_path: Path) -> None:
    session, luck = new_session(tmp_path, 3, game="banque_fatale", host_plays=True), Random(1)
    away = Session(session.app, session.host).open().sit(3)
    saved(session.host.tap(away.key, "away"))
    while not (now := player_view(session.table)).over or now.paging:
        saved(session.page(skip=True)) if now.paging else move(session, luck)
    for path in ("/", "/put-away", f"/t/{session.key}/delete", f"/t/{session.key}/bg-stats"):
        narrow.check(path.replace(session.key, "…"), session.host, path)
