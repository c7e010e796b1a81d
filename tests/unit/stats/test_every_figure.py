"""Every figure that evenings tell is what a second reckoning from their records gives."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import Phase, given, settings

from companion.cli import cli
from companion.games import GAMES
from tests.unit.stats.houses import SHOWN, SPELLED, Sketch, house, joined, sketched
from tests.unit.stats.plays import Json, memory
from tests.unit.stats.reckoning import best_round, reckon

BESIDE = {"name", "colours", "unit", "game"}
"""What the second reckoning leaves out, or has as a key."""


def told(folder: Path, *more: str) -> Json:
    """What the command writes."""
    done = CliRunner().invoke(cli, ["stats", "--json", "--data", str(folder), *more])
    assert done.exit_code == 0, done.output
    answer: Json = json.loads(done.output)
    return answer


def by_name(answer: Json) -> Json:
    """Lists of people and games by what they are called, as the second reckoning has them."""
    people = {one["name"].casefold(): one for one in answer["people"]}
    for one in people.values():
        one["rivals"] = {rival["name"].casefold(): without(rival) for rival in one["rivals"]}
        one["games"] = {at["game"]: without(at) for at in one["games"]}
    games = {one["game"]: without(one) for one in answer["games"]}
    return {**answer, "people": {name: without(one) for name, one in people.items()}, "games": games}


def without(told: Json) -> Json:
    return {key: value for key, value in told.items() if key not in BESIDE}


def known_as(answer: Any, known: Mapping[str, str]) -> Any:
    """The reckoning has the names that were typed where the command has those that are shown."""
    if isinstance(answer, list):
        return [known_as(one, known) for one in answer]
    if isinstance(answer, dict):
        return {
            key: known.get(str(value).casefold(), value) if key == "player" and value else known_as(value, known)
            for key, value in answer.items()
        }
    return answer


def stripped(reckoned: Json) -> Json:
    """Each result of everybody is told of one person alone."""
    for one in reckoned["people"].values():
        for at in one["games"].values():
            del at["results"]
    return reckoned


@settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))  # a house that is made smaller is hardly plainer
@given(some=sketched, known=joined)
def test_all_figures_are_those_of_a_second_reckoning_from_the_records(
    some: list[Sketch], known: dict[str, str]
) -> None:
    with house(some, known) as (folder, plays):
        reckoned = known_as(reckon(plays, known), known)
        for who, mine in reckoned["people"].items():
            assert by_name(told(folder, "--person", who))["people"] == {who: mine}
        for slug in reckoned["games"]:
            answer = by_name(told(folder, "--game", slug))
            alone = known_as(reckon([play for play in plays if play.slug == slug], known), known)
            assert answer == stripped(alone)
        assert by_name(told(folder)) == stripped(reckoned)


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_of_which_something_is_remembered_is_reckoned_a_second_time(slug: str) -> None:
    lore = GAMES[slug].achievements
    assert memory(slug) or not (lore.best or lore.favourite), (
        f"{slug} has a Lore: tests/unit/games/{slug}/remembered.py reckons it again, without it; what it must have "
        "tests/unit/stats/plays.py says"
    )


@pytest.mark.parametrize("slug", [slug for slug in GAMES if memory(slug)])
def test_a_game_with_a_story_alone_has_its_best_round_by_that(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with house([Sketch(slug, 3, seed, SPELLED[0:6:2], seed, 60) for seed in range(1, 4)], {}) as (_, plays):
        by_its_own = best_round(plays)
        assert by_its_own is not None
        monkeypatch.setattr("tests.unit.stats.reckoning.memory", lambda _: None)
        assert best_round(plays) == by_its_own


def test_every_kind_of_feat_of_every_game_comes_up_there() -> None:
    """So that the law is about something: sales too, which seldom come about by chance."""
    some = [
        Sketch(slug, 4, seed, SPELLED[0:8:2], seed, 60)
        for slug in ("vabanque", "banque_fatale", "wetten")
        for seed in range(1, 9)
    ]
    with house(some, {"ben": SHOWN[0]}) as (folder, plays):
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
def test_a_person_is_found_by_any_name_and_any_case(spelled: str) -> None:
    with house([Sketch("toy", 3, 1, ("Anna", "Ben", "Carla"), 1, None)], {"anna": "Annabel"}) as (folder, _):
        (found,) = told(folder, "--person", spelled)["people"]
        assert (found["name"], found["plays"]) == ("Annabel", 1)
