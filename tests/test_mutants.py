"""The list of mutants that are no fault is of the tree as it is, and what no test comes by is found."""

import pytest
from coverage import CoverageData

from tests.mutants import code, pages
from tests.mutants.drawing import equivalent
from tests.mutants.unreached import unreached

EQUIVALENT = sorted(equivalent())


@pytest.mark.parametrize("entry", EQUIVALENT, ids=[f"{path}: {above}" for path, above, _, _ in EQUIVALENT])
def test_what_is_told_as_no_fault_is_a_mutant_of_the_tree_as_it_is(entry: tuple[str, str, str, str]) -> None:
    path = entry[0]
    made = (code if path.endswith(".py") else pages).mutants(path)
    assert entry in {(path, mutant.above(), *mutant.lines()) for mutant in made}


def test_some_mutants_are_told_as_no_fault() -> None:
    assert EQUIVALENT


def test_a_line_that_no_test_comes_by_is_told_with_its_place() -> None:
    told = list(unreached(["companion/games/choices.py"], CoverageData(no_disk=True)))
    assert all(line.startswith("companion/games/choices.py:") for line in told)
    assert [line for line in told if line.endswith("  return max(self)")]
    assert not [line for line in told if "import" in line or "class " in line or "def " in line]


def test_a_line_that_a_test_comes_by_is_not() -> None:
    every = list(unreached(["companion/games/choices.py"], CoverageData(no_disk=True)))
    lines = CoverageData(no_disk=True)
    lines.set_context("tests/test_one.py::test_one")
    lines.add_lines({"companion/games/choices.py": [int(every[0].split(":")[1].split()[0])]})
    assert list(unreached(["companion/games/choices.py"], lines)) == every[1:]
