"""A date is that of a game's begin in the zone of the house, written as where the phone is from.

The words, and what is sent to all, are the language's alone.
"""

import html
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from companion.i18n import languages
from companion.paths import data_dir
from companion.table.model.aliases import mark_of
from tests.unit.web.pages.test_joining import play_to_end
from tests.unit.web.support.devices import Device, Session, new_app

DATES = {
    "en-GB": "14 November 2026",
    "en-GB,en;q=0.9,de;q=0.8": "14 November 2026",
    "en-AU": "14 November 2026",
    "en-US": "November 14, 2026",
    "en": "November 14, 2026",
    "en-XX": "November 14, 2026",
    "": "November 14, 2026",
    "*, \x7f;q=nan": "November 14, 2026",
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
def test_every_page_and_sheet_with_a_date_has_that_of_the_phone(session: Session, accepted: str, date: str) -> None:
    for path in ("/", f"/t/{session.key}/history", f"/t/{session.key}/summary"):
        assert date in session.host.get(path, Accept_Language=accepted).text, path


def test_who_chose_english_on_a_german_phone_gets_the_dates_of_the_english_that_it_knows(session: Session) -> None:
    assert session.host.post("/language", {"language": "en"}).status_code == 303
    page = session.host.get("/", Accept_Language="de-DE,en-GB;q=0.5").text
    assert "Being played" in page
    assert DATES["en-GB"] in page


@pytest.mark.parametrize(("tags", "where"), [("de-AT", "de_AT"), ("en-GB-oxendict", "en_GB"), ("fr en-IE", "en_IE")])
def test_a_country_goes_with_its_own_language(tags: str, where: str) -> None:
    assert str(languages.date_locale(tags.split(), where[:2])) == where
    assert str(languages.date_locale(["fr-FR", "-", "*", "x" * 99], "en")) == "en"


def test_one_broadcast_serves_all_who_read_english(session: Session) -> None:
    british, american = (_table(session.host, session, tag) for tag in ("en-GB", "en-US"))
    assert british == american
    for file in data_dir("templates").rglob("_*.html"):
        assert "| day" not in file.read_text("utf-8"), f"{file.name} is drawn for all: a date in it is nobody's"


def _table(device: Device, session: Session, tag: str) -> str:
    return device.get(f"/t/{session.key}", Accept_Language=tag).text.partition('id="live"')[2]


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


def test_a_game_has_the_date_of_its_begin_everywhere(new_year: Session) -> None:
    at, anna = f"/t/{new_year.key}", f"/people/{mark_of('Anna')}"
    paths = ["/", "/people", anna, "/games/toy", "/season/2026", f"{at}/history", f"{at}/summary", f"{at}/bg-stats"]
    for path in (*paths, f"{at}/delete"):
        page = unquote(html.unescape(new_year.host.get(path).text))
        assert "December 31, 2026" in page, path
        assert "2027" not in page.replace("2027-01-01 00:30:00", ""), path
    assert new_year.host.get("/season/2027").status_code == 404


def test_programs_are_told_the_begin_too(new_year: Session) -> None:
    lines = new_year.host.get("/plays.csv").text.splitlines()[1:]
    assert {line.partition(",")[0] for line in lines} == {'"2026-12-31"'}
    page = unquote(new_year.host.get(f"/t/{new_year.key}/bg-stats").text)
    assert '"playDate":"2027-01-01 00:30:00"' in page  # BG Stats counts in UTC
