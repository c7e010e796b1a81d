"""Behind Debian's nginx and Caddy, with the files that hosts install."""

import shutil
import signal
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection, IncompleteRead
from pathlib import Path
from typing import Any

import pytest

from companion.table.model.names import COLOURS
from tests.integration.http.proxies import NAME, UNAVAILABLE, Caddy, Guest, Nginx, Proxy
from tests.integration.http.sockets import connect, more_handles
from tests.support.cast import CAST
from tests.support.phones import Stream
from tests.support.ports import free_port
from tests.support.postgres import Cluster
from tests.support.server import Server, running
from tests.support.waiting import wait_until

TRUSTING = "--trust-proxy", "127.0.0.1"
AT_ONCE = 1.9
"""Seconds; a proxy that held a stream back would do so until the next ping, two seconds later, and fill its buffer."""
FORGIVEN = 3.1
"""Seconds after which nginx asks a process again that it met dead: more than two, and it counts whole ones."""
needs_nginx = pytest.mark.skipif(not Nginx.installed(), reason="nginx is not installed: apt-get install nginx-light")
needs_caddy = pytest.mark.skipif(not Caddy.installed(), reason="caddy is not installed: apt-get install caddy")
each_proxy = pytest.mark.parametrize(
    "program", [pytest.param(Nginx, marks=needs_nginx), pytest.param(Caddy, marks=needs_caddy)]
)

Behind = Callable[..., tuple[Any, Server]]


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    """Start a server behind a proxy, whose second upstream address nobody listens at."""
    with ExitStack() as closing:

        def start(program: type[Proxy], *options: str, **more: bool) -> tuple[Proxy, Server]:
            server = closing.enter_context(running(Server(tmp_path / "data", "--public", f"https://{NAME}", *options)))
            proxy = program(tmp_path, (server.port, free_port()), **more)  # type: ignore[call-arg]
            proxy.start()
            closing.callback(proxy.stop)
            return proxy, server

        yield start


def seated(host: Guest, key: str, number: int) -> list[int]:
    """Seat somebody without a phone; the form is sent again and again, so that each upstream server gets it."""
    seat = {"kind": "sit", "name": CAST[number], "colour": list(COLOURS)[number], "phone": "none"}
    form = {"op": host.op(), **seat}
    return [host.post(f"/t/{key}/tap", form).status for _ in range(3)]


def seat_on_stream(host: Guest, key: str, stream: Stream) -> None:
    """Seat three players; the stream must tell each at once."""
    first, _ = stream.message()
    for nth in range(3):
        began = time.monotonic()
        assert seated(host, key, nth) == [200] * 3
        number, lines = stream.message()
        assert time.monotonic() - began < AT_ONCE
        assert (number, CAST[nth] in "\n".join(lines)) == (first + nth + 1, True)


@each_proxy
def test_pages_moves_and_events_pass_a_proxy(program: type[Proxy], behind: Behind) -> None:
    proxy, _ = behind(program, *TRUSTING)
    host = Guest("host", proxy)
    for _ in range(8):  # in turn they would go to the upstream server that is not there
        cookie = host.get("/").headers.get("Set-Cookie", "")
        assert not cookie or (cookie.startswith("__Host-companion-443=") and "Secure" in cookie)
    assert host.cookie.startswith("__Host-companion-443=")
    key = host.new_table()
    assert NAME in host.get(f"/t/{key}/screen").text
    began = time.monotonic()
    stream = host.stream(f"/t/{key}/screen/events")
    seat_on_stream(host, key, stream)
    assert time.monotonic() - began < 4 * AT_ONCE
    stream.close()
    assert CAST[0] in host.get(f"/t/{key}").text
    assert host.get("/health").text == "ready\n"
    assert [host.get(path).status for path in ("/nothing", "/metrics")] == [404, 404]


@each_proxy
def test_address_is_the_one_that_the_proxy_saw(program: type[Proxy], behind: Behind) -> None:
    proxy, _ = behind(program, *TRUSTING, "--tables-an-address", "1")
    assert Guest("Anna", proxy, "127.0.0.2").opens() == 303
    assert Guest("Ben", proxy, "127.0.0.3").opens() == 303
    again = [Guest("Emil", proxy, "127.0.0.2", X_Forwarded_For=f"192.0.2.{nth}").opens() for nth in range(3)]
    assert again == [409] * 3


@needs_nginx
def test_without_the_option_all_have_the_proxys_address(behind: Behind) -> None:
    nginx, _ = behind(Nginx, "--tables-an-address", "1")
    assert Guest("Anna", nginx, "127.0.0.2").opens() == 303
    assert Guest("Ben", nginx, "127.0.0.3", X_Forwarded_For="192.0.2.9").opens() == 409


@pytest.mark.parametrize(
    ("program", "sent"),
    [
        pytest.param(Nginx, signal.SIGKILL, marks=needs_nginx),
        pytest.param(Nginx, signal.SIGSTOP, marks=needs_nginx),
        pytest.param(Caddy, signal.SIGKILL, marks=needs_caddy),
    ],
)
def test_page_says_that_no_server_answers(program: type[Proxy], behind: Behind, sent: signal.Signals) -> None:
    proxy, server = behind(program)
    host = Guest("host", proxy)
    key = host.new_table()
    server.running.send_signal(sent)
    for answer in (host.get(f"/t/{key}"), host.move(key, "begin", order="")):
        assert answer.status in (502, 504)
        assert answer.text == UNAVAILABLE.read_text("utf-8")
        assert answer.headers["Retry-After"] == "5"
        assert answer.headers.get("Cache-Control", "no-store") == "no-store"
    assert key not in proxy.log.read_text(), "who plays where"


@needs_nginx
def test_one_guest_cannot_use_up_nginx(behind: Behind) -> None:
    nginx, _ = behind(Nginx, *TRUSTING)
    more_handles(4_096)
    half = f"POST / HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\ngame".encode()
    with ExitStack() as closing:
        for _ in range(1_100):
            closing.enter_context(connect(nginx, "127.0.0.2")).sendall(half)
        wait_until(lambda: Guest("Emil", nginx, "127.0.0.2").get("/").status == 429)
        assert Guest("Anna", nginx, "127.0.0.3").get("/").status == 200


@needs_nginx
def test_nginx_refuses_guessed_codes_but_no_moves(behind: Behind) -> None:
    nginx, _ = behind(Nginx, *TRUSTING)
    emil = Guest("Emil", nginx, "127.0.0.2")
    key = emil.new_table()
    assert {emil.get("/code").status for _ in range(400)} == {405, 429}
    assert seated(emil, key, 0) == [200] * 3


@needs_nginx
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: it makes the certificate")
def test_nginx_serves_https_and_redirects_http_there(behind: Behind) -> None:
    nginx, _ = behind(Nginx, *TRUSTING, tls=True)
    trusting = ssl.create_default_context(cafile=str(nginx.folder / "fullchain.pem"))
    trusting.check_hostname = False
    secure = HTTPSConnection("127.0.0.1", nginx.port, timeout=10, context=trusting)
    secure.request("GET", "/", headers={"Host": NAME})
    assert secure.getresponse().status == 200
    for host in (NAME, "elsewhere.test"):
        plain = HTTPConnection("127.0.0.1", nginx.plain, timeout=10)
        plain.request("GET", "/t/abc", headers={"Host": host})
        answer = plain.getresponse()
        assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}/t/abc")


@contextmanager
def two_servers(postgres: Cluster, folder: Path) -> Iterator[tuple[Nginx, list[Server]]]:
    """Two servers on one database, behind nginx."""
    options, database = ("--public", f"https://{NAME}", *TRUSTING), postgres.fresh()
    with ExitStack() as closing:
        servers = [Server(folder / str(nth), *options, database=database) for nth in range(2)]
        for server in servers:
            closing.enter_context(running(server))
        nginx = Nginx(folder, [server.port for server in servers])
        nginx.start()
        closing.callback(nginx.stop)
        yield nginx, servers


@needs_nginx
def test_either_of_two_servers_may_die_in_a_game(postgres: Cluster, tmp_path: Path) -> None:
    with two_servers(postgres, tmp_path) as (nginx, servers):
        host = Guest("host", nginx)
        key = host.new_table()
        for nth in range(3):
            dies = servers[nth % 2]  # one after the other, and comes back
            if nth:
                dies.kill()
            assert seated(host, key, nth) == [200] * 3
            stream = host.stream(f"/t/{key}/screen/events")
            assert CAST[nth] in "\n".join(stream.since(nth + 1))
            stream.close()
            if nth == 1:
                forgiven = time.monotonic() + FORGIVEN
                dies.start()
                time.sleep(max(0, forgiven - time.monotonic()))
        nginx.stop()
        assert not [word for word in (key, "client:") if word in nginx.log.read_text("utf-8")], "who plays where"


@needs_nginx
def test_either_of_two_servers_may_hang_in_a_game(postgres: Cluster, tmp_path: Path) -> None:
    with two_servers(postgres, tmp_path) as (nginx, servers):
        host = Guest("host", nginx)
        key = host.new_table()
        for nth, hangs in enumerate(servers):
            before = host.stream(f"/t/{key}/screen/events")
            before.message()
            hangs.running.send_signal(signal.SIGSTOP)
            assert 200 in seated(host, key, nth)
            assert CAST[nth] in host.get(f"/t/{key}").text
            after = host.stream(f"/t/{key}/screen/events")
            assert CAST[nth] in "\n".join(after.message()[1])
            with suppress(EOFError, IncompleteRead):  # the stream of a server that hangs is cut
                before.message()
            for stream in (before, after):
                stream.close()
            hangs.running.send_signal(signal.SIGCONT)
