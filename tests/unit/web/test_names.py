"""A name is shown as it was typed, everywhere, and never runs."""

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from companion.printing.client import Sheet
from tests.unit.web.devices import Device, Evening, an_app, an_evening, done

GOOD = [
    "<script>alert(1)<",
    '"><img src=x>',
    "{{7*7}}",
    "{% raw %}",
    "=HYPERLINK(1)",
    "%(name)s %s",
    "O'Neill & Söhne",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
    "\U0001f3b2",
    "-->",
    "data: x",
    "'; DROP TABLE x;--",
]


class Paper:
    """Stands for the printer."""

    html = ""

    def pdf(self, sheet: Sheet, _errand: object = None) -> bytes:
        """Keeps what it was given."""
        self.html = sheet.html
        return b"%PDF"


def an_evening_of(names: list[str], data: Path) -> tuple[Evening, Paper]:
    """A game whose players have these names."""
    app, paper = an_app(data), Paper()
    app.config["PRINTER"] = paper
    evening = Evening(app, Device("host", app.test_client())).open()
    for seat, (name, colour) in enumerate(zip(names, ("orange", "sky", "green"), strict=True)):
        evening.players.append(evening.device(f"device-{seat}"))
        done(evening.players[-1].tap(evening.key, "sit", name=name, colour=colour))
    return evening, paper


@pytest.mark.parametrize("name", GOOD)
def test_a_name_with_markup_comes_out_as_it_was_typed(name: str, tmp_path: Path) -> None:
    evening, paper = an_evening_of([name, "Ben", "Carla"], tmp_path)
    pages: list[Any] = [evening.host.get("/"), *_tables(evening)]
    evening.begin()
    done(evening.host.tap(evening.key, "act", slot="start", do="start", table=1, seat=0))
    pages += [*_tables(evening), evening.device("stranger").get(f"/t/{evening.key}")]
    pages.append(evening.host.get(f"/t/{evening.key}/summary"))
    assert evening.host.get(f"/t/{evening.key}/summary.pdf").status_code == 200
    shown = str(escape(name))
    for page in (*(page.text for page in pages), paper.html):
        assert shown in page
        assert shown == name or name not in page
        rest = re.sub(r"\?v=\w+|/t/\w+|<path [^>]*>", "", page.replace(shown, ""))
        assert "49" not in rest or "7*7" not in name


def _tables(evening: Evening) -> list[Any]:
    return [
        device.get(f"/t/{evening.key}{part}")
        for device in (evening.host, evening.players[1])
        for part in ("", "/screen")
    ]


def test_a_refusal_that_bears_a_name_is_plain_text(tmp_path: Path) -> None:
    evening, _ = an_evening_of(["<b>Anna</b>", "Ben", "Carla"], tmp_path)
    answer = evening.device("late").tap(evening.key, "sit", name="Dora", colour="orange")
    assert answer.mimetype == "text/plain"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.text == "<b>Anna</b> already has that colour. Choose another one."


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "\u0301"])
def test_a_name_that_nobody_sees_is_refused_with_what_was_expected(name: str, tmp_path: Path) -> None:
    evening, _ = an_evening_of(["Anna", "Ben", "Carla"], tmp_path)
    form = f"op=tap-of-nobody&kind=sit&colour=red&name={name}".encode()
    answer = evening.device("late").post(f"/t/{evening.key}/tap", form)
    assert answer.status_code == 400
    assert answer.text.endswith("that can be seen.")


def test_no_page_with_peoples_names_is_translated_by_the_browser_and_the_rules_may_be(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    table = f"/t/{evening.key}"
    named = ("/", "/people", table, f"{table}/screen", f"{table}/door", f"{table}/history", f"{table}/seats")
    for path in named:
        (body,) = re.findall(r"<body[^>]*>", evening.host.get(path).text)
        assert 'translate="no"' in body, path
    for path in (f"/rules/{evening.table.slug}", "/kept"):
        (body,) = re.findall(r"<body[^>]*>", evening.host.get(path).text)
        assert "translate" not in body, path
