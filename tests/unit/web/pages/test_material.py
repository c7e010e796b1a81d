"""Printed material of a game, for anybody; the queue of the printer; the summary rendered ahead."""

from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.games import GAMES
from companion.printing import material, prerender
from companion.printing.client import NoPrinter, PrinterFailed, Sheet
from companion.printing.prerender import Prerenderer
from companion.printing.queue import ClientGone, PrintQueue, PrintRequest, QueueFull
from tests.integration.printing.sheets import Printed
from tests.support.cast import CAST
from tests.unit.web.http.test_bad_input import NO_NUMBERS
from tests.unit.web.support.devices import ORIGIN, Device, Session, new_session, saved
from tests.unit.web.support.finished import finished_game, take_part

PAGES = ("/material/wetten", "/material/wetten/print", "/material/wetten/print.pdf")


class FakePrinter(PrintQueue):
    """It prints nothing, and keeps what it was given."""

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.fault = fault
        self.asked: list[tuple[Sheet, PrintRequest]] = []
        self.ahead: list[Sheet] = []

    def pdf(self, sheet: Sheet, request: PrintRequest | None = None) -> bytes:
        if self.fault:
            raise self.fault
        if request:
            self.asked.append((sheet, request))
        else:
            self.ahead.append(sheet)
        return b"%PDF-"


@pytest.fixture
def printer(session: Session) -> FakePrinter:
    found = FakePrinter()
    session.app.config["PRINTER"] = found
    return found


@pytest.fixture
def anybody(session: Session) -> Device:
    return session.device("newcomer")


def test_lobby_leads_to_the_material_of_its_house_rules(anybody: Device) -> None:
    answer = anybody.post("/new", {"game": "wetten", "track": "44", "seed": "7"})
    page = anybody.get(answer.headers["Location"]).text
    assert 'href="/material/wetten?track=44&amp;seed=7"' in page
    assert 'name="track" type="number" inputmode="numeric" value="44"' in anybody.get("/material/wetten?track=44").text


def test_page_offers_every_sheet_and_choice(anybody: Device) -> None:
    for slug in material.games_with_material():
        page = anybody.get(f"/material/{slug}").text
        wanted = [f'name="sheet" value="{name}"' for name in material.sheets(slug)]
        assert all(one in page for one in (*wanted, *(f'name="{key}"' for key in GAMES[slug].box.choices)))


def test_chosen_sheets_are_printed(anybody: Device, printer: FakePrinter) -> None:
    answer = anybody.get("/material/wetten/print.pdf?sheet=horses&sheet=track&track=40&players=3&seed=5&paper=letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    wanted = {"track": "40", "players": "3", "seed": "5"}
    ((sheet, _),) = printer.asked
    assert sheet == material.material_sheet("wetten", ["track", "horses"], wanted, lang="en", paper="letter")


@pytest.mark.parametrize(("language", "paper"), [("en-US", "letter"), ("en-GB,en", "a4"), ("de", "a4"), ("", "letter")])
def test_paper_is_that_of_the_readers_country(anybody: Device, printer: FakePrinter, language: str, paper: str) -> None:
    page = anybody.get("/material/wetten", Accept_Language=language).text
    assert f'name="paper" value="{paper}" checked' in page
    anybody.get("/material/wetten/print.pdf", Accept_Language=language)
    assert [sheet.paper for sheet, _ in printer.asked] == [paper]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("key", ["players", "track", "seed", "paper", "sheet"])
def test_unknown_choice_is_refused(anybody: Device, printer: FakePrinter, page: str, key: str) -> None:
    if (page, key) == (PAGES[0], "sheet"):
        return  # that page shows them all
    for word in [*NO_NUMBERS, "0", "10000", "a3"]:
        answer = anybody.client.get(page, query_string={key: word}, base_url=ORIGIN)
        assert answer.status_code == 400, word
        assert "Enter a number from " in answer.text or "Choose one of: " in answer.text
    for twice in ("players=3&players=3", "paper=a4&paper=a4"):
        assert anybody.get(f"{page}?{twice}").status_code == 400
    assert printer.asked == []


@pytest.mark.parametrize("slug", ["vabanque", "banque_fatale", "nothing", "..", "%2e%2e", "wetten%00"])
def test_game_without_material_has_no_page(anybody: Device, slug: str) -> None:
    for page in PAGES:
        assert anybody.get(page.replace("wetten", slug)).status_code == 404


@pytest.mark.parametrize(
    ("fault", "said", "retry"),
    [
        (NoPrinter("apt install something"), "apt install something", None),
        (PrinterFailed("late"), "Try again", None),
        (QueueFull(), "The printer is busy.", "20"),
    ],
)
def test_failed_print_says_why_and_offers_the_browsers_own(
    session: Session, anybody: Device, fault: Exception, said: str, retry: str | None
) -> None:
    session.app.config["PRINTER"] = FakePrinter(fault)
    answer = anybody.get("/material/wetten/print.pdf?sheet=track&track=40")
    assert (answer.status_code, answer.headers.get("Retry-After")) == (503, retry)
    assert said in answer.text
    assert "/material/wetten/print?sheet=track&amp;track=40" in answer.text
    assert "Track of 40\xa0spaces" in anybody.get("/material/wetten/print?sheet=track&track=40").text


def test_only_sheets_of_tables_go_before_material(session: Session, printer: FakePrinter) -> None:
    at_a_table = [f"/t/{session.key}/{sheet}.pdf" for sheet in ("summary", "score-sheet", "table-card")]
    of_no_table = ["/material/wetten/print.pdf?sheet=track", "/rules/vabanque/print.pdf", "/season/2023.pdf"]
    take_part(session, session.host, finished_game(session, "toy", CAST[:3], 0))
    for path in (*at_a_table, *of_no_table):
        assert session.host.get(path).status_code == 200, path
    assert [request.material for _, request in printer.asked] == [False] * 3 + [True] * 3
    assert all(request.is_connected() for _, request in printer.asked)


def test_printer_is_told_when_the_client_has_gone(session: Session) -> None:
    class Waiting(FakePrinter):
        def pdf(self, _sheet: Sheet, request: PrintRequest | None = None) -> bytes:
            assert request
            assert not request.is_connected()
            raise ClientGone

    session.app.config["PRINTER"] = Waiting()
    told = {"companion.there": lambda: False}
    answer = session.app.test_client().get("/material/wetten/print.pdf", base_url=ORIGIN, environ_overrides=told)
    assert (answer.status_code, answer.data) == (503, b"")


def test_real_printer_prints_the_material(session: Session, anybody: Device) -> None:
    try:
        pdf = Printed(anybody.get("/material/wetten/print.pdf?sheet=contents&paper=a4").data)
    finally:
        session.app.config["PRINTER"].close()
    assert str(pdf.title) == "Wetten!: contents and assembly"


@pytest.mark.parametrize("busy", [False, True])
def test_summary_is_rendered_ahead_once_nobody_taps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    monkeypatch.setattr(prerender, "DELAY", 0.05)
    session, luck, printer = new_session(tmp_path, game="toy", rounds="1"), Random(3), FakePrinter()
    ahead = Prerenderer(session.service, printer)
    session.app.config |= {"PRINTER": printer, "PRERENDERER": ahead}
    for _ in session.players:
        saved(session.by_chance(luck))
    sleep(0.3)
    assert printer.ahead == [], "before the end"
    if busy:
        monkeypatch.setattr(prerender, "DELAY", 0.5)
    saved(session.by_chance(luck))
    if busy:
        ahead.note_move(Session(session.app, session.device("Carla")).open().key)
        sleep(1)
        assert printer.ahead == []
        return
    sleep(0.5)
    assert session.players[0].get(f"/t/{session.key}/summary.pdf").status_code == 200
    assert printer.ahead == [sheet for sheet, _ in printer.asked] != []
