"""PDFs and print style sheets, as the server serves them."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.printing.client import NoPrinter, PrinterFailed
from companion.printing.queue import PrintQueue
from tests.integration.printing.sheets import Printed
from tests.unit.web.support.devices import Session, new_session
from tests.unit.web.support.phases import play_to_end


@pytest.fixture(scope="module")
def shop() -> Iterator[PrintQueue]:
    """One printer for all: its process takes longer to start than to print."""
    shop = PrintQueue()
    yield shop
    shop.close()


@pytest.fixture
def lobby(tmp_path: Path, shop: PrintQueue) -> Session:
    """A table before its game."""
    session = new_session(tmp_path)
    session.app.config["PRINTER"] = shop
    return Session(session.app, session.host).open()


@pytest.mark.parametrize(
    ("language", "chosen", "width"),
    [("en-US", "", 612), ("en-GB,en", "", 595.3), ("de", "?paper=letter", 612), ("de", "?paper=a1", 595.3)],
)
def test_score_sheet_has_the_usual_or_chosen_paper(lobby: Session, language: str, chosen: str, width: float) -> None:
    answer = lobby.host.get(f"/t/{lobby.key}/score-sheet.pdf{chosen}", Accept_Language=language)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    sheet = Printed(answer.data)
    assert float(sheet.reader.pages[0].mediabox.width) == pytest.approx(width, abs=0.1)
    assert language == "de" or "Order of play in round 2" in sheet.text


def test_result_is_a_picture_to_share(tmp_path: Path, shop: PrintQueue) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    session.app.config["PRINTER"] = shop
    path = f"/t/{session.key}/result.png"
    assert session.host.get(path).status_code == 409, "nobody has won yet"
    play_to_end(session)
    answer = session.players[0].get(path)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert Image.open(BytesIO(answer.data)).size == (1080, 1340)
    assert f'href="{path}"' in session.players[0].sees(f"/t/{session.key}")
    assert session.device("stranger").get(path).status_code == 403


def test_no_summary_before_the_game(lobby: Session) -> None:
    for name in ("summary", "summary.pdf"):
        assert lobby.host.get(f"/t/{lobby.key}/{name}").status_code in (400, 409)


def test_only_style_sheets_of_the_folder_are_served(lobby: Session) -> None:
    for name, rule in (("base", "@page"), ("letter", "@page"), ("vabanque/game", ".casino")):
        answer = lobby.host.get(f"/printables/{name}.css")
        assert (answer.status_code, answer.mimetype) == (200, "text/css")
        assert rule in answer.text
    for name in ("summary.html", "README.md", "..%2fpyproject.css", "nothing.css"):
        assert lobby.host.get(f"/printables/{name}").status_code == 404


@pytest.mark.parametrize(
    ("why", "said"),
    [(NoPrinter("apt install something"), "apt install something"), (PrinterFailed("late"), "Try again")],
)
def test_failed_pdf_says_why_and_offers_browser_printing(
    tmp_path: Path, why: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise why

    session = new_session(tmp_path)
    monkeypatch.setattr(session.app.config["PRINTER"], "pdf", broken)
    for name in ("summary", "score-sheet", "table-card"):
        answer = session.host.get(f"/t/{session.key}/{name}.pdf")
        assert answer.status_code == 503
        assert said in answer.text
        offered = re.findall(r'class="button primary" href="([^"]*)"', answer.text)
        assert [session.host.get(path).status_code for path in offered] == ([200] if name == "summary" else [])
