"""Behind Debian's nginx, with the very file that the docs give away."""

import http.client
import shutil
import signal
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

import pytest

from companion.table.model.colours import COLOURS
from tests.integration.http.guests import line, more_handles, status
from tests.integration.http.nginx import PROGRAM, UNAVAILABLE, Nginx
from tests.integration.http.server import Phone, Server, Stream
from tests.support.ports import free_port
from tests.support.postgres import Cluster

NAME = "companion.test"
COLOUR = next(iter(COLOURS))
AT_ONCE = 1.9
"""Seconds; a proxy that held a stream back would do so until the next ping, two seconds later, and fill its buffer."""

FORGIVEN = 3.1
"""Seconds after which nginx asks a process again that it met dead: more than two, and it reckons in whole ones."""

pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="nginx is not installed: on Debian, apt-get install nginx-light"
)

Behind = Callable[..., tuple[Nginx, Server]]


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """Starts a house with such options behind nginx, whose second address nobody listens at."""
    with ExitStack() as closing:

        def start(*options: str, tls: bool = False) -> tuple[Nginx, Server]:
            server = Server(tmp_path / "data")
            server.more = ("--public", f"https://{NAME}", *options)
            server.start()
            closing.callback(server.kill)
            nginx = Nginx(tmp_path, NAME, (server.port, free_port()), tls=tls)
            nginx.start()
            closing.callback(nginx.stop)
            return nginx, server

        yield start


class Proxy(Protocol):
    """Something that listens in front of the server."""

    port: int


class Guest(Phone):
    """A phone with an address of its own, that came by the public name."""

    def __init__(self, name: str, nginx: Proxy, address: str = "127.0.0.1", **forged: str) -> None:
        super().__init__(name, nginx.port)
        self.address = address
        self.forged = {one.replace("_", "-"): value for one, value in forged.items()}
        self.set: list[str] = []

    def line(self) -> http.client.HTTPConnection:
        """A connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(self.address, 0))

    def sent(self, method: str, path: str, form: dict[str, object] | None = None) -> tuple[int, str, str]:
        """(status, where it leads, body) of a request."""
        line = self.line()
        line.request(method, path, urlencode(form) if form is not None else None, self.as_told())
        answer = line.getresponse()
        for name, value in answer.getheaders():
            if name == "Set-Cookie":
                self.set.append(value)
                self.cookie = value.partition(";")[0]
        body = answer.read().decode()
        line.close()
        return answer.status, answer.getheader("Location", ""), body

    def follows(self, path: str) -> Stream:
        """An event stream."""
        line = self.line()
        line.request("GET", path, headers=self.as_told())
        return Stream(line, line.getresponse())

    def as_told(self) -> dict[str, str]:
        """The headers of a request."""
        return {**self._headers({}), "Host": NAME, "Origin": f"https://{NAME}", **self.forged}

    def opens(self) -> tuple[int, str]:
        """(status, path) of a new table."""
        status, path, _ = self.sent("POST", "/new", {"game": "vabanque"})
        return status, path


def seats_three(host: Guest, table: str, stream: Stream, first: int) -> None:
    """Seat three players; each must be told on the stream at once, after the message with number `first`."""
    for nth, (name, colour) in enumerate(zip(("Anna", "Ben", "Carla"), COLOURS, strict=False), 1):
        form = {"op": host.op(), "kind": "sit", "name": name, "colour": colour, "phone": "none"}
        began = time.monotonic()
        assert host.sent("POST", f"{table}/tap", dict(form))[0] == 200
        number, lines = stream.message()
        assert time.monotonic() - began < AT_ONCE
        assert (number, name in "\n".join(lines)) == (first + nth, True)


def test_pages_and_taps_come_through_and_cookies_are_secure_also_where_one_process_is_dead(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1")
    host = Guest("host", nginx)
    for _ in range(8):  # in turn they would go to the one that is not there
        assert host.sent("GET", "/")[0] == 200
    assert host.set[0].startswith("__Host-companion-443=")
    assert "Secure" in host.set[0]
    status, table = host.opens()
    assert (status, table[:3]) == (303, "/t/")
    form: dict[str, object] = {"op": host.op(), "kind": "sit", "name": "Anna", "colour": COLOUR, "phone": "none"}
    assert [host.sent("POST", f"{table}/tap", form)[0] for _ in range(3)] == [200] * 3
    assert "Anna" in host.sent("GET", table)[2]
    assert NAME in host.sent("GET", f"{table}/screen")[2]
    assert host.sent("GET", "/health") == (200, "", "ready\n")
    assert host.sent("GET", "/metrics")[0] == 404


def test_the_first_event_of_a_stream_and_each_one_after_it_come_at_once(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1")
    host = Guest("host", nginx)
    _, table = host.opens()
    assert host.sent("GET", f"{table}/screen")[0] == 200
    began = time.monotonic()
    stream = host.follows(f"{table}/screen/events")
    first, _ = stream.message()
    assert time.monotonic() - began < AT_ONCE
    seats_three(host, table, stream, first)
    stream.close()


def test_forwarded_addresses_are_believed_with_the_option_and_only_what_nginx_itself_says(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1", "--tables-an-address", "1")
    assert Guest("Anna", nginx, "127.0.0.2").opens()[0] == 303
    assert Guest("Ben", nginx, "127.0.0.3").opens()[0] == 303
    again = [Guest("Emil", nginx, "127.0.0.2", X_Forwarded_For=f"192.0.2.{nth}").opens()[0] for nth in range(3)]
    assert again == [409] * 3


def test_one_guest_cannot_use_up_nginx(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1")
    more_handles(4_096)
    half = f"POST /new HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\ngame".encode()
    with ExitStack() as closing:
        lines = [closing.enter_context(line(nginx, "127.0.0.2")) for _ in range(1_100)]
        for one in lines:
            one.sendall(half)
        assert {status(one) for one in lines[1_000:]} == {429}
        assert Guest("Anna", nginx, "127.0.0.3").sent("GET", "/")[0] == 200


def test_guessing_and_opening_are_refused_by_nginx_and_taps_are_not(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1")
    emil = Guest("Emil", nginx, "127.0.0.2")
    _, table = emil.opens()
    told = [emil.sent("GET", "/code")[0] for _ in range(400)]
    assert set(told) == {405, 429}
    form: dict[str, object] = {"op": emil.op(), "kind": "sit", "name": "Emil", "colour": COLOUR}
    assert emil.sent("POST", f"{table}/tap", form)[0] == 200


def test_without_the_option_all_guests_have_the_address_of_the_proxy(behind: Behind) -> None:
    nginx, _ = behind("--tables-an-address", "1")
    assert Guest("Anna", nginx, "127.0.0.2").opens()[0] == 303
    forged = Guest("Ben", nginx, "127.0.0.3", X_Forwarded_For="192.0.2.9")
    assert forged.opens()[0] == 409


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: it makes the certificate")
def test_the_file_serves_https_with_its_certificates_and_leads_there_from_http(behind: Behind) -> None:
    nginx, _ = behind("--trust-proxy", "127.0.0.1", tls=True)
    trusting = ssl.create_default_context(cafile=str(nginx.folder / "fullchain.pem"))
    trusting.check_hostname = False
    line = http.client.HTTPSConnection("127.0.0.1", nginx.port, timeout=10, context=trusting)
    line.request("GET", "/", headers={"Host": NAME})
    assert line.getresponse().status == 200
    plain = http.client.HTTPConnection("127.0.0.1", nginx.plain, timeout=10)
    plain.request("GET", "/t/abc", headers={"Host": NAME})
    answer = plain.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}/t/abc")


def test_plain_http_redirects_to_its_own_name_alone(behind: Behind) -> None:
    nginx, _ = behind()
    plain = http.client.HTTPConnection("127.0.0.1", nginx.plain, timeout=10)
    plain.request("GET", "/t/abc", headers={"Host": "elsewhere.test"})
    answer = plain.getresponse()
    assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}/t/abc")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_while_no_process_answers_there_is_a_page_that_reloads_itself(behind: Behind, number: signal.Signals) -> None:
    nginx, server = behind()
    assert server.process is not None
    host = Guest("host", nginx)
    table = host.opens()[1]
    server.process.send_signal(number)
    for method, path in (("GET", table), ("POST", f"{table}/tap")):
        line = host.line()
        line.request(method, path, headers=host.as_told())
        answer = line.getresponse()
        assert (answer.status, answer.read()) == (answer.status, UNAVAILABLE.read_bytes())
        assert answer.status in (502, 504)
        assert answer.getheader("Retry-After") == "5"
        assert answer.getheader("Cache-Control") == "no-store"


@contextmanager
def two_processes(postgres: Cluster, folder: Path) -> Iterator[tuple[Nginx, list[Server]]]:
    """Two processes on one database, behind nginx."""
    database = postgres.fresh()
    with ExitStack() as closing:
        servers = [Server(folder / str(nth)) for nth in range(2)]
        for server in servers:
            server.more = ("--public", f"https://{NAME}", "--trust-proxy", "127.0.0.1", "--database", database)
            server.start()
            closing.callback(server.kill)
        nginx = Nginx(folder, NAME, [server.port for server in servers])
        nginx.start()
        closing.callback(nginx.stop)
        yield nginx, servers


def test_of_two_processes_behind_it_either_may_die_in_the_middle_of_a_game(postgres: Cluster, tmp_path: Path) -> None:
    with two_processes(postgres, tmp_path) as (nginx, servers):
        host = Guest("host", nginx)
        assert host.sent("GET", "/")[0] == 200
        _, table = host.opens()
        names = ("Anna", "Ben", "Carla", "Dora")
        for nth, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
            dies = servers[nth % 2]  # one after the other, and comes back
            if nth:
                dies.kill()
            form: dict[str, object] = {"op": host.op(), "kind": "sit", "name": name, "colour": colour, "phone": "none"}
            assert [host.sent("POST", f"{table}/tap", form)[0] for _ in range(3)] == [200] * 3
            stream = host.follows(f"{table}/screen/events")
            number, lines = stream.message()
            stream.close()
            assert (number, name in "\n".join(lines)) == (nth + 1, True)
            if nth and name != names[-1]:
                forgiven = time.monotonic() + FORGIVEN
                dies.start()
                time.sleep(max(0, forgiven - time.monotonic()))
        nginx.stop()
        written = (tmp_path / "error.log").read_text(encoding="utf-8")
        assert not [word for word in (table.rpartition("/")[2], "client:") if word in written], "who plays where"


def test_of_two_processes_either_may_hang_in_the_middle_of_a_game(postgres: Cluster, tmp_path: Path) -> None:
    with two_processes(postgres, tmp_path) as (nginx, servers):
        host = Guest("host", nginx)
        _, table = host.opens()
        for name, colour, hangs in zip(("Anna", "Ben"), COLOURS, servers, strict=False):
            form: dict[str, object] = {"op": host.op(), "kind": "sit", "name": name, "colour": colour, "phone": "none"}
            before = host.follows(f"{table}/screen/events")
            before.message()
            assert hangs.process is not None
            hangs.process.send_signal(signal.SIGSTOP)
            assert 200 in (host.sent("POST", f"{table}/tap", form)[0] for _ in range(3))
            assert name in host.sent("GET", table)[2]
            after = host.follows(f"{table}/screen/events")
            assert name in "\n".join(after.message()[1])
            with suppress(EOFError, http.client.IncompleteRead):  # the stream of a process that hangs is cut
                before.message()
            for stream in (before, after):
                stream.close()
            hangs.process.send_signal(signal.SIGCONT)
