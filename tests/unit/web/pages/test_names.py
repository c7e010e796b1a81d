"""A name is shown as it was typed, everywhere, and never runs."""

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from companion.printing.client import Sheet
from tests.unit.web.support.devices import Device, Session, new_app, new_session, saved

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


def finished_game(names: list[str], data: Path) -> tuple[Session, Paper]:
    """A game whose players have these names."""
    app, paper = new_app(data), Paper()
    app.config["PRINTER"] = paper
    session = Session(app, Device("host", app.test_client())).open()
    for seat, (name, colour) in enumerate(zip(names, ("orange", "sky", "green"), strict=True)):
        session.players.append(session.device(f"device-{seat}"))
        saved(session.players[-1].tap(session.key, "sit", name=name, colour=colour))
    return session, paper


@pytest.mark.parametrize("name", GOOD)
def test_a_name_with_markup_comes_out_as_it_was_typed(name: str, tmp_path: Path) -> None:
    session, paper = finished_game([name, "Ben", "Carla"], tmp_path)
    pages: list[Any] = [session.host.get("/"), *_tables(session)]
    session.begin()
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))
    pages += [*_tables(session), session.device("stranger").get(f"/t/{session.key}")]
    pages.append(session.host.get(f"/t/{session.key}/summary"))
    assert session.host.get(f"/t/{session.key}/summary.pdf").status_code == 200
    shown = str(escape(name))
    for page in (*(page.text for page in pages), paper.html):
        assert shown in page
        assert shown == name or name not in page
        rest = re.sub(r"\?v=\w+|/t/\w+|<path [^>]*>", "", page.replace(shown, ""))
        assert "49" not in rest or "7*7" not in name


def _tables(session: Session) -> list[Any]:
    return [
        device.get(f"/t/{session.key}{part}")
        for device in (session.host, session.players[1])
        for part in ("", "/screen")
    ]


def test_a_refusal_that_bears_a_name_is_plain_text(tmp_path: Path) -> None:
    session, _ = finished_game(["<b>Anna</b>", "Ben", "Carla"], tmp_path)
    answer = session.device("late").tap(session.key, "sit", name="Dora", colour="orange")
    assert answer.mimetype == "text/plain"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.text == "<b>Anna</b> already has that colour. Choose another one."


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "\u0301"])
def test_a_name_that_nobody_sees_is_refused_with_what_was_expected(name: str, tmp_path: Path) -> None:
    session, _ = finished_game(["Anna", "Ben", "Carla"], tmp_path)
    form = f"op=tap-of-nobody&kind=sit&colour=red&name={name}".encode()
    answer = session.device("late").post(f"/t/{session.key}/tap", form)
    assert answer.status_code == 400
    assert answer.text.endswith("that can be seen.")


def test_no_page_with_peoples_names_is_translated_by_the_browser_and_the_rules_may_be(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    table = f"/t/{session.key}"
    named = ("/", "/people", table, f"{table}/screen", f"{table}/door", f"{table}/history", f"{table}/seats")
    for path in named:
        (body,) = re.findall(r"<body[^>]*>", session.host.get(path).text)
        assert 'translate="no"' in body, path
    for path in (f"/rules/{session.table.slug}", "/kept"):
        (body,) = re.findall(r"<body[^>]*>", session.host.get(path).text)
        assert "translate" not in body, path
