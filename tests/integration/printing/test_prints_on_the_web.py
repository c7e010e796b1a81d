"""Sheets as the server hands them out."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.printing.client import NoPrinter, PrinterFailed
from companion.printing.queue import PrintShop
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.integration.printing.sheets import Printed
from tests.unit.web.support.devices import new_session

ORIGIN = "http://127.0.0.1:8040"


@pytest.fixture(scope="module")
def shop() -> Iterator[PrintShop]:
    """One printer for all: its process takes longer to start than to print."""
    shop = PrintShop()
    yield shop
    shop.close()


@pytest.fixture
def app(tmp_path: Path, shop: PrintShop) -> Flask:
    """An app without a table."""
    app = create_app(Settings(data=tmp_path, port=8040, host="127.0.0.1"))
    app.config["PRINTER"] = shop
    return app


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    """Whoever opened the table."""
    return app.test_client()


@pytest.fixture
def key(host: FlaskClient) -> str:
    """A table in its lobby."""
    sent = {"Origin": ORIGIN, "Companion-Tap": "1"}
    answer = host.post("/new", data={"game": "vabanque"}, base_url=ORIGIN, headers=sent)
    return answer.headers["Location"].rpartition("/")[2]


def test_score_sheet_is_served_in_the_lobby(host: FlaskClient, key: str) -> None:
    answer = host.get(f"/t/{key}/score-sheet.pdf?paper=letter", base_url=ORIGIN)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    sheet = Printed(answer.data)
    assert float(sheet.reader.pages[0].mediabox.width) == pytest.approx(612)
    assert "Order of play in round 2" in sheet.text


@pytest.mark.parametrize(
    ("language", "wanted", "width"),
    [
        ("en-US", "", 612),
        ("en-GB,en", "", 595.3),
        ("de", "", 595.3),
        ("de", "?paper=letter", 612),
        ("de", "?paper=a1", 595.3),
    ],
)
def test_paper_follows_the_language_unless_chosen(
    host: FlaskClient, key: str, language: str, wanted: str, width: float
) -> None:
    at = f"/t/{key}/score-sheet.pdf{wanted}"
    answer = host.get(at, base_url=ORIGIN, headers={"Accept-Language": language})
    assert float(Printed(answer.data).reader.pages[0].mediabox.width) == pytest.approx(width, abs=0.1)


def test_score_sheet_is_refused_to_strangers(app: Flask, key: str) -> None:
    assert app.test_client().get(f"/t/{key}/score-sheet.pdf", base_url=ORIGIN).status_code == 403


def test_no_summary_before_the_game(host: FlaskClient, key: str) -> None:
    for name in ("summary", "summary.pdf"):
        assert host.get(f"/t/{key}/{name}", base_url=ORIGIN).status_code in (400, 409)


@pytest.mark.parametrize(
    ("name", "rule"), [("base", b"@page"), ("a4", b"@page"), ("letter", b"@page"), ("vabanque/game", b".casino")]
)
def test_print_style_sheets_are_served(host: FlaskClient, name: str, rule: bytes) -> None:
    answer = host.get(f"/printables/{name}.css", base_url=ORIGIN)
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert rule in answer.data


def test_nothing_else_of_the_folder_is_served(host: FlaskClient) -> None:
    for name in ("summary.html", "README.md", "..%2fpyproject.css", "nothing.css"):
        assert host.get(f"/printables/{name}", base_url=ORIGIN).status_code == 404


@pytest.mark.parametrize(
    ("why", "said"),
    [(NoPrinter("apt install something"), "apt install something"), (PrinterFailed("late"), "could not")],
)
def test_failed_pdf_says_why_and_offers_browser_printing(
    tmp_path: Path, why: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise why

    evening = new_session(tmp_path)
    monkeypatch.setattr(evening.app.config["PRINTER"], "pdf", broken)
    for name in ("summary", "score-sheet", "table-card"):
        answer = evening.host.get(f"/t/{evening.key}/{name}.pdf")
        assert answer.status_code == 503
        assert said in answer.text
        offered = re.findall(r'class="button primary" href="([^"]*)"', answer.text)
        assert [evening.host.get(path).status_code for path in offered] == ([200] if name == "summary" else [])
