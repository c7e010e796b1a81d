"""Whoever looks at a game outside of the tests is told what went wrong at the server."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser.outside import telling


@pytest.mark.parametrize(
    ("wrote", "notes"), [("Traceback: no tree", ["the server wrote:\nTraceback: no tree"]), ("", [])]
)
def test_an_error_bears_what_the_server_wrote(wrote: str, notes: list[str]) -> None:
    server: Any = SimpleNamespace(faults=lambda: wrote)
    with pytest.raises(TimeoutError) as late, telling(server):
        raise TimeoutError("waiting for the hand")
    assert getattr(late.value, "__notes__", []) == notes
