"""`companion score` as a command."""

import json
import subprocess
import sys
from os import fsdecode
from pathlib import Path

import pytest

from tests.unit.games.test_scoring import dealt

HEADER = '{"record": 1, "game": "vabanque", "players": ["Anna", "Ben", "Carla"]}'
START = '{"do": "start", "player": "Ben", "table": 1}'


def companion(*words: str, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the real command."""
    root = str(Path(__file__).parents[3])
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        input=stdin,
        cwd=cwd,
        env={"PYTHONPATH": root, "PATH": "", "LC_ALL": "C"},
        capture_output=True,
        check=False,
        timeout=60,
    )


def as_bytes(lines: list[str], end: str = "\n") -> bytes:
    return "".join(line + end for line in lines).encode()


def test_records_are_scored_in_the_order_named(tmp_path: Path) -> None:
    names, results = [], []
    for seed in (5, 3, 4):
        lines, reckoned = dealt("vabanque", seed)
        (tmp_path / f"{seed}.jsonl").write_bytes(as_bytes(lines, "\r\n" if seed == 3 else "\n"))
        names.append(f"{seed}.jsonl")
        results.append(reckoned)
    done = companion("score", "--json", *names, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line) for line in done.stdout.decode().splitlines()] == results
    assert done.stdout.count(b"\n") == 3


def test_bad_records_get_a_line_each_and_stop_no_other(tmp_path: Path) -> None:
    (good, its_result), (other, others_result) = dealt("vabanque", 2), dealt("vabanque", 8)
    (tmp_path / "good").write_bytes(as_bytes(good))
    (tmp_path / "other").write_bytes(as_bytes(other))
    (tmp_path / "twice").write_bytes(as_bytes([HEADER, START, START]))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    named = ["./twice", "good", "no such file", "empty", "folder", "-", "other"]
    done = companion("score", "--json", *named, stdin=as_bytes(["", HEADER]), cwd=tmp_path)
    assert done.returncode == 2
    assert [json.loads(line) for line in done.stdout.decode().splitlines()] == [its_result, others_result]
    assert done.stderr.decode().splitlines() == [
        "./twice:3: You can't do that now. Next in round 1: place a chip.",
        "no such file: It cannot be read (No such file or directory). Choose another file.",
        "empty:1: The file is empty. Begin it with a header line.",
        "folder: It cannot be read (Is a directory). Choose another file.",
        "-:1: The line is blank. Write a JSON object.",
    ]


def test_file_names_are_printed_on_one_line(tmp_path: Path) -> None:
    names = [b"l\xe4tin", "Änne".encode(), b"two\nlines"]
    for name in names:
        Path(fsdecode(bytes(tmp_path) + b"/" + name)).write_bytes(b"?")
    done = companion("score", *map(fsdecode, names), cwd=tmp_path)
    told = [line.partition(b":1: ")[0] for line in done.stderr.splitlines()]
    assert told == [b"l\xe4tin", "Änne".encode(), b"two\\nlines"]


@pytest.mark.parametrize(
    ("words", "says", "status"),
    [
        ("- <&-", "-: It cannot be read (Bad file descriptor). Choose another file.", 2),
        ("good >&-", "Error: standard output: Bad file descriptor", 1),
        ("good >/dev/full", "Error: standard output: No space left on device", 1),
    ],
)
def test_closed_or_full_streams_are_one_error_line(words: str, says: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(HEADER)
    shell = f"{sys.executable} -m companion score --json {words}"
    root = {"PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=tmp_path, env=root, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (status, b"", says + "\n")


def test_bad_record_prints_nothing_to_stdout(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(as_bytes([HEADER, START, '{"do": "chip"}']))
    for words in (["bad"], ["--json", "bad"]):
        done = companion("score", *words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr == b"bad:3: The key table is missing. Use: do, player, table.\n"


def test_names_are_utf_8_in_any_locale() -> None:
    header = '{"record": 1, "game": "vabanque", "players": ["Änne", "Бен", "卡拉"]}'
    done = companion("score", "--json", "-", stdin=header.encode())
    assert json.loads(done.stdout)["players"] == ["Änne", "Бен", "卡拉"]
    assert "Änne".encode() in done.stdout
    assert companion("score", "-", stdin=header.encode()).returncode == 0
