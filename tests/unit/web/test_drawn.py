"""The drawn things: what a page refers to is there, marks are told apart, and no sprite gives a face away."""

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from companion.games import GAMES
from companion.paths import data_dir
from companion.table.model.colours import COLOURS
from companion.table.model.roster import paging
from companion.web.live.public_page import environment
from tests.unit.web.devices import Evening, an_evening, done

every_game = pytest.mark.parametrize("slug", GAMES)
TEMPLATES = data_dir("templates")
USED = re.compile(r'<use\b[^>]*?href="#([^"]+)"')
GIVEN = re.compile(r'\bid="([^"]+)"')


def some_of_a_game(evening: Evening, luck: Random) -> None:
    """The next act, or the next page of a payout."""
    if paging(evening.table.party):
        done(evening.page())
    else:
        done(evening.by_chance(luck))


def missing(page: str, more: str = "") -> set[str]:
    """What a page refers to, and does not hold."""
    return set(USED.findall(page + more)) - set(GIVEN.findall(page))


@every_game
def test_every_drawing_that_a_page_refers_to_is_there(slug: str, tmp_path: Path) -> None:
    luck, evening, nth = Random(5), an_evening(tmp_path, game=slug), 0
    phone = evening.players[0]
    while evening.table.asks or paging(evening.table.party):
        if nth % 9 == 0 or paging(evening.table.party):
            hand = phone.get(f"/t/{evening.key}/hand").text
            assert missing(phone.get(f"/t/{evening.key}").text, hand) == set()
        if nth % 40 == 0:
            assert missing(evening.host.get(f"/t/{evening.key}/screen").text) == set()
        some_of_a_game(evening, luck)
        nth += 1
    for path in (f"/t/{evening.key}", f"/t/{evening.key}/screen", "/", "/new"):
        assert missing(evening.host.get(path).text) == set()


@every_game
def test_a_drawing_is_called_by_a_name_of_its_own(slug: str) -> None:
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


def test_the_faces_of_hidden_cards_are_in_no_sprite() -> None:
    sprites = "".join(path.read_text() for path in TEMPLATES.rglob("sprite.svg"))
    for card in ("raise", "bluff", "trap"):
        for outline in re.findall(r' d="([^"]+)"', (TEMPLATES / "vabanque" / f"{card}.svg").read_text()):
            assert outline not in sprites
        assert card not in sprites


COMMENT, CODE = re.compile(r"\{#.*?#\}", re.DOTALL), re.compile(r"\{[{%].*?[%}]\}", re.DOTALL)
