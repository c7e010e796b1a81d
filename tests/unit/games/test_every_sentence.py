"""Laws of all games with sentences of their own: each sentence names the right players and numbers."""

import re
from collections.abc import Iterator

import pytest

from companion.games import GAMES
from companion.paths import HERE, data_dir
from tests.unit.games.playing import Played, whole_game
from tests.unit.games.saying import FIGURE, PLUS_NOTHING, sentences, unbroken

WORDED = [slug for slug in GAMES if (data_dir("templates") / slug / "_words.html").exists()]


def some_games(slug: str) -> Iterator[Played]:
    """Games with each number of players, and each house rule in turn."""
    game = GAMES[slug]
    for number, players in enumerate((*game.players, *game.players, *game.players)):
        options = {key: values[number % len(values)] for key, values in game.choices.items()}
        yield whole_game(slug, players, options, number)


@pytest.mark.parametrize("slug", WORDED)
def test_every_event_has_a_sentence_with_its_player(slug: str) -> None:
    says = sentences(slug)
    for game in some_games(slug):
        for fact in game.facts:
            told, seat = unbroken(says.told(fact, game.header.players)), getattr(fact, "seat", None)
            assert told.strip(), fact
            assert seat is None or game.header.players[seat] in told, f"{told} does not name who did {fact}"


@pytest.mark.parametrize("slug", WORDED)
def test_no_sentence_puts_a_plus_before_0(slug: str) -> None:
    says = sentences(slug)
    for game in some_games(slug):
        for fact in game.facts:
            told = str(says.told(fact, game.header.players))
            assert not PLUS_NOTHING.search(told), told


@pytest.mark.parametrize("slug", WORDED)
def test_achievement_totals_tell_count_and_amount(slug: str) -> None:
    says, collect = sentences(slug), GAMES[slug].achievements.collect
    kinds = {feat.word for game in some_games(slug) for feat in collect(game.states[-1]) if feat.seat is not None}
    told = {kind: unbroken(says.in_all(kind, 7, 234, 5)) for kind in kinds}
    figures = {kind: set(FIGURE.findall(text)) for kind, text in told.items() if text.strip()}
    assert bool(figures) == bool(kinds), f"in_all in templates/{slug}/_words.html tells nothing of {kinds}"
    assert all(found in ({"7", "234"}, {"7", "234", "5"}) for found in figures.values()), told


@pytest.mark.parametrize("slug", WORDED)
def test_every_refusal_has_a_sentence(slug: str) -> None:
    names = [f"{folder}/_refused.txt" for folder in ("table", slug)]
    told = "".join((data_dir("templates") / name).read_text(encoding="utf-8") for name in names)
    code = "".join(path.read_text(encoding="utf-8") for path in (HERE / "games" / slug).glob("*.py"))
    reasons = set(re.findall(r'(?:InvalidMove|IllegalMove|Unseen)\(\s*"([a-z0-9-]+)"', code))
    assert bool(reasons) == bool(re.search(r"raise (?:InvalidMove|IllegalMove|Unseen)\b", code))
    assert {reason for reason in reasons if f'reason == "{reason}"' not in told} == set()
