"""Options for those who host."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from tests.support.forked import companion
from tests.support.server import Server, python, running
from tests.support.waiting import wait_until

TOKEN = "a-token-that-nobody-guesses"


def logged(log: Path, words: str) -> str:
    """The request log, once these words stand in it."""
    wait_until(lambda: words in log.read_text())
    return log.read_text()


def test_options_reach_the_server(tmp_path: Path) -> None:
    log, token = tmp_path / "requests.log", tmp_path / "token"
    token.write_text(f"{TOKEN}\n")
    with running(Server(tmp_path, "--closed", "--log", str(log), "--metrics-token-file", str(token))) as server:
        anna = server.phone("Anna")
        assert anna.post("/new", {"game": "vabanque"}).status == 403
        assert anna.get("/metrics").status == 404
        counted = anna.get("/metrics", Authorization=f"Bearer {TOKEN}").text
        assert 'companion_requests_total{route="/new",status="403"} 1.0' in counted
        assert "process_resident_memory_bytes" in counted
        told = logged(log, "Z GET /metrics 200")
        assert "POST /new 403" in told
        assert "GET /metrics 404" in told


def test_stream_is_logged_when_its_phone_leaves(tmp_path: Path) -> None:
    log = tmp_path / "requests.log"
    with running(Server(tmp_path, "--log", str(log))) as server:
        host = server.phone("host")
        key = host.new_table()
        stream = host.stream(f"/t/{key}/events")
        stream.message()
        assert "events" not in log.read_text()
        stream.close()
        told = logged(log, "GET /t/<key>/events 200")
        assert re.search(r"GET /t/<key>/events 200 - \d+\.\d en\n", told)
        assert key not in told


def test_environment_sets_options_on_an_ascii_terminal(tmp_path: Path) -> None:
    log = tmp_path / "requests.log"
    environment = ("COMPANION_OPEN=no", f"COMPANION_LOG={log}", "PYTHONIOENCODING=ascii")
    with running(Server(tmp_path, command=("env", *environment, *python("companion")))) as server:
        assert server.phone("Anna").post("/new", {"game": "vabanque"}).status == 403
        assert logged(log, "POST /new 403")


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
def test_unusable_option_is_refused_in_one_line(tmp_path: Path, option: str, why: str) -> None:
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
def test_unusable_address_is_refused(option: str, why: str) -> None:
    refused = CliRunner().invoke(cli, ["serve", "--no-browser", "--listen=nowhere.invalid", option])
    assert (refused.exit_code, why in refused.stderr) == (2, True), refused.stderr
