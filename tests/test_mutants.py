"""The list of mutants that are no fault is of the tree as it is: each is still made, at its place."""

import pytest

from tests.mutants import code, pages
from tests.mutants.drawing import equivalent

EQUIVALENT = sorted(equivalent())


@pytest.mark.parametrize("entry", EQUIVALENT, ids=[f"{path}: {above}" for path, above, _, _ in EQUIVALENT])
def test_what_is_told_as_no_fault_is_a_mutant_of_the_tree_as_it_is(entry: tuple[str, str, str, str]) -> None:
    path = entry[0]
    made = (code if path.endswith(".py") else pages).mutants(path)
    assert entry in {(path, mutant.above(), *mutant.lines()) for mutant in made}


def test_some_mutants_are_told_as_no_fault() -> None:
    assert EQUIVALENT
