"""Every figure of the statistics agrees with an independent reckoning from records."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import Phase, given, settings

from companion.cli import cli
from companion.games import GAMES
from tests.unit.stats.data_folders import SHOWN, SPELLED, Sketch, data_folder, joined, sketched
from tests.unit.stats.plays import Json, memory
from tests.unit.stats.reckoning import best_round, reckon

BESIDE = {"name", "colours", "unit", "game", "title"}
"""Keys that the reckoning leaves out, or uses as keys of mappings."""


def told(folder: Path, *more: str) -> Json:
    """The output of the command."""
    done = CliRunner().invoke(cli, ["stats", "--json", "--data", str(folder), *more])
    assert done.exit_code == 0, done.output
    answer: Json = json.loads(done.output)
    return answer


def by_name(answer: Json) -> Json:
    """Lists of people and games as mappings by name."""
    people = {one["name"].casefold(): one for one in answer["people"]}
    for one in people.values():
        one["rivals"] = {rival["name"].casefold(): without(rival) for rival in one["rivals"]}
        one["games"] = {at["game"]: without(at) for at in one["games"]}
    games = {one["game"]: without(one) for one in answer["games"]}
    return {**answer, "people": {name: without(one) for name, one in people.items()}, "games": games}


def without(told: Json) -> Json:
    return {key: value for key, value in told.items() if key not in BESIDE}


def known_as(answer: Any, known: Mapping[str, str]) -> Any:
    """The reckoning with display names in place of typed ones."""
    if isinstance(answer, list):
        return [known_as(one, known) for one in answer]
    if isinstance(answer, dict):
        return {
            key: known.get(str(value).casefold(), value) if key == "player" and value else known_as(value, known)
            for key, value in answer.items()
        }
    return answer


def stripped(reckoned: Json) -> Json:
    """The reckoning without single results, which are listed for one person only."""
    for one in reckoned["people"].values():
        for at in one["games"].values():
            del at["results"]
    return reckoned


@settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))  # shrinking takes long and helps little
@given(some=sketched, known=joined)
def test_statistics_match_an_independent_reckoning(some: list[Sketch], known: dict[str, str]) -> None:
    with data_folder(some, known) as (folder, plays):
        reckoned = known_as(reckon(plays, known), known)
        for who, mine in reckoned["people"].items():
            assert by_name(told(folder, "--person", who))["people"] == {who: mine}
        for slug in reckoned["games"]:
            answer = by_name(told(folder, "--game", slug))
            alone = known_as(reckon([play for play in plays if play.slug == slug], known), known)
            assert answer == stripped(alone)
        assert by_name(told(folder)) == stripped(reckoned)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_with_achievements_is_reckoned_again(slug: str) -> None:
    achievements = GAMES[slug].achievements
    assert memory(slug) or not (achievements.best or achievements.favourite), (
        f"{slug} has achievements: count them again in tests/unit/games/{slug}/achievements.py, without the game's own "
        "code. tests/unit/stats/plays.py says what it needs."
    )


@pytest.mark.parametrize("slug", [slug for slug in GAMES if memory(slug)])
def test_best_round_comes_from_the_chart_alone(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with data_folder([Sketch(slug, 3, seed, SPELLED[0:6:2], seed, 60) for seed in range(1, 4)], {}) as (_, plays):
        by_its_own = best_round(plays)
        assert by_its_own is not None
        monkeypatch.setattr("tests.unit.stats.reckoning.memory", lambda _: None)
        assert best_round(plays) == by_its_own


def test_every_kind_of_achievement_comes_up() -> None:
    """So that the law covers all kinds, also sales, which are rare."""
    some = [
        Sketch(slug, 4, seed, SPELLED[0:8:2], seed, 60)
        for slug in ("vabanque", "banque_fatale", "wetten")
        for seed in range(1, 9)
    ]
    with data_folder(some, {"ben": SHOWN[0]}) as (folder, plays):
        answer = by_name(told(folder))
        assert answer == stripped(known_as(reckon(plays, {"ben": SHOWN[0]}), {"ben": SHOWN[0]}))
        kinds = {slug: {one["kind"] for one in game["records"]} for slug, game in answer["games"].items()}
    assert kinds == {
        "vabanque": {"pawn", "trap", "table", "bluff"},
        "banque_fatale": {"sale", "extra", "bargain", "vain", "fall"},
        "wetten": {"win", "odds", "bet", "finish"},
    }
    assert answer["people"]["anna"]["plays"] == 24, "two names that are joined are one person, once at each evening"


@pytest.mark.parametrize("spelled", ["ANNABEL", "annabel", "Anna"])
def test_person_is_found_by_any_name_and_case(spelled: str) -> None:
    with data_folder([Sketch("toy", 3, 1, ("Anna", "Ben", "Carla"), 1, None)], {"anna": "Annabel"}) as (folder, _):
        (found,) = told(folder, "--person", spelled)["people"]
        assert (found["name"], found["plays"]) == ("Annabel", 1)
