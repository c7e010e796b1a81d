"""A name is shown as it was typed, everywhere, and never runs."""

import re
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from tests.unit.web.support.determinism import Paper
from tests.unit.web.support.devices import Device as Browser
from tests.unit.web.support.devices import Session, new_app, saved

GOOD = [
    *("<script>alert(1)<", '"><img src=x>', "{{7*7}}", "{% raw %}", "=HYPERLINK(1)", "%(name)s %s"),
    *("O'Neill & Söhne", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\U0001f3b2", "-->", "data: x"),
    "'; DROP TABLE x;--",
]
NO_FONT = "The server has no font to print "


def named_session(data: Path, *names: str) -> Session:
    """A lobby of people with these names."""
    app = new_app(data)
    app.config["PRINTER"] = Paper()
    session = Session(app, Browser("host", app.test_client())).open()
    for seat, (name, colour) in enumerate(zip(names, ("orange", "sky", "green"), strict=True)):
        session.players.append(session.device(f"device-{seat}"))
        saved(session.players[-1].tap(session.key, "sit", name=name, colour=colour))
    return session


def pages_of(session: Session, *paths: str) -> list[Any]:
    return [device.get(f"/t/{session.key}{path}") for device in (session.host, session.players[1]) for path in paths]


@pytest.mark.parametrize("name", GOOD)
def test_name_with_markup_is_shown_as_typed(name: str, tmp_path: Path) -> None:
    session = named_session(tmp_path, name, "Ben", "Carla")
    pages = [session.host.get("/"), *pages_of(session, "", "/screen")]
    session.begin()
    saved(session.host.tap(session.key, "act", slot="start", do="start", table=1, seat=0))
    pages += pages_of(session, "", "/screen", "/summary", "/summary.pdf")
    pages.append(session.device("stranger").get(f"/t/{session.key}"))
    shown = str(escape(name))
    for page in pages:
        assert shown in page.text
        assert shown == name or name not in page.text
        rest = re.sub(r"\?v=\w+|/t/\w+|<path [^>]*>", "", page.text.replace(shown, ""))
        assert "49" not in rest or "7*7" not in name


def test_refusals_with_names_are_plain_text(tmp_path: Path) -> None:
    session = named_session(tmp_path, "<b>Anna</b>", "Ben", "Carla")
    late = session.device("late")
    answer = late.tap(session.key, "sit", name="Dora", colour="orange")
    assert answer.mimetype == "text/plain"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.text == "<b>Anna</b> already has that colour. Choose another one."
    for name in ("\u3164", "\u2800", "\u115f", "\u0301"):
        refused = late.tap(session.key, "sit", name=name, colour="red")
        assert (refused.status_code, refused.text.endswith("that can be seen.")) == (400, True)


def test_pages_with_names_are_not_translated(session: Session) -> None:
    table = f"/t/{session.key}"
    named = ("/", "/people", table, f"{table}/screen", f"{table}/door", f"{table}/history", f"{table}/seats")
    for path in (*named, f"/rules/{session.table.slug}", "/kept"):
        (body,) = re.findall(r"<body[^>]*>", session.host.get(path).text)
        assert ('translate="no"' in body) == (path in named), path


def test_names_without_a_font_are_told_beside_each_print(over: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.rendering.fonts._printable", str.isascii)
    table, anna = f"/t/{over.key}", over.players[0]
    pages = (table, f"{table}/screen", "/people")
    assert all(NO_FONT not in anna.get(page).text for page in pages)
    saved(anna.tap(over.key, "rename", name="李雷", op="anna-is-renamed"))
    for page in pages:
        told = anna.get(page).text.split(NO_FONT)[1:]
        assert len(told) == (1 if page == "/people" else 2), page  # on the page and in its menu
        assert all(one.startswith("李雷; boxes appear on paper instead.\nTo fix it, install") for one in told)
        assert page == "/people" or all(f'href="{table}/summary">Print from this browser' in one for one in told)
    lobby = Session(over.app, over.host).open()
    saved(lobby.device("li").tap(lobby.key, "sit", name="李雷", colour="orange"))
    assert NO_FONT + "李雷;" in lobby.host.get(f"/t/{lobby.key}").text, "beside a blank score sheet"
