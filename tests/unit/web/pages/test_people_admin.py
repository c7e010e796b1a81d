"""The operator joins, renames and forgets people; nobody else learns whether there is such a person."""

from pathlib import Path

import pytest

from companion.printing.queue import PrintQueue
from companion.table.model.names import COLOURS, name_id
from companion.table.service.importing import import_record
from companion.web.pages import start_page
from tests.unit.games.playing import a_record
from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import Device, Session, new_app, saved
from tests.unit.web.support.finished import take_part
from tests.unit.web.support.markup import plain
from tests.unit.web.support.phases import play_to_end

SURE = {"sure": "yes"}


@pytest.fixture
def server(tmp_path: Path) -> Session:
    """Two games, of Anna, Ben and Carla and of Anna, Bennie and Emil; the host is the operator."""
    app = new_app(tmp_path)
    session = Session(app, Device("host", app.test_client()))
    for names in (("Anna", "Ben", "Carla"), ("Anna", "Bennie", "Emil")):
        import_record(session.service, a_record("vabanque", names), 0.0)
    session.host.get(f"/house/{session.service.invitations.create()}")
    return session


def page(name: str) -> str:
    return f"/people/{name_id(name)}"


def change(server: Session, name: str, how: str, /, **form: str) -> str:
    """Change somebody; return the page that follows."""
    answer = server.host.post(f"{page(name)}/{how}", form)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def plays(server: Session, name: str) -> int:
    """The number of games on somebody's page; 0 where there is none."""
    answer = server.host.get(page(name))
    return answer.text.count("/t/") if answer.status_code == 200 else 0


def test_two_names_become_one_person_and_two_again(server: Session) -> None:
    alone = plays(server, "Ben")
    assert alone
    assert change(server, "Ben", "join", other=name_id("Bennie")) == page("Ben")
    assert plays(server, "Ben") > alone
    assert server.host.get(page("Bennie")).status_code == 404
    assert "Separate Bennie again" in server.host.get(f"{page('Ben')}/name").text
    assert change(server, "Ben", "part", typed="Bennie") == page("Bennie")
    assert (plays(server, "Ben"), plays(server, "Bennie")) == (alone, alone)


def test_renamed_person_has_a_free_name(server: Session) -> None:
    assert change(server, "Ben", "rename", name="Benjamin") == page("Benjamin")
    assert "Benjamin" in server.host.get("/people").text
    taken = server.host.post(f"{page('Benjamin')}/rename", {"name": "anna"})
    assert (taken.status_code, "Someone is already called anna." in taken.text) == (409, True)


def test_forgotten_person_is_named_nowhere(server: Session) -> None:
    shop, keys = PrintQueue(Paper()), [one.key for one in server.service.results.all()]  # type: ignore[arg-type]
    server.app.config["PRINTER"] = shop
    ways = ("", "/history", "/summary", "/summary.pdf", "/record.jsonl")
    pages = ["/", "/people", *(f"/t/{key}{way}" for key in keys for way in ways)]
    assert all("Anna" in server.host.get(path).text for path in pages)
    broadcasts, config = server.app.config["BROADCASTS"], server.app.config
    assert "Anna" in str(broadcasts.get(keys[0], "en", screen=False).fragments())
    assert all("Anna" in str(one) for one in (config["RENDERED_HISTORIES"], shop._made))
    assert start_page.render_card.cache_info().currsize
    assert server.host.post(f"{page('Anna')}/forget").status_code == 409
    assert "Anna" in server.host.get("/people").text
    change(server, "Anna", "forget", **SURE)
    assert [len(one) for one in (config["RENDERED_HISTORIES"], shop._made, broadcasts._latest)] == [0] * 3
    assert start_page.render_card.cache_info().currsize == 0
    after = "".join(server.host.get(path).text for path in pages)
    assert "Anna" not in after
    assert "Ben" in after


def test_nobody_else_changes_or_learns_who_there_is(server: Session) -> None:
    stranger = server.device("stranger")
    for asked in ("name", "rename", "join", "part", "forget"):
        told = []
        for mark in (name_id("Anna"), "0" * 12):
            path = f"/people/{mark}/{asked}"
            answer = stranger.get(path) if asked == "name" else stranger.post(path, {"sure": "yes", "name": "Fritz"})
            told.append((answer.status_code, answer.text))
        assert told[0] == told[1]
        assert told[0][0] == 403
    assert server.service.results.aliases() == {}
    assert server.host.get(f"{page('Anna')}/name").status_code == 200
    server.open().sit(2).guests(1).begin()
    saved(server.host.tap(server.key, "act", slot="start", do="start", table=1, seat=2))
    saved(server.host.tap(server.key, "lend", person=2))  # a lent device is nobody's operator
    assert server.host.get(f"{page('Anna')}/name").status_code == 403
    assert server.host.post(f"{page('Anna')}/forget", SURE).status_code == 403
    assert "Anna" not in server.host.get("/people").text


def test_joined_names_are_one_for_who_played_with_both(server: Session) -> None:
    change(server, "Ben", "join", other=name_id("Bennie"))
    change(server, "Ben", "rename", name="Benjamin")
    with_one, with_both = server.device("one"), server.device("both")
    keys = [one.key for one in server.service.results.all()]
    for device, some in ((with_one, keys[:1]), (with_both, keys)):
        for key in some:
            take_part(server, device, key)
    (name,) = [name for name in ("Ben", "Bennie", "Benjamin") if with_both.get(page(name)).status_code == 200]
    assert name != "Benjamin"
    assert all(with_both.get(page(name)).text.count(f"/t/{key}") for key in keys), "each game is told of there"
    assert [with_one.get(page(name)).status_code for name in ("Ben", "Bennie")].count(200) == 1


def test_operators_names_are_seen_by_the_operator_alone(server: Session) -> None:
    """Neither by who played with these people, nor by who has only typed such names."""
    phone, stranger = server.device("phone"), server.device("stranger")
    ours = server.service.results.all()[-1].key
    take_part(server, phone, ours)
    own = Session(server.app, stranger).open(game="toy", rounds="1")
    for name, colour in zip(("anna", "Bennie", "Zoe"), COLOURS, strict=False):
        own.players.append(stranger)
        saved(stranger.tap(own.key, "sit", name=name, colour=colour, phone="none"))
    play_to_end(own.begin())
    asked = [
        (device, path)
        for device, key, slug, names in (
            (phone, ours, "vabanque", ("Anna", "Ben", "Anna Maria")),
            (stranger, own.key, "toy", ("anna", "Bennie", "Zoe", "Anna Maria")),
        )
        for path in ("/", "/people", "/plays.csv", f"/t/{key}/bg-stats", f"/games/{slug}", *map(page, names))
    ]
    before = [plain(device.get(path).text) for device, path in asked]
    assert "Anna" in before[0]
    change(server, "Anna", "rename", name="Anna Maria")
    change(server, "Ben", "rename", name="Benjamin")
    change(server, "Benjamin", "join", other=name_id("Bennie"))
    assert before == [plain(device.get(path).text) for device, path in asked]
    for path in ("/", "/people", "/plays.csv", f"/t/{ours}/bg-stats", page("Benjamin")):
        assert "Benjamin" in server.host.get(path).text
