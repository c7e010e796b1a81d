"""Notes to hand out where the bank must exchange some or keep a rest, on the page and on paper."""

from dataclasses import replace

import pytest

from companion.games.vabanque.events import RoundPaid
from companion.games.vabanque.money import Exchange, Handout
from companion.games.vabanque.state import State
from companion.games.vabanque.template_api import TemplateApi
from tests.integration.printing.sheets import known_game, plain, summary
from tests.unit.games.playing import whole_game
from tests.unit.web.support.markup import plain as words_of
from tests.unit.web.support.markup import squeezed
from tests.unit.web.support.moments import shown

SAID = (
    "First Carla swaps 2 × 5,000 for 10,000 from the bank. Notes: 1 × 50,000, 3 × 1,000 "
    "Companion holds 7,000 until the next payout."
)


@pytest.fixture(autouse=True)
def _short_of_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each round the bank needs Carla's notes to pay Ben, and cannot pay him all."""
    exchange = Exchange(2, ((5_000, 2),), 10_000)
    handout = Handout(1, 60_000, ((50_000, 1), (1_000, 3)), exchange, 7_000)

    def handouts(state: State) -> tuple[tuple[Handout, ...], ...]:
        return tuple((handout,) for _ in state.rounds)

    monkeypatch.setattr(TemplateApi, "handouts", staticmethod(handouts))


def test_paper_tells_notes_beside_who_is_paid() -> None:
    player_view = known_game()
    sheet = summary(replace(player_view, preferences={**player_view.preferences, "money": "paper"}))
    paid = player_view.state.rounds[0]
    assert f"Ben {SAID} {paid.paid[1]:,} {paid.money[1]:,}" in plain(sheet)
    assert plain(sheet).count("Notes:") == 1


def test_page_tells_notes_beside_who_is_paid() -> None:
    game = whole_game("vabanque", 3, {}, 1)
    pages = [one for one in shown(game, {"money": "paper", "cue": "edition"}) if isinstance(one.page, RoundPaid)]
    assert pages
    for one in pages:
        page = words_of(one.phone["payout"].partition('<form data-tap data-for="player host"')[0])
        assert squeezed(SAID) in squeezed(page)
