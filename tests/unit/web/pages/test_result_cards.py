"""Finished games as cards on the start page: who sees them, in which order, and what can be done with them."""

import re
from pathlib import Path

import pytest
from sqlalchemy import event

from companion.games import GAMES
from companion.web.pages.start_page import PAGE_SIZE
from tests.unit.web.support.devices import Device, Session, new_app, saved
from tests.unit.web.support.finished import import_games
from tests.unit.web.support.phases import play_to_end

CARD = re.compile(r'<li class="evening">.*?</details>\n</li>', re.DOTALL)
LINKS = {"History": "/history", "Summary": "/summary", "Send to BG Stats": "/bg-stats", "Delete for good": "/delete"}


def cards(device: Device, page: str = "/") -> list[str]:
    """The HTML of each card."""
    return CARD.findall(device.get(page).text)


def links(device: Device) -> set[str]:
    """Return what the only card of a device offers."""
    (card,) = cards(device)
    again = {"Again"} if "Play again" in card else set()
    return again | {name for name, path in LINKS.items() if f'{path}">{name}</a>' in card}


@pytest.mark.parametrize("slug", GAMES)
def test_card_tells_the_game_its_day_and_its_scores(tmp_path: Path, slug: str) -> None:
    session = Session(app := new_app(tmp_path), Device("host", app.test_client()))
    import_games(session, slug, 1_700_000_000.0)
    (one,) = session.service.results.all()
    (card,) = cards(session.operator())
    assert f"<h3>{one.title}</h3>" in card
    assert "14 November 2023" in card
    ((colour, told),) = re.findall(r'<p class="won c-(\w+)">(.*?)</p>', card)
    assert colour == one.colours[one.winners[0]]
    assert all(one.names[seat] in told for seat in one.winners)
    listed = re.findall(r'"place">(\d)</span>.*?c-(\w+)".*?"name">(\w+)<.*?"amount">(.*?)</span>', card)
    order = sorted(range(3), key=lambda seat: (one.places[seat], seat))
    for seat, (*line, amount) in zip(order, listed, strict=True):
        assert line == [str(one.places[seat]), one.colours[seat], one.names[seat]]
        assert f"{one.scores[seat]:,}".replace("-", "\u2212") in amount
    assert card.count("<polyline") == len(set(re.findall(r'stroke-dasharray="(.*?)"', card))) == 3 * bool(one.story)


def test_card_offers_what_its_device_may_do(over: Session) -> None:
    everything = {*LINKS, "Again"}
    assert links(over.host) == everything
    assert links(over.players[0]) == everything - {"Delete for good"}
    assert links(over.operator()) == everything - {"Again"}
    watching, claiming = over.device("watching"), over.device("claiming")
    assert watching.get(f"/t/{over.key}/screen").status_code == 200
    running = Session(over.app, over.device("other-host")).open(game="toy", rounds="1").sit(3).begin()
    saved(claiming.tap(running.key, "claim", person=1))
    play_to_end(running)
    assert [len(cards(device)) for device in (watching, claiming, running.host)] == [0, 0, 1]


def test_running_tables_come_before_the_latest_games(session: Session) -> None:
    keys = import_games(session, "toy", 3e8, 9e8, 6e8)
    page = session.operator().get("/").text
    places = [page.index(f'/t/{session.key}"'), *(page.index(f"/t/{keys[nth]}/") for nth in (1, 2, 0))]
    assert places == sorted(places)
    assert page.index("In progress") < page.index("Games played")


def test_many_games_are_paged_without_reading_logs(session: Session) -> None:
    keys = import_games(session, "toy", *(1e9 + 86_400 * day for day in range(70)))
    operator = session.operator()
    operator.get("/")
    asked: list[str] = []
    event.listen(session.service.store.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    seen = [re.findall(r"/t/(\w+)/history", "".join(cards(operator, f"/?page={page}"))) for page in (1, 2, 3, 4)]
    assert not any("entries" in statement for statement in asked)
    assert list(map(len, seen)) == [PAGE_SIZE - 1, PAGE_SIZE, 11, 0]
    assert [key for page in seen for key in page] == keys[::-1]
    assert ["Older" in operator.get(f"/?page={page}").text for page in (2, 3)] == [True, False]


def test_start_page_puts_a_table_away_for_host_and_operator(session: Session) -> None:
    for device, offered in ((session.host, True), (session.operator(), True), (session.players[1], False)):
        assert ("Yes, put it away" in device.get("/").text) == offered
    saved(session.host.tap(session.key, "away"))
    start, away = session.host.get("/").text, session.host.get("/put-away").text
    assert 'href="/put-away">1\xa0table was put away</a>' in start
    assert f'href="/t/{session.key}"' in away
    assert f'href="/t/{session.key}/delete"' in away
    assert f'href="/t/{session.key}/delete"' not in session.players[1].get("/put-away").text
    assert session.key not in session.device("stranger").get("/put-away").text


def test_card_opens_a_rematch_for_its_players(over: Session) -> None:
    (card,) = cards(over.players[0])
    (action,) = re.findall(r'<form method="post" action="(/t/\w+/again)">', card)
    fresh = over.players[0].post(action, {"op": "once-more"}).headers["Location"]
    assert over.service.table(fresh.rpartition("/")[2]).names == over.table.names
    assert fresh in over.players[1].get("/").text
