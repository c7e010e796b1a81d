"""Drawings: those a page refers to are there, marks differ, and no sprite shows a hidden card."""

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from companion.table.model.names import COLOURS
from companion.table.model.roster import paging
from companion.web.live.public_page import environment
from tests.unit.web.support.devices import new_session, saved

every_game = pytest.mark.parametrize("slug", GAMES)
TEMPLATES = data_dir("templates")
USED = re.compile(r'<use\b[^>]*?href="#([^"]+)"')
GIVEN = re.compile(r'\bid="([^"]+)"')


def missing(page: str, more: str = "") -> set[str]:
    """References without their drawing."""
    return set(USED.findall(page + more)) - set(GIVEN.findall(page))


@every_game
def test_page_holds_every_drawing_it_refers_to(slug: str, tmp_path: Path) -> None:
    luck, session, nth = Random(5), new_session(tmp_path, game=slug), 0
    phone = session.players[0]
    while session.table.asks or paging(session.table.roster):
        if nth % 9 == 0 or paging(session.table.roster):
            hand = phone.get(f"/t/{session.key}/hand").text
            assert missing(phone.get(f"/t/{session.key}").text, hand) == set()
        if nth % 40 == 0:
            assert missing(session.host.get(f"/t/{session.key}/screen").text) == set()
        saved(session.page() if paging(session.table.roster) else session.by_chance(luck))
        nth += 1
    for path in (f"/t/{session.key}", f"/t/{session.key}/screen", "/", "/new"):
        assert missing(session.host.get(path).text) == set()


@every_game
def test_each_drawing_has_its_own_name(slug: str) -> None:
    env = environment("en")
    shared = GIVEN.findall("".join(env.get_template(name).render() for name in ("symbols.svg", "drawn/sprite.svg")))
    sprite = TEMPLATES / slug / "sprite.svg"
    own = GIVEN.findall(env.get_template(f"{slug}/sprite.svg").render()) if sprite.exists() else []
    assert len(shared + own) == len({*shared, *own})


def test_no_token_has_the_shape_of_a_player() -> None:
    marks = environment("en").get_template("banque_fatale/_tokens.html").module.marks  # type: ignore[attr-defined]
    assert len(set(marks.values())) == len(marks) == 5
    assert not set(marks.values()) & set(COLOURS.values())

    def outlines(sheet: str) -> dict[str | None, str]:
        root = ElementTree.parse(TEMPLATES / sheet).getroot()
        return {one.get("id"): ElementTree.tostring(one[0], encoding="unicode").strip() for one in root}

    drawn = {**outlines("symbols.svg"), **outlines("banque_fatale/marks.svg")}
    assert set(marks.values()) | set(COLOURS.values()) == set(drawn)
    assert len(set(drawn.values())) == len(drawn)


def test_no_sprite_shows_a_hidden_card() -> None:
    sprites = "".join(path.read_text() for path in TEMPLATES.rglob("sprite.svg"))
    for card in ("raise", "bluff", "trap"):
        for outline in re.findall(r' d="([^"]+)"', (TEMPLATES / "vabanque" / f"{card}.svg").read_text()):
            assert outline not in sprites
        assert card not in sprites
