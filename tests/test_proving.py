"""A run of the whole leaves nothing out but combinations of what it tries, and what another test shows."""

from copy import copy
from itertools import product
from types import SimpleNamespace

import pytest

from tests import proving
from tests.proving import begin, choices, each_choice, everything, hand_on, left_out, many, of

GAMES, LANGUAGES, PAPERS = ("vabanque", "wetten"), ("en", "de", "fr", "it"), ("a4", "letter")
EVERY = [frozenset(enumerate(case)) for case in product(GAMES, LANGUAGES, PAPERS)]


def test_each_value_is_tried_and_no_more_cases_than_the_longest_list_has() -> None:
    cases = [frozenset((str(name), value) for name, value in case) for case in EVERY]
    kept = [cases[number] for number in each_choice(cases)]
    assert frozenset().union(*kept) == frozenset().union(*cases)
    assert len(kept) == len(LANGUAGES)


def test_values_are_tried_about_equally_often() -> None:
    cases = [frozenset((str(name), value) for name, value in case) for case in EVERY]
    kept = [cases[number] for number in each_choice(cases)]
    assert sorted(sum(("0", game) in case for case in kept) for game in GAMES) == [2, 2]
    assert sorted(sum(("2", paper) in case for case in kept) for paper in PAPERS) == [2, 2]


@pytest.mark.each_choice
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.usefixtures("slug", "lang")
def test_nothing_but_combinations_is_left_out_of_this_very_test(request: pytest.FixtureRequest) -> None:
    here = [item for item in request.session.items if of(item) == of(request.node)]
    assert everything() or len(here) == len(LANGUAGES)
    kept = set(here) - set(left_out(here))
    assert frozenset().union(*map(choices, kept)) == frozenset().union(*map(choices, here))


def test_a_long_test_says_which_one_shows_it_shortly(request: pytest.FixtureRequest) -> None:
    short = copy(request.node)
    short.own_markers = []
    request.node.add_marker(pytest.mark.at_length(beside=of(short)))
    assert list(left_out([request.node, short])) == [request.node]
    with pytest.raises(pytest.UsageError, match="names the test that shows it shortly"):
        list(left_out([request.node]))


@pytest.mark.one_game("wetten")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.usefixtures("slug")
def test_of_this_very_test_a_run_of_the_whole_has_one_game(request: pytest.FixtureRequest) -> None:
    here = [item for item in request.session.items if of(item) == of(request.node)]
    assert [dict(choices(item))["slug"] for item in set(here) - set(left_out(here))] == [repr("wetten")]
    assert everything() or len(here) == 1
    others = [item for item in here if dict(choices(item))["slug"] != repr("wetten")]
    if others:
        with pytest.raises(pytest.UsageError, match="names one of its cases"):
            list(left_out(others))


@pytest.mark.parametrize(
    ("source", "options", "asked"),
    [
        ("TESTPATHS", {}, set()),
        ("ARGS", {}, {"all"}),
        ("TESTPATHS", {"keyword": "wetten"}, {"all"}),
        ("TESTPATHS", {"lf": True}, {"all"}),
        ("TESTPATHS", {"all": True}, {"all"}),
        ("TESTPATHS", {"prove": True}, {"prove"}),
    ],
)
def test_who_asks_for_a_part_gets_all_of_it_and_workers_the_same(
    source: str, options: dict[str, object], asked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "_asked", set())
    sources, option = pytest.Config.ArgsSource, SimpleNamespace(keyword=options.get("keyword", ""))
    begin(SimpleNamespace(args_source=sources[source], ArgsSource=sources, option=option, getoption=options.get))  # type: ignore[arg-type]
    assert proving._asked == asked
    assert everything() == bool(asked)
    assert many(10, 1_000) == (1_000 if "prove" in asked else 10)
    hand_on(worker := SimpleNamespace(workerinput={}))
    monkeypatch.setattr(proving, "_asked", set())
    begin(worker)  # type: ignore[arg-type]
    assert proving._asked == asked


def test_the_process_that_tries_has_been_told_how_much(request: pytest.FixtureRequest) -> None:
    assert many(10, 1_000) == (1_000 if request.config.getoption("prove") else 10)
