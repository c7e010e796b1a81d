"""The operator says who is who; nobody else is even told whether there is such a person."""

from pathlib import Path

import pytest

from companion.printing.queue import PrintQueue
from companion.table.model.aliases import mark_of
from companion.table.model.colours import COLOURS
from companion.table.service.importing import imported
from companion.web.pages import start_page
from tests.unit.games.playing import a_record
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import Device, Session, new_app, saved
from tests.unit.web.support.finished import sat_at
from tests.unit.web.support.markup import plain


@pytest.fixture
def house(tmp_path: Path) -> Session:
    """With an evening of Anna, Ben and Carla, and one of Anna, Bennie and Emil; the host's device runs it."""
    app = new_app(tmp_path)
    session = Session(app, Device("host", app.test_client()))
    for names in (("Anna", "Ben", "Carla"), ("Anna", "Bennie", "Emil")):
        imported(session.service, a_record("vabanque", names), 0.0)
    session.host.get(f"/house/{session.service.invitations.new()}")
    return session


def page(name: str) -> str:
    return f"/people/{mark_of(name)}"


def plays(house: Session, name: str) -> int:
    """At how many evenings somebody was, by their page; 0 where there is none."""
    answer = house.host.get(page(name))
    return answer.text.count("/t/") if answer.status_code == 200 else 0


def test_two_names_are_one_person_on_every_page_and_are_parted_again(house: Session) -> None:
    alone = plays(house, "Ben")
    assert alone
    answer = house.host.post(f"{page('Ben')}/join", {"other": mark_of("Bennie")})
    assert (answer.status_code, answer.headers["Location"]) == (303, page("Ben"))
    assert plays(house, "Ben") > alone
    assert house.host.get(page("Bennie")).status_code == 404
    assert "Separate again: Bennie" in house.host.get(f"{page('Ben')}/name").text
    assert house.host.post(f"{page('Ben')}/part", {"typed": "Bennie"}).headers["Location"] == page("Bennie")
    assert (plays(house, "Ben"), plays(house, "Bennie")) == (alone, alone)


def test_somebody_has_another_name_from_now_on(house: Session) -> None:
    assert house.host.post(f"{page('Ben')}/rename", {"name": "Benjamin"}).headers["Location"] == page("Benjamin")
    assert "Benjamin" in house.host.get("/people").text
    taken = house.host.post(f"{page('Benjamin')}/rename", {"name": "anna"})
    assert (taken.status_code, "Someone is already called anna." in taken.text) == (409, True)


def test_whoever_is_forgotten_is_named_on_no_page_of_the_house(house: Session) -> None:
    keys = [one.key for one in house.service.evenings.all()]
    pages = [
        "/",
        "/people",
        *(f"/t/{key}{end}" for key in keys for end in ("", "/history", "/summary", "/record.jsonl")),
    ]
    before = "".join(house.host.get(path).text for path in pages)
    assert "Anna" in before
    assert house.host.post(f"{page('Anna')}/forget").status_code == 409
    assert "Anna" in house.host.get("/people").text
    assert house.host.post(f"{page('Anna')}/forget", {"sure": "yes"}).status_code == 303
    after = "".join(house.host.get(path).text for path in pages)
    assert "Anna" not in after
    assert "Ben" in after


@pytest.mark.parametrize("asked", ["name", "rename", "join", "part", "forget"])
def test_nobody_else_says_who_is_who_or_learns_whether_there_is_somebody(house: Session, asked: str) -> None:
    stranger, told = house.device("stranger"), []
    for mark in (mark_of("Anna"), "0" * 12):
        path = f"/people/{mark}/{asked}"
        answer = stranger.get(path) if asked == "name" else stranger.post(path, {"sure": "yes", "name": "Fritz"})
        told.append((answer.status_code, answer.text))
    assert told[0] == told[1]
    assert told[0][0] == 403
    assert house.service.evenings.names() == {}
    assert "Anna" in house.host.get("/people").text


def test_nothing_that_was_drawn_or_printed_lately_is_kept_once_somebody_is_forgotten(house: Session) -> None:
    shop, key = PrintQueue(Paper()), house.service.evenings.all()[0].key  # type: ignore[arg-type]
    house.app.config["PRINTER"] = shop
    for path in ("/", f"/t/{key}/history", f"/t/{key}/summary.pdf"):
        assert "Anna" in house.host.get(path).text
    kept = house.app.config["RENDERED_HISTORIES"], shop._made
    assert start_page.render_card.cache_info().currsize
    assert all("Anna" in str(one) for one in kept)
    stages = house.app.config["BROADCASTS"]
    assert "Anna" in str(stages.get(key, "en", screen=False).fragments())
    house.host.post(f"{page('Anna')}/forget", {"sure": "yes"})
    kept = house.app.config["RENDERED_HISTORIES"], shop._made
    assert [len(one) for one in (*kept, stages._latest)] == [0, 0, 0]
    assert start_page.render_card.cache_info().currsize == 0


def test_the_operators_laptop_in_a_guests_hands_says_nothing_of_anybody(house: Session) -> None:
    assert house.host.get(f"{page('Anna')}/name").status_code == 200
    house.open().sit(2).guests(1).begin()
    saved(house.host.tap(house.key, "act", slot="start", do="start", table=1, seat=2))
    saved(house.host.tap(house.key, "lend", person=2))
    assert house.host.get(f"{page('Anna')}/name").status_code == 403
    assert house.host.post(f"{page('Anna')}/forget", {"sure": "yes"}).status_code == 403
    assert "Anna" not in house.host.get("/people").text  # a lent device is nobody's operator


def test_others_see_that_two_names_are_one_person_where_they_sat_with_both_and_no_other_name(house: Session) -> None:
    assert house.host.post(f"{page('Ben')}/join", {"other": mark_of("Bennie")}).status_code == 303
    assert house.host.post(f"{page('Ben')}/rename", {"name": "Benjamin"}).status_code == 303
    with_one, with_both = house.device("with one"), house.device("with both")
    sessions = house.service.evenings.all()
    for device, keys in ((with_one, [sessions[0].key]), (with_both, [one.key for one in sessions])):
        for key in keys:
            sat_at(house, device, key)
    names = [name for name in ("Ben", "Bennie", "Benjamin") if with_both.get(page(name)).status_code == 200]
    assert len(names) == 1
    assert names != ["Benjamin"]
    both = [with_both.get(page(names[0])).text.count(f"/t/{one.key}") for one in sessions]
    assert all(both), "each evening is told of there"
    assert [with_one.get(page(name)).status_code for name in ("Ben", "Bennie")].count(200) == 1


def with_guests(house: Session, stranger: Device, *names: str) -> Session:
    """A game that a stranger plays alone to its end, with guests of these names."""
    own = Session(house.app, stranger).open(game="toy", rounds="1")
    for name, colour in zip(names, COLOURS, strict=False):
        own.players.append(stranger)
        saved(stranger.tap(own.key, "sit", name=name, colour=colour, phone="none"))
    play_to_end(own.begin())
    return own


def test_the_operators_names_for_people_are_seen_by_the_operator_alone(house: Session) -> None:
    """Neither by who sat at one table with them, nor by who has only typed such names."""
    phone, stranger = house.device("phone"), house.device("stranger")
    ours = house.service.evenings.all()[-1].key
    sat_at(house, phone, ours)
    own = with_guests(house, stranger, "anna", "Bennie", "Zoe").key
    asked = {
        device: ["/", "/people", "/plays.csv", f"/t/{key}/bg-stats", f"/games/{slug}", *map(page, names)]
        for device, key, slug, names in (
            (phone.name, ours, "vabanque", ("Anna", "Ben", "Anna Maria")),
            (stranger.name, own, "toy", ("anna", "Bennie", "Zoe", "Anna Maria")),
        )
    }
    before = [plain(device.get(path).text) for device in (phone, stranger) for path in asked[device.name]]
    for name, new in (("Anna", "Anna Maria"), ("Ben", "Benjamin")):
        assert house.host.post(f"{page(name)}/rename", {"name": new}).status_code == 303
    assert house.host.post(f"{page('Benjamin')}/join", {"other": mark_of("Bennie")}).status_code == 303
    assert "Anna" in before[0]
    assert before == [plain(device.get(path).text) for device in (phone, stranger) for path in asked[device.name]]
    for path in ("/", "/people", "/plays.csv", f"/t/{ours}/bg-stats", page("Benjamin")):
        assert "Benjamin" in house.host.get(path).text
