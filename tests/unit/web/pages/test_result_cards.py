"""The last evenings as cards of the start page: who sees them, in which order, and what can be done with them."""

import re
from pathlib import Path

import pytest
from sqlalchemy import event

from companion.records import record
from companion.table.service.importing import imported
from companion.table.service.table_service import TableService
from companion.web.pages.start_page import PAGE_SIZE
from tests.unit.games.playing import whole_game
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.support.devices import Device, Session, new_app, new_session, saved

CARD = re.compile(r'<li class="evening">.*?</details>\n</li>', re.DOTALL)
WAYS = {"History": "/history", "Summary": "/summary", "Send to BG Stats": "/bg-stats", "Delete for good": "/delete"}


def new_operator(session: Session) -> Device:
    """Whoever runs the house."""
    operator = session.device("operator")
    operator.get(f"/house/{session.service.invitations.new()}")
    return operator


def filled(service: TableService, slug: str, *ended: float) -> list[str]:
    """Evenings that came as records, and ended then."""
    keys = []
    for seed, at in enumerate(ended):
        game = whole_game(slug, 3, {}, seed)
        told = record.read(record.write(game.header, game.acts).encode().splitlines(keepends=True))
        keys.append(imported(service, told, at).key)
    return keys


def cards(device: Device, page: str = "/") -> list[str]:
    """Each card as it stands there."""
    return CARD.findall(device.get(page).text)


def ways(card: str) -> set[str]:
    """What it opens to."""
    return {way for way, path in WAYS.items() if f'{path}">{way}</a>' in card} | (
        {"Again"} if "Play again in the same seats" in card else set()
    )


@pytest.mark.parametrize("slug", ["vabanque", "banque_fatale", "wetten", "toy"])
def test_a_card_tells_the_game_the_day_who_won_and_with_what(tmp_path: Path, slug: str) -> None:
    session = Session(app := new_app(tmp_path), Device("host", app.test_client()))
    filled(session.service, slug, 1_700_000_000.0)
    (one,) = session.service.evenings.all()
    (card,) = cards(new_operator(session))
    assert f"<h3>{session.service.table(one.key).game.title}</h3>" in card
    assert "November 14, 2023" in card
    winners = [name for seat, name in enumerate(one.names) if seat in one.winners]
    (told,) = re.findall(r'<p class="won c-(\w+)">(.*?)</p>', card)
    assert told[0] == one.colours[one.winners[0]]
    assert all(name in told[1] for name in winners)
    listed = re.findall(r'"place">(\d)</span>.*?c-(\w+)".*?"name">(\w+)<.*?"amount">(.*?)</span>', card)
    order = sorted(range(3), key=lambda seat: (one.places[seat], seat))
    assert [line[:3] for line in listed] == [
        (str(one.places[seat]), one.colours[seat], one.names[seat]) for seat in order
    ]
    for seat, line in zip(order, listed, strict=True):
        assert f"{one.scores[seat]:,}".replace("-", "\u2212") in line[3]
    assert card.count("<polyline") == (3 if one.story else 0)
    assert len(set(re.findall(r'stroke-dasharray="(.*?)"', card))) == (3 if one.story else 0)


def test_a_card_opens_to_what_its_device_may_do_and_to_nothing_else(over: Session) -> None:
    everything = {*WAYS, "Again"}
    told = {name: ways(*cards(device)) for name, device in (("host", over.host), ("anna", over.players[0]))}
    assert told == {"host": everything, "anna": everything - {"Delete for good"}}
    assert ways(*cards(new_operator(over))) == everything - {"Again"}
    assert cards(over.device("stranger")) == []


def test_whoever_watches_or_only_asked_for_a_seat_has_no_more_than_before(over: Session) -> None:
    watching = over.device("watching")
    assert watching.get(f"/t/{over.key}/screen").status_code == 200
    assert cards(watching) == []
    running = Session(over.app, over.device("other-host")).open(game="toy", rounds="1").sit(3).begin()
    claiming = over.device("claiming")
    saved(claiming.tap(running.key, "claim", person=1))
    play_to_end(running)
    assert cards(claiming) == []
    assert len(cards(running.host)) == 1


def test_tables_that_go_on_come_first_then_the_evenings_the_latest_first(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    keys = filled(session.service, "toy", 3e8, 9e8, 6e8)
    page = new_operator(session).get("/").text
    places = [page.index(f'/t/{key}"') for key in (session.key,)]
    places += [page.index(f"/t/{key}/") for key in (keys[1], keys[2], keys[0])]
    assert places == sorted(places)
    assert page.index("Being played") < page.index("Games played")


def test_a_house_of_many_evenings_is_shown_in_pages_and_no_log_is_read(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    keys = filled(session.service, "toy", *(1e9 + 86_400 * day for day in range(70)))
    operator = new_operator(session)
    operator.get("/")
    asked: list[str] = []
    event.listen(session.service.store.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    seen = [re.findall(r"/t/(\w+)/history", "".join(cards(operator, f"/?page={page}"))) for page in (1, 2, 3, 4)]
    assert not any("entries" in statement for statement in asked)
    assert list(map(len, seen)) == [PAGE_SIZE - 1, PAGE_SIZE, 11, 0]
    assert [key for page in seen for key in page] == keys[::-1]
    assert "Older ones" in operator.get("/?page=2").text
    assert "Older ones" not in operator.get("/?page=3").text


def test_who_may_puts_a_table_away_from_the_start_page(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    assert "Yes, put it away" in session.host.get("/").text
    assert "Yes, put it away" in new_operator(session).get("/").text
    assert "Yes, put it away" not in session.players[1].get("/").text
    saved(session.host.tap(session.key, "away"))
    start, away = session.host.get("/").text, session.host.get("/put-away").text
    assert 'href="/put-away">1\xa0table was put away</a>' in start
    assert f'href="/t/{session.key}"' in away
    assert f'href="/t/{session.key}/delete"' in away
    assert f'href="/t/{session.key}/delete"' not in session.players[1].get("/put-away").text
    assert session.key not in session.device("stranger").get("/put-away").text


def test_the_people_of_an_evening_play_again_from_its_card(over: Session) -> None:
    (card,) = cards(over.players[0])
    (action,) = re.findall(r'<form method="post" action="(/t/\w+/again)">', card)
    fresh = over.players[0].post(action, {"op": "once-more"}).headers["Location"]
    assert [person.name for person in over.service.table(fresh.rpartition("/")[2]).party.people] == [
        "Anna",
        "Ben",
        "Carla",
    ]
    assert fresh in over.players[1].get("/").text
