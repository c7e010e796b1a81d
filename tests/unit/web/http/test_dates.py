"""A game has the date of its beginning in the server's zone, written as in the phone's country."""

import html
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from companion.i18n import languages
from companion.paths import data_dir
from companion.table.model.names import name_id
from tests.unit.web.support.devices import Device, Session, new_app
from tests.unit.web.support.phases import play_to_end

DATES = {
    "en-GB": "14 November 2026",
    "en-GB,en;q=0.9,de;q=0.8": "14 November 2026",
    "en-AU": "14 November 2026",
    "en-US": "November 14, 2026",
    "en": "14 November 2026",
    "en-XX": "14 November 2026",
    "": "14 November 2026",
    "*, \x7f;q=nan": "14 November 2026",
    "de": "14. November 2026",
    "de-AT,en-GB;q=0.5": "14. November 2026",
    "fr-CA": "14 novembre 2026",
    "it": "14 novembre 2026",
}
every_phone = pytest.mark.parametrize(("accepted", "date"), DATES.items())


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A table that was opened on the 14th of November 2026."""
    clock = datetime(2026, 11, 14, 20).timestamp
    session = Session(app := new_app(tmp_path, clock=clock), Device("host", app.test_client()))
    return session.open().sit(3).begin()


@every_phone
def test_dates_are_written_as_in_the_phones_country(session: Session, accepted: str, date: str) -> None:
    for path in ("/", f"/t/{session.key}/history", f"/t/{session.key}/summary"):
        assert date in session.host.get(path, Accept_Language=accepted).text, path


def test_chosen_language_keeps_the_phones_country(session: Session) -> None:
    assert session.host.post("/language", {"language": "en"}).status_code == 303
    page = session.host.get("/", Accept_Language="de-DE,en-GB;q=0.5").text
    assert "In progress" in page
    assert DATES["en-GB"] in page


@pytest.mark.parametrize(("tags", "where"), [("de-AT", "de_AT"), ("en-GB-oxendict", "en_GB"), ("fr en-IE", "en_IE")])
def test_country_goes_with_its_own_language(tags: str, where: str) -> None:
    assert str(languages.date_locale(tags.split(), where[:2])) == where
    assert str(languages.date_locale(["fr-FR", "-", "*", "en", "x" * 99], "en")) == "en_GB"


def test_one_broadcast_serves_every_kind_of_english(session: Session) -> None:
    pages = [session.host.get(f"/t/{session.key}", Accept_Language=tag).text for tag in ("en-GB", "en-US")]
    british, american = (page.partition('id="live"')[2] for page in pages)
    assert british == american != ""
    for file in data_dir("templates").rglob("_*.html"):
        assert "| day" not in file.read_text("utf-8"), f"{file.name} is drawn for all: a date in it is nobody's"


@pytest.fixture
def new_year(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A game in New York that began on New Year's Eve, two days after its table was opened, and ended in the new year.

    In London it was the new year all along.
    """
    monkeypatch.setattr("companion.i18n.timezone._chosen", [ZoneInfo("America/New_York")])
    now = [datetime(2026, 12, 29, 20, tzinfo=UTC)]
    session = Session(app := new_app(tmp_path, clock=lambda: now[0].timestamp()), Device("host", app.test_client()))
    session.open(game="toy", rounds="1").sit(3)
    now[0] = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)
    session.begin()
    now[0] = datetime(2027, 1, 1, 6, tzinfo=UTC)
    play_to_end(session)
    return session


def test_game_has_the_date_of_its_beginning_everywhere(new_year: Session) -> None:
    at, anna, host = f"/t/{new_year.key}", f"/people/{name_id('Anna')}", new_year.host
    paths = ["/", "/people", anna, "/games/toy", "/season/2026", *(f"{at}/{name}" for name in NAMED)]
    for path in paths:
        page = unquote(html.unescape(host.get(path).text))
        assert "31 December 2026" in page, path
        assert "2027" not in page.replace("2027-01-01 00:30:00", ""), path
    assert host.get("/season/2027").status_code == 404
    lines = host.get("/plays.csv").text.splitlines()[1:]
    assert {line.partition(",")[0] for line in lines} == {'"2026-12-31"'}
    assert '"playDate":"2027-01-01 00:30:00"' in unquote(host.get(f"{at}/bg-stats").text)  # BG Stats counts in UTC


NAMED = ("history", "summary", "bg-stats", "delete")
