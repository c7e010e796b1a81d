"""The page of corrections: each of its forms is a correction, or the house says why it is none."""

from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.house import paging
from tests.web.corrections import forms
from tests.web.devices import Evening, an_evening, done

FORMS = 60


@pytest.mark.parametrize("slug", GAMES)
def test_every_form_of_the_page_is_a_correction_or_says_why_it_is_none(tmp_path: Path, slug: str) -> None:
    assert set(tried_in(an_evening(tmp_path, game=slug))) <= {200, 409}


def test_some_form_of_the_page_is_a_correction(tmp_path: Path) -> None:
    assert any(200 in tried_in(an_evening(tmp_path / slug, game=slug)) for slug in GAMES)


def tried_in(evening: Evening) -> list[int]:
    """What the house says to every form of the page, all through a game."""
    luck = Random(evening.table.slug)
    tried: list[int] = []
    while evening.table.asks and len(tried) < FORMS:
        if evening.table.correctable:
            page = evening.host.get(f"/t/{evening.key}/correct").text
            tried += [evening.host.tap(evening.key, "propose", **form).status_code for form in forms(page)]
        ask = luck.choice([ask for ask in evening.table.asks if ask.waits or ask.do == "action-card"])
        done(evening.act(ask, evening.table.game.suggest(evening.table.state, ask, luck)))
        if paging(evening.table.house):
            done(evening.page(end=True))
    return tried
