"""A law of all games with words of their own: a sentence tells what the rules know, of the right players."""

from collections.abc import Iterator, Sequence
from random import Random
from types import ModuleType

import pytest

from companion import record
from companion.games import GAMES
from companion.games.lore import Feat
from companion.paths import data_dir
from tests.games.owned import owned
from tests.games.playing import Played, whole_game
from tests.games.saying import FIGURE, PLUS_NOTHING, sentences, unbroken
from tests.games.wetten.dealing import a_record
from tests.web.pieces import plain

WORDED = [slug for slug in GAMES if (data_dir("templates") / slug / "_words.html").exists()]


def saying(slug: str) -> ModuleType:
    """What the sentences of a game must tell: `tests/games/<slug>/saying.py`."""
    module = owned(slug, "saying")
    assert module is not None, (
        f"tests/games/{slug}/saying.py is missing: whom and what figures each sentence of _words.html tells, as in "
        "tests/games/banque_fatale/saying.py"
    )
    return module


def known(ours: ModuleType) -> Sequence[str]:
    """Names beside the players', of which a sentence says those that it should and no other: its `KNOWN`, or none."""
    return tuple(getattr(ours, "KNOWN", ()))


def some_games(slug: str) -> Iterator[Played]:
    """Whole games with each number of players, and each of the house rules in turn."""
    game = GAMES[slug]
    for number, players in enumerate((*game.players, *game.players, *game.players)):
        options = {key: values[number % len(values)] for key, values in game.choices.items()}
        yield whole_game(slug, players, options, number)


def dealt(seeds: Sequence[int]) -> Iterator[Played]:
    """Games of Wetten! from the other dealer, who also breaks the bank."""
    for seed in seeds:
        read = record.read(line.encode() for line in a_record(Random(seed)))
        yield Played(read.header, seed, GAMES["wetten"], (), tuple(read.acts), (read.state,), tuple(read.told))


@pytest.mark.parametrize("slug", WORDED)
def test_every_sentence_names_the_right_players_and_every_figure_of_the_rules(slug: str) -> None:
    ours = saying(slug)
    for game in some_games(slug):
        told = list(ours.said(game))
        for sentence in told:
            sentence.check([*game.header.players, *known(ours)])
        assert len(told) >= len(game.facts), f"tests/games/{slug}/saying.py: each fact wants a sentence"


def test_so_does_every_sentence_of_a_game_in_which_the_bank_breaks() -> None:
    ours, broke = saying("wetten"), 0
    for game in dealt(range(40)):
        broke += any(fact.word == "BankBroke" for fact in game.facts)
        for sentence in ours.said(game):
            sentence.check([*game.header.players, *known(ours)])
    assert broke


@pytest.mark.parametrize("slug", WORDED)
def test_no_sentence_puts_a_plus_before_nothing(slug: str) -> None:
    says = sentences(slug)
    for game in some_games(slug):
        for fact in game.facts:
            told = str(says.told(fact, game.header.players))
            assert not PLUS_NOTHING.search(told), told


def test_what_is_remembered_of_a_game_without_words_of_its_own_is_told_in_its_codes_words() -> None:
    said = sentences("table")
    feat = Feat("bidding", 2, 1_234, 0, "seven", 3)
    told = (said.kind("bidding"), said.was_worth(feat), said.feat(feat, "Anna"), said.feat(feat, ""))
    assert tuple(map(plain, told)) == ("bidding", "1,234", "Anna in round 2", "Round 2")
    assert plain(said.in_all("bidding", 7, 1_234, 3)) == "7 · 1,234"
    assert plain(said.like("seven")) == "seven"


@pytest.mark.parametrize("slug", WORDED)
def test_what_somebody_did_in_all_is_told_with_how_often_and_how_much(slug: str) -> None:
    says, lore = sentences(slug), GAMES[slug].lore
    kinds = {feat.word for game in some_games(slug) for feat in lore.feats(game.states[-1]) if feat.seat is not None}
    told = {kind: unbroken(says.in_all(kind, 7, 234, 5)) for kind in kinds}
    figures = {kind: set(FIGURE.findall(text)) for kind, text in told.items() if text.strip()}
    assert bool(figures) == bool(kinds), f"in_all in templates/{slug}/_words.html tells nothing of {kinds}"
    assert all(found in ({"7", "234"}, {"7", "234", "5"}) for found in figures.values()), told
