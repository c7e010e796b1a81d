"""The connections that are closed when there are too many."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.network.proxies import Proxies
from companion.server.connections import Server


class Client:
    """A connection that notes when it was closed."""

    closed = False

    def shutdown(self, _how: int) -> None:
        self.closed = True


class Connections:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.clients: dict[str, Client] = {}

    def connect(self, name: str, address: str, *, waiting: bool = True, many: bool = False) -> bool:
        """Open a connection; return whether it was accepted."""
        client = self.clients[name] = Client()
        self.server._open[client] = address
        if not self.server._close_another(address, many=many):
            del self.server._open[client]
            return False
        if waiting:
            self.server.waiting[client] = None
        for one in [one for one in self.clients.values() if one.closed]:
            self.server._open.pop(one, None)
        return True

    @property
    def closed(self) -> list[str]:
        return [name for name, client in self.clients.items() if client.closed]


@contextmanager
def serving(room: int, trusted: tuple[str, ...] = ()) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield Server(listener, None, room, Proxies(trusted))


def test_longest_waiting_of_the_fullest_address_is_closed() -> None:
    with serving(6) as server:
        server.share = 6
        connections = Connections(server)
        for name in ("Anna", "Ben"):
            connections.connect(name, "10.0.0.1")
        for name in ("Emil 1", "Emil 2", "Emil 3", "Emil 4"):
            connections.connect(name, "10.0.0.9")
        for name in ("Carla", "Dora"):
            assert connections.connect(name, "10.0.0.2", waiting=False)
        assert connections.closed == ["Emil 1", "Emil 2"]


def test_address_over_its_share_loses_its_own() -> None:
    with serving(10) as server:
        server.share = 2
        connections = Connections(server)
        connections.connect("Anna", "10.0.0.1")
        for number in range(4):
            assert connections.connect(f"Emil {number}", "10.0.0.9")
        assert connections.closed == ["Emil 0", "Emil 1"]
        for number in range(4, 6):
            assert connections.connect(f"Emil {number}", "10.0.0.9", waiting=False)
        assert not connections.connect("Emil 6", "10.0.0.9")
        assert connections.connect("a proxy's", "10.0.0.9", many=True)


def test_busy_connections_are_never_closed() -> None:
    with serving(2) as server:
        connections = Connections(server)
        connections.connect("Anna", "10.0.0.1", waiting=False)
        connections.connect("Ben", "10.0.0.2")
        assert connections.connect("Carla", "10.0.0.3", waiting=False)
        assert connections.closed == ["Ben"]
        assert not connections.connect("Dora", "10.0.0.4")


@pytest.mark.parametrize(("trusted", "many"), [((), False), (("10.0.0.0/8",), True)])
def test_trusted_proxy_may_have_many_clients(trusted: tuple[str, ...], *, many: bool) -> None:
    with serving(1_000, trusted) as server:
        asked = [server._is_shared_address(one) for one in ("10.1.2.3", "127.0.0.1", "::1", "192.0.2.1")]
        assert asked == [many, True, True, False]


def test_ipv6_network_counts_as_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    with serving(10) as server:
        monkeypatch.setattr(server, "_close_another", lambda address, **_: asked.append(address))
        for address in ("2001:db8::1", "2001:db8::2"):
            server.handle(Client(), (address, 1))
    assert asked == ["2001:db8::/64"] * 2
