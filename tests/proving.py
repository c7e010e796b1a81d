"""How much a run tries: a little of everything, all there is (`--all`), or as much as is promised (`--prove`).

What is tried with several languages, papers, games or numbers of players has the marker `each_choice`: a run of
the whole then tries each value of each parameter, though not each with each. What asks whole games of something that is
the same code for all has the marker `one_game`, and a run of the whole asks that one: each such test another. What
shows a thing once more and at length has the marker `at_length`, and says which test shows it shortly. Who asks for
files, for words (`-k`) or for what failed last (`--lf`) gets all of these.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

_asked: set[str] = set()


def begin(config: pytest.Config) -> None:
    """Once, before any module of tests is read: how many cases there are is said when it is."""
    if hasattr(config, "workerinput"):
        _asked.update(config.workerinput["asked"])
        return
    part = (
        config.args_source is not config.ArgsSource.TESTPATHS or config.option.keyword or config.getoption("lf", None)
    )
    _asked.update(option for option in ("all", "prove") if config.getoption(option) or (part and option == "all"))


def hand_on(node: Any) -> None:
    """To another process of the same run, to which files are always named."""
    node.workerinput["asked"] = sorted(_asked)


def everything() -> bool:
    """Whether all combinations and the long tests are run."""
    return bool(_asked)


def many(usual: int, promised: int) -> int:
    """How many examples: so many in each run, and what is promised where that is asked for."""
    return promised if "prove" in _asked else usual


def left_out(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """What a run of the whole does not try.

    :raises pytest.UsageError: a long test does not say which one shows the same shortly; one that asks one game has
        no such case
    """
    yield from _of_other_games(items)
    chosen: dict[str, list[pytest.Item]] = {}
    short = {of(item) for item in items if not item.get_closest_marker("at_length")}
    for item in items:
        if mark := item.get_closest_marker("at_length"):
            if mark.kwargs.get("beside") not in short:
                raise pytest.UsageError(f"{item.nodeid}: at_length(beside=…) names the test that shows it shortly")
            yield item
        elif item.get_closest_marker("each_choice"):
            chosen.setdefault(of(item), []).append(item)
    for cases in chosen.values():
        kept = set(each_choice([choices(case) for case in cases]))
        yield from (case for number, case in enumerate(cases) if number not in kept)


def _of_other_games(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    asked: dict[str, list[tuple[pytest.Item, bool]]] = {}
    for item in items:
        if mark := item.get_closest_marker("one_game"):
            own = repr(mark.args[0]) in {value for _, value in choices(item)}
            asked.setdefault(of(item), []).append((item, own))
    for test, cases in asked.items():
        if not any(own for _, own in cases):
            raise pytest.UsageError(f"{test}: one_game(…) names one of its cases")
        yield from (item for item, own in cases if not own)


def of(item: pytest.Item) -> str:
    """The test that a case is of."""
    return item.nodeid.partition("[")[0]


def choices(item: pytest.Item) -> frozenset[tuple[str, str]]:
    """The values of a case's parameters."""
    assert isinstance(item, pytest.Function)
    return frozenset((name, repr(value)) for name, value in item.callspec.params.items())


def each_choice(cases: list[frozenset[tuple[str, str]]]) -> Iterator[int]:
    """Numbers of cases that have each value at least once between them.

    The next is one that brings the most new values; among those the one whose other values were met least.
    """
    met: Counter[tuple[str, str]] = Counter()
    while True:
        new = [sum(not met[value] for value in case) for case in cases]
        if not any(new):
            return
        best = max(range(len(cases)), key=lambda case: (new[case], -sum(met[value] for value in cases[case]), -case))
        met.update(cases[best])
        yield best
