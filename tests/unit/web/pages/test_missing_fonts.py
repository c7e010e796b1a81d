"""Names that no font on the server can print are named beside what prints them."""

import pytest

from tests.unit.web.support.devices import Session, saved

SENTENCE = "No font on the server can print "


@pytest.fixture(autouse=True)
def no_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has fonts for Latin alone."""
    monkeypatch.setattr("companion.rendering.fonts._printable", str.isascii)


def test_names_without_a_font_are_named_beside_every_print(over: Session) -> None:
    table, anna = f"/t/{over.key}", over.players[0]
    pages = (table, f"{table}/screen", "/people")
    assert all(SENTENCE not in anna.get(page).text for page in pages)
    saved(anna.tap(over.key, "rename", name="李雷", op="anna-is-renamed"))
    for page in pages:
        told = anna.get(page).text.split(SENTENCE)[1:]
        assert len(told) == (1 if page == "/people" else 2), page  # on the page and in its menu
        assert all(one.startswith("李雷; boxes appear on paper instead.\nTo fix it, install") for one in told)
        assert page == "/people" or all(f'href="{table}/summary">Print from this browser' in one for one in told)


def test_so_they_are_beside_a_blank_score_sheet(over: Session) -> None:
    lobby = Session(over.app, over.host).open()
    saved(lobby.device("li").tap(lobby.key, "sit", name="李雷", colour="orange"))
    assert SENTENCE + "李雷;" in lobby.host.get(f"/t/{lobby.key}").text
