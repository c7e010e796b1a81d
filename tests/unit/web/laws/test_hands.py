"""A hand shows all that its player hides; a public move in words names its player and its figures."""

import re
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import SimpleNamespace

import pytest

from companion.games import GAMES
from companion.games.types import HIDDEN, is_seat
from companion.paths import data_dir
from companion.rendering import templating
from companion.table.model.player_view import PlayerView, player_view
from companion.web.live.public_page import render_hand
from tests.unit.web.support.markup import plain, squeezed
from tests.unit.web.support.moments import in_play, moments

every_game = pytest.mark.parametrize("slug", GAMES)
NOTHING = "There is nothing hidden to look at now."
LOOKED_AT = 60
OWN = [slug for slug in GAMES if (data_dir("templates") / slug / "_hand.html").exists()]


def told(slug: str, mine: PlayerView) -> str:
    """The words of a hand, by `tests/unit/web/hands/<slug>.py`."""
    assert find_spec(f"tests.unit.web.hands.{slug}"), (
        f"tests/unit/web/hands/{slug}.py is missing: all that templates/{slug}/_hand.html tells of a hand, as in "
        "tests/unit/web/hands/vabanque.py"
    )
    held = mine.hand()
    return " ".join(import_module(f"tests.unit.web.hands.{slug}").told(held, mine)) if held else ""


@pytest.mark.parametrize("slug", OWN)
def test_hand_shows_all_of_it_in_order(slug: str) -> None:
    full, moments = Counter[int](), in_play(slug)
    for one in Random(0).sample(moments, min(len(moments), LOOKED_AT)):
        for seat in range(len(one.player_view.people)):
            mine = player_view(one.table, seat)
            expected = told(slug, mine)
            shown = squeezed(plain(render_hand("en", mine, looks_only=True)))
            assert shown == squeezed(expected or NOTHING), (seat, mine.hand())
            full[seat] += bool(expected)
    assert full.total() > 20, f"of {len(moments)} moments so few have something to look at: {dict(full)}"
    assert all(full[seat] for seat in range(GAMES[slug].players[-1])), "somebody never had anything to look at"


@every_game
def test_public_move_is_told_with_its_player_and_figures(slug: str) -> None:
    """As the host's page for corrections and the summary tell it."""
    template = templating.text_environment("en").select_template([f"{slug}/_told.html", "table/_told.html"])
    last = moments(slug)[-1]
    game, names = last.player_view.game, last.player_view.names
    for play in last.player_view.played:
        move, line = play.act.move, game.write(play.act.move)
        secret = game.redact(move) != move or HIDDEN in line.values()
        if secret and not game.copied_from_card(move, last.player_view.preferences):
            continue  # never corrected, and so never told
        told = template.render(line=line, seat=play.act.seat, player_view=SimpleNamespace(names=names))
        named = [seat for seat, name in enumerate(names) if re.search(rf"\b{name}\b", told)]
        named_in_it = [line.pop(key) for key in list(line) if is_seat(key)]
        seats = {seat for seat in (play.act.seat, *named_in_it) if isinstance(seat, int)}
        assert named == sorted(seats), told
        figures = [int(figure) for figure in re.findall(r"\d+", told)]
        numbers = sorted(abs(number) for number in _numbers(slug, line))
        assert [one for one in sorted(figures) if one] == [one for one in numbers if one], (told, line)


def _numbers(slug: str, line: dict[str, object]) -> Iterable[int]:
    """All numbers of a line, and those keys that are tables; horses have names."""
    for value in line.values():
        if isinstance(value, dict):
            yield from value.values()
            yield from map(int, value if slug == "vabanque" else ())
        elif isinstance(value, list | tuple):
            yield from value
        elif isinstance(value, int):
            yield value
