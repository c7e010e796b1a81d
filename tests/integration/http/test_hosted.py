"""A house as a host starts it, with every option that is for hosts alone."""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from tests.integration.http.server import Server
from tests.support.forked import companion

TOKEN = "a-token-that-nobody-guesses"


class Hosted(Server):
    """Closed, with a log and a token for its counters."""

    @property
    def log_file(self) -> Path:
        """Where its log is."""
        return self.data / "requests.log"

    def until_logged(self, words: str) -> str:
        """The log, once these words stand in it."""
        until = time.monotonic() + 10
        while words not in self.log_file.read_text() and time.monotonic() < until:
            time.sleep(0.05)
        return self.log_file.read_text()


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    """Such a house."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    server = Hosted(tmp_path)
    server.more = ("--closed", "--log", str(server.log_file), "--metrics-token-file", str(tmp_path / "token"))
    server.start()
    yield server
    server.kill()


def test_the_options_reach_the_server(hosted: Hosted) -> None:
    anna = hosted.phone("Anna")
    assert anna.ask("POST", "/new", {"game": "vabanque"}).status == 403
    assert anna.ask("GET", "/metrics").status == 404
    counted = anna.ask("GET", "/metrics", Authorization=f"Bearer {TOKEN}")
    assert 'companion_requests_total{route="/new",status="403"} 1.0' in counted.text
    assert "process_resident_memory_bytes" in counted.text
    told = hosted.until_logged("Z GET /metrics 200")
    assert "POST /new 403" in told
    assert "GET /metrics 404" in told


def test_a_stream_of_a_phone_that_left_is_logged_and_counted_no_more(tmp_path: Path) -> None:
    server = Hosted(tmp_path)
    server.more = ("--log", str(server.log_file))
    server.start()
    try:
        host = server.phone("host")
        key = host.ask("POST", "/new", {"game": "vabanque"}).headers["Location"].rpartition("/")[2]
        stream = host.stream(f"/t/{key}/events")
        stream.message()
        assert "events" not in server.log_file.read_text()
        stream.close()
        told = server.until_logged("GET /t/<key>/events 200")
        assert re.search(r"GET /t/<key>/events 200 - \d+\.\d en\n", told)
        assert key not in told
    finally:
        server.kill()


def test_the_environment_says_it_as_well(tmp_path: Path) -> None:
    server = Hosted(tmp_path)
    server.program = ("env", "COMPANION_OPEN=no", f"COMPANION_LOG={server.log_file}", sys.executable, "-m", "companion")
    server.start()
    try:
        assert server.phone("Anna").ask("POST", "/new", {"game": "vabanque"}).status == 403
        assert "POST /new 403" in server.until_logged("POST /new 403")
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--log=/nowhere/at/all", "Error: /nowhere/at/all: No such file or directory\n"),
        (
            "--metrics-token-file=/dev/null",
            "Error: /dev/null has no token; write at least 16 letters or digits into it\n",
        ),
        ("--metrics-token-file=/nowhere", "Error: /nowhere: No such file or directory\n"),
        (
            "--data=/proc/nowhere",
            "companion: /proc/nowhere cannot be used (No such file or directory); choose another --data\n",
        ),
        (
            "--listen=1.2.3.4",
            "companion: cannot listen on 1.2.3.4 (Cannot assign requested address); choose another --listen\n",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, option: str, why: str) -> None:
    refused = companion("serve", "--no-browser", "--port=0", f"--data={tmp_path}", option)
    assert (refused.returncode, refused.stderr) == (1, why)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--port=65536", "65536 is not in the range"),
        *(
            (f"--public={given}", "not a public address")
            for given in ("companion.example", "http://x:y:z", "ftp://a.example")
        ),
        *(
            (f"--public=https://companion.example{path}", "not a public address")
            for path in ("/house", "?a", "#a", "//")
        ),
        *((f"--address={given}", "not an address") for given in ("http://foo", "foo:80", "foo/bar", "::1", "a b")),
    ],
)
def test_an_address_that_no_phone_could_follow_is_refused(option: str, why: str) -> None:
    refused = CliRunner().invoke(cli, ["serve", "--no-browser", "--listen=nowhere.invalid", option])
    assert (refused.exit_code, why in refused.stderr) == (2, True), refused.stderr


def test_a_terminal_that_lacks_letters_shows_others_in_their_place(tmp_path: Path) -> None:
    server = Hosted(tmp_path)
    server.program = ("env", "PYTHONIOENCODING=ascii", sys.executable, "-m", "companion")
    server.start()
    try:
        assert server.phone("Anna").ask("GET", "/").status == 200
    finally:
        server.kill()
