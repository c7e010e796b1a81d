"""Who gives way when there is no room for another connection."""

import socket

from companion import connections
from companion.guests import Guest, Guests, places
from companion.proxies import Proxies


class Server:
    """Guests who are told to leave, in the order in which they were."""

    def __init__(self, room: int, share: int) -> None:
        self.guests = Guests(room, share)
        self.sent_away: list[str] = []

    def come(self, name: str, address: str, *, waiting: bool = True, own: bool = False) -> Guest | None:
        """Somebody opens a connection."""
        guest = self.guests.welcome(address, lambda: self.sent_away.append(name), own=own)
        if guest is not None and waiting:
            self.guests.waits(guest)
        return guest


def test_the_longest_waiting_of_the_fullest_address_gives_way() -> None:
    server = Server(room=6, share=6)
    for name in ("Anna", "Ben"):
        server.come(name, "10.0.0.1")
    for name in ("Emil 1", "Emil 2", "Emil 3", "Emil 4"):
        server.come(name, "10.0.0.9")
    for name in ("Carla", "Dora"):
        assert server.come(name, "10.0.0.2", waiting=False)
    assert server.sent_away == ["Emil 1", "Emil 2"]


def test_an_address_that_has_its_share_gives_way_to_itself() -> None:
    server = Server(room=10, share=2)
    for number in range(4):
        assert server.come(f"Emil {number}", "10.0.0.9")
    assert server.sent_away == ["Emil 0", "Emil 1"]
    busy = Server(room=10, share=2)
    assert [busy.come("Emil", "10.0.0.9", waiting=False) is not None for _ in range(3)] == [True, True, False]
    assert busy.come("Anna", "10.0.0.1")
    assert busy.come("this machine's own", "127.0.0.1", own=True)


def test_nobody_is_sent_away_whose_request_is_being_answered() -> None:
    server = Server(room=2, share=2)
    anna, ben = server.come("Anna", "10.0.0.1"), server.come("Ben", "10.0.0.2")
    assert anna is not None
    assert ben is not None
    anna.waiting = False
    assert server.come("Carla", "10.0.0.3", waiting=False)
    assert server.sent_away == ["Ben"]
    assert server.come("Dora", "10.0.0.4") is None
    for _ in range(2):
        server.guests.goodbye(anna)
        server.guests.goodbye(ben)
    assert server.come("Dora", "10.0.0.4")
    assert server.come("Emil", "10.0.0.5")
    assert server.sent_away == ["Ben", "Dora"]


def test_one_address_never_takes_more_than_half() -> None:
    for held in (64, 256, 1024, 20_000, 65_536):
        assert places(held).share <= places(held).room // 2 < held // 2


def test_all_guests_of_a_proxy_may_come_from_its_address_where_it_is_believed() -> None:
    for trusted, own in (((), False), (("10.0.0.0/8",), True)):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            server = connections.Server(listener, None, places(1_000), Proxies(trusted))
            assert [server.is_own(one) for one in ("10.1.2.3", "127.0.0.1", "192.0.2.1")] == [own, True, False]
