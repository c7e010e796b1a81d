"""The port that a server takes, and the message if it is not the wished one."""

import errno
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.server import serve
from companion.web.settings import Settings
from tests.support.ports import free_port

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that is in use."""
    with socket.create_server((HERE, free_port())) as there:
        yield there.getsockname()[1]


def refused(patch: pytest.MonkeyPatch, number: int) -> None:
    """Let every bind fail with this error."""

    def bind(_self: socket.socket, _address: object) -> None:
        raise OSError(number, "no")

    patch.setattr(socket.socket, "bind", bind)


def test_taken_port_is_replaced_and_announced(taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(tmp_path, taken, "")
    with serve._listen(HERE, taken, exact=False) as listener:
        serve._set_address(settings, listener, HERE)
        serve._print_address(settings, None)
    assert settings.port != taken
    assert f"Port {taken} is taken; Companion uses port {settings.port} instead." in capsys.readouterr().out


@pytest.mark.parametrize("port", [0, None])
def test_free_port_is_not_announced(port: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(tmp_path, free_port() if port is None else port, "")
    with serve._listen(HERE, settings.port, exact=False) as listener:
        serve._set_address(settings, listener, HERE)
        serve._print_address(settings, None)
    assert "uses port" not in capsys.readouterr().out


@pytest.mark.parametrize("exact", [False, True])
def test_low_port_needs_rights(exact: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(monkeypatch, errno.EACCES)
    with pytest.raises(SystemExit) as told:
        serve._listen(HERE, 80, exact=exact)
    needs = "port 80 needs administrator rights, as ports below 1024 do; choose another --port, such as 8040"
    assert str(told.value) == f"companion: {needs}"


def test_ports_are_tried_up_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def bind(_self: socket.socket, address: tuple[str, int]) -> None:
        tried.append(address[1])
        raise OSError(errno.EADDRINUSE, "no")

    monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(SystemExit, match="no free port from 65530 on"):
        serve._listen(HERE, 65_530, exact=False)
    assert tried == [*range(65_530, 65_536)]
