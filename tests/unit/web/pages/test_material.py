"""A game's material on the web: for anybody, of no table, and never a traceback."""

import pytest

from companion.games import GAMES
from companion.printing import documents, material
from companion.printing.client import NoPrinter, PrinterFailed, Sheet
from companion.printing.queue import ClientGone, PrintRequest, QueueFull
from tests.integration.printing.sheets import Printed
from tests.support.cast import CAST
from tests.unit.web.http.test_bad_taps import NO_NUMBERS
from tests.unit.web.support.devices import ORIGIN, Device, Session
from tests.unit.web.support.finished import finished_game, sat_at

PAGES = ("/material/wetten", "/material/wetten/print", "/material/wetten/print.pdf")


@pytest.fixture
def printed(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """The sheets that went to the printer, which prints nothing here."""
    sheets: list[Sheet] = []

    def pdf(sheet: Sheet, _errand: object) -> bytes:
        sheets.append(sheet)
        return b"%PDF-"

    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", pdf)
    return sheets


@pytest.fixture
def anybody(session: Session) -> Device:
    return session.device("newcomer")


def test_the_lobby_leads_there_with_what_the_table_plays(anybody: Device) -> None:
    answer = anybody.post("/new", {"game": "wetten", "track": "44", "seed": "7"})
    page = anybody.get(answer.headers["Location"]).text
    assert 'href="/material/wetten?track=44&amp;seed=7"' in page
    assert 'name="track" type="number" inputmode="numeric" value="44"' in anybody.get("/material/wetten?track=44").text


def test_the_page_offers_every_sheet_and_every_choice(anybody: Device) -> None:
    for slug in material.games_with_material():
        page = anybody.get(f"/material/{slug}").text
        for name in material.sheets(slug):
            assert f'name="sheet" value="{name}"' in page
        for key in GAMES[slug].box.choices:
            assert f'name="{key}"' in page


def test_what_is_asked_for_is_what_is_printed(anybody: Device, printed: list[Sheet]) -> None:
    answer = anybody.get("/material/wetten/print.pdf?sheet=horses&sheet=track&track=40&players=3&seed=5&paper=letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    wanted = {"track": "40", "players": "3", "seed": "5"}
    assert printed == [material.material_sheet("wetten", ["track", "horses"], wanted, lang="en", paper="letter")]


@pytest.mark.parametrize(("language", "paper"), [("en-US", "letter"), ("en-GB,en", "a4"), ("de", "a4"), ("", "letter")])
def test_the_paper_is_that_of_the_readers_country(
    anybody: Device, printed: list[Sheet], language: str, paper: str
) -> None:
    page = anybody.get("/material/wetten", Accept_Language=language).text
    assert f'name="paper" value="{paper}" checked' in page
    anybody.get("/material/wetten/print.pdf", Accept_Language=language)
    assert [sheet.paper for sheet in printed] == [paper]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("key", ["players", "track", "seed", "paper", "sheet"])
def test_a_choice_that_there_is_not_is_refused(anybody: Device, printed: list[Sheet], page: str, key: str) -> None:
    if (page, key) == (PAGES[0], "sheet"):
        return  # that page shows them all
    for word in [*NO_NUMBERS, "0", "10000", "a3"]:
        answer = anybody.client.get(page, query_string={key: word}, base_url=ORIGIN)
        assert answer.status_code == 400, word
        assert "Enter a number from " in answer.text or "Choose one of: " in answer.text
    assert printed == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("key", ["players=3&players", "paper=a4&paper"])
def test_a_choice_made_twice_is_refused(anybody: Device, printed: list[Sheet], page: str, key: str) -> None:
    value = "a4" if "paper" in key else "3"
    assert anybody.get(f"{page}?{key}={value}").status_code == 400
    assert printed == []


@pytest.mark.parametrize("slug", ["vabanque", "banque_fatale", "nothing", "..", "%2e%2e", "wetten%00"])
def test_a_game_without_material_has_no_page(anybody: Device, slug: str) -> None:
    for page in PAGES:
        assert anybody.get(page.replace("wetten", slug)).status_code == 404


@pytest.mark.parametrize(
    ("why", "said"),
    [(NoPrinter("apt install something"), "apt install something"), (PrinterFailed("late"), "could not")],
)
def test_without_a_pdf_the_page_says_why_and_offers_the_browsers_own_print(
    session: Session, anybody: Device, why: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise why

    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", broken)
    answer = anybody.get("/material/wetten/print.pdf?sheet=track&track=40")
    assert answer.status_code == 503
    assert said in answer.text
    assert "/material/wetten/print?sheet=track&amp;track=40" in answer.text
    assert "Track of 40\xa0fields" in anybody.get("/material/wetten/print?sheet=track&track=40").text


def test_only_sheets_of_tables_go_before_material(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    errands: list[PrintRequest] = []

    def pdf(_sheet: Sheet, errand: PrintRequest) -> bytes:
        errands.append(errand)
        return b"%PDF-"

    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", pdf)
    at_a_table = [f"/t/{session.key}/{sheet}.pdf" for sheet in ("summary", "score-sheet", "table-card")]
    of_no_table = ["/material/wetten/print.pdf?sheet=track", "/rules/vabanque/print.pdf", "/season/2023.pdf"]
    sat_at(session, session.host, finished_game(session, "toy", CAST[:3], 0))
    for path in (*at_a_table, *of_no_table):
        assert session.host.get(path).status_code == 200, path
    assert [errand.material for errand in errands] == [False] * 3 + [True] * 3
    assert all(errand.is_connected() for errand in errands)


def test_the_server_says_whether_somebody_is_still_there(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def pdf(_sheet: Sheet, errand: PrintRequest) -> bytes:
        assert not errand.is_connected()
        raise ClientGone

    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", pdf)
    client = session.app.test_client()
    told = {"companion.there": lambda: False}
    answer = client.get("/material/wetten/print.pdf", base_url=ORIGIN, environ_overrides=told)
    assert (answer.status_code, answer.data) == (503, b"")


def test_a_full_queue_is_told_with_the_time_to_wait_and_the_browsers_own_print(
    session: Session, anybody: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bytes:
        raise QueueFull

    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", full)
    answer = anybody.get("/material/wetten/print.pdf?sheet=track")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "20")
    assert "The printer is busy." in answer.text
    assert "/material/wetten/print?sheet=track" in answer.text


def test_the_warm_printer_makes_it(session: Session, anybody: Device) -> None:
    try:
        pdf = Printed(anybody.get("/material/wetten/print.pdf?sheet=contents&paper=a4").data)
    finally:
        session.app.config["PRINTER"].close()
    assert str(pdf.title) == "Wetten!: contents and how to build it"
    assert documents.PAPERS[0] == "a4"
