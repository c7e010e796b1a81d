"""House rules: each that a game has is offered where a table is opened, and what was chosen is played by."""

from itertools import zip_longest
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.choices import IntRange, parse_choices
from companion.games.types import format_for_record
from tests.unit.web.support.devices import Session, new_session
from tests.unit.web.support.forms import Page

every_game = pytest.mark.parametrize("slug", GAMES)


def can_be_chosen(slug: str) -> dict[str, list[str]]:
    """What can be chosen before a game, as forms spell it, the usual first; of numbers the usual, least and most."""
    choices = {**GAMES[slug].choices, **GAMES[slug].preferences}
    values = {key: (of[0], of.low, of.high) if isinstance(of, IntRange) else of for key, of in choices.items()}
    return {key: [format_for_record(value) for value in of] for key, of in values.items()}


@pytest.fixture
def house(tmp_path: Path) -> Session:
    """A host who opens tables."""
    return new_session(tmp_path)


@every_game
def test_a_new_table_offers_each_and_nothing_else(house: Session, slug: str) -> None:
    offers = [form.offered(set()) for form in Page(house.host.sees("/new")).forms]
    (offered,) = (offer for offer in offers if "game" in offer and slug in offer["game"])
    rules = can_be_chosen(slug)
    assert {*offered} == {"game", "op", *rules}
    for key, values in rules.items():
        numbers = {str(end) for end in offered[key].ends} if offered[key].numbers else set()
        assert {values[0], *offered[key].values, *numbers} == {*values}


@every_game
def test_a_table_is_played_by_what_was_chosen(house: Session, slug: str) -> None:
    rules = can_be_chosen(slug)
    for values in zip_longest(*rules.values()):
        chosen = {key: value for key, value in zip(rules, values, strict=True) if value is not None}
        table = house.open(game=slug, **chosen).table
        usual = {key: values[0] for key, values in rules.items()}
        assert table.options == parse_choices({**usual, **chosen}, GAMES[slug].choices)
        assert table.preferences == parse_choices({**usual, **chosen}, GAMES[slug].preferences)
