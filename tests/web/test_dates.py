"""A date is written as where the phone is from; the words, and what is sent to all, are the language's alone."""

from datetime import datetime
from pathlib import Path

import pytest

from companion import languages
from companion.paths import data_dir
from tests.web.devices import Device, Evening, an_app

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
def evening(tmp_path: Path) -> Evening:
    """A table that was opened on the 14th of November 2026."""
    clock = datetime(2026, 11, 14, 20).timestamp
    evening = Evening(app := an_app(tmp_path, clock=clock), Device("host", app.test_client()))
    return evening.open().sit(3).begin()


@every_phone
def test_every_page_and_sheet_with_a_date_has_that_of_the_phone(evening: Evening, accepted: str, date: str) -> None:
    for path in ("/", f"/t/{evening.key}/history", f"/t/{evening.key}/summary"):
        assert date in evening.host.get(path, Accept_Language=accepted).text, path


def test_who_chose_english_on_a_german_phone_gets_the_dates_of_the_english_that_it_knows(evening: Evening) -> None:
    assert evening.host.post("/language", {"language": "en"}).status_code == 303
    page = evening.host.get("/", Accept_Language="de-DE,en-GB;q=0.5").text
    assert "Being played" in page
    assert DATES["en-GB"] in page


@pytest.mark.parametrize(("tags", "where"), [("de-AT", "de_AT"), ("en-GB-oxendict", "en_GB"), ("fr en-IE", "en_IE")])
def test_a_country_goes_with_its_own_language(tags: str, where: str) -> None:
    assert str(languages.regional(tags.split(), where[:2])) == where
    assert str(languages.regional(["fr-FR", "-", "*", "x" * 99], "en")) == "en"


def test_one_broadcast_serves_all_who_read_english(evening: Evening) -> None:
    british, american = (_table(evening.host, evening, tag) for tag in ("en-GB", "en-US"))
    assert british == american
    for file in data_dir("templates").rglob("_*.html"):
        assert "| day" not in file.read_text("utf-8"), f"{file.name} is drawn for all: a date in it is nobody's"


def _table(device: Device, evening: Evening, tag: str) -> str:
    return device.get(f"/t/{evening.key}", Accept_Language=tag).text.partition('id="live"')[2]
