"""A start wastes no time, nor does an end: what is imported is not looked through for garbage, as all of it stays."""

import atexit
import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import addresses, serve, terminal
from companion.__main__ import main
from companion.cli import cli


@pytest.fixture
def collecting(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether garbage is looked for when a server runs, and when a command is done."""
    found: list[bool] = []
    monkeypatch.setattr(serve, "run", lambda *_: found.append(gc.isenabled()))
    monkeypatch.setattr(terminal, "speak", lambda _lang: None)
    monkeypatch.setattr(terminal, "worded", lambda _cli: lambda: found.append(gc.isenabled()))
    gc.disable()
    yield found
    gc.enable()


def test_a_server_looks_for_it_once_all_is_imported(collecting: list[bool], tmp_path: Path) -> None:
    cli(["serve", "--data", str(tmp_path)], standalone_mode=False)
    assert collecting == [True]


@pytest.mark.parametrize(("word", "looked_for"), [("score", True), ("import", True), ("serve", False)])
def test_other_commands_look_for_it_before_they_begin(
    word: str, looked_for: bool, collecting: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gevent.monkey.patch_all", lambda: None)
    monkeypatch.setattr(sys, "argv", ["companion", word])
    main()
    assert collecting == [looked_for]


@pytest.mark.usefixtures("collecting")
def test_nothing_is_looked_through_when_a_command_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_end: list[object] = []
    monkeypatch.setattr(atexit, "register", at_the_end.append)
    monkeypatch.setattr(sys, "argv", ["companion", "score"])
    main()
    assert at_the_end == [gc.freeze]


def test_who_listens_at_one_address_looks_for_no_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ifaddr", None)  # to import it is an error now
    assert addresses.told("127.0.0.1") == "127.0.0.1"
    monkeypatch.setattr(addresses, "_found", (-addresses.FRESH, ()))
    with pytest.raises(ImportError):
        addresses.told("0.0.0.0")
