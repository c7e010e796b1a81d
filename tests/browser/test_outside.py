"""Whoever looks at a game outside of the tests sets its house rules, and is told what went wrong at the server."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser.look import house_rules
from tests.browser.outside import telling


@pytest.mark.parametrize(
    ("wrote", "notes"), [("Traceback: no tree", ["the server wrote:\nTraceback: no tree"]), ("", [])]
)
def test_an_error_bears_what_the_server_wrote(wrote: str, notes: list[str]) -> None:
    server: Any = SimpleNamespace(faults=lambda: wrote)
    with pytest.raises(TimeoutError) as late, telling(server):
        raise TimeoutError("waiting for the hand")
    assert getattr(late.value, "__notes__", []) == notes


def test_house_rules_are_set_as_a_form_sends_them() -> None:
    assert house_rules("toy", ["rounds=1"]) == {"rounds": "1"}


@pytest.mark.parametrize(
    ("told", "refused"),
    [
        ("rounds=9", "The value of rounds is too small or too large. 1 to 5 was expected."),
        ("rounds", "The value of rounds is no whole number. 1 to 5 was expected."),
        ("turns=free", "The option turns is not known in this game. Expected: rounds."),
    ],
)
def test_one_that_there_is_not_is_refused_with_what_was_expected(told: str, refused: str) -> None:
    with pytest.raises(SystemExit) as bad:
        house_rules("toy", [told])
    assert bad.value.code == refused
