"""`companion score`: against a second reckoning, and as a command."""

import json
import subprocess
import sys
from functools import cache
from os import fsdecode
from pathlib import Path
from random import Random

import pytest

from companion.records import record, scoring
from tests.unit.games.vabanque.dealing import a_record
from tests.unit.games.vabanque.reckoning import Json, reckon

RECORDS = 100
HUNDREDS = RECORDS / 100

HEADER = '{"record": 1, "game": "vabanque", "players": ["Anna", "Ben", "Carla"]}'
START = '{"do": "start", "player": "Ben", "table": 1}'


@cache
def dealt(seed: int) -> tuple[list[str], Json]:
    """A random record, and what the second reckoning makes of it."""
    lines = a_record(Random(seed))
    return lines, reckon(lines)


def companion(*words: str, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Runs the real command."""
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


@pytest.mark.parametrize("seed", range(RECORDS))
def test_two_reckonings_of_a_record_agree(seed: int) -> None:
    lines, reckoned = dealt(seed)
    read = record.read([line.encode() for line in lines])
    assert json.loads(json.dumps(scoring.result(read))) == reckoned


def test_the_random_records_are_of_all_kinds() -> None:
    texts = ["".join(dealt(seed)[0]) for seed in range(RECORDS)]
    for word in ('"hidden"', '"chips"', '"chip"', '"free"', '"Fritz"'):
        assert sum(word in text for text in texts) > 13 * HUNDREDS
    results = [dealt(seed)[1] for seed in range(RECORDS)]
    assert 50 * HUNDREDS < sum(result["finished"] for result in results) < 83 * HUNDREDS
    rounds = [told for result in results for told in result["rounds"]]
    ties = [told for told in rounds if told["next_order"] and len(set(told["money"].values())) < len(told["order"])]
    assert len(ties) > 17 * HUNDREDS


def test_the_command_scores_several_records_in_the_order_named(tmp_path: Path) -> None:
    names, results = [], []
    for seed in (5, 3, 4):
        lines, reckoned = dealt(seed)
        (tmp_path / f"{seed}.jsonl").write_bytes(as_bytes(lines, "\r\n" if seed == 3 else "\n"))
        names.append(f"{seed}.jsonl")
        results.append(reckoned)
    done = companion("score", "--json", *names, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line) for line in done.stdout.decode().splitlines()] == results
    assert done.stdout.count(b"\n") == 3


def test_the_command_reads_standard_input() -> None:
    lines, reckoned = dealt(1)
    done = companion("score", "--json", "-", stdin=as_bytes(lines)[:-1])
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == reckoned


def test_bad_records_have_a_line_each_and_good_ones_beside_them_are_scored(tmp_path: Path) -> None:
    (good, its_result), (other, others_result) = dealt(2), dealt(8)
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
        "./twice:3: You can't do that now. Round 1 is waiting for: a chip.",
        "no such file:1: It cannot be read (No such file or directory). Choose a file that can.",
        "empty:1: The file is empty. Begin it with a header line.",
        "folder:1: It cannot be read (Is a directory). Choose a file that can.",
        "-:1: The line is blank. Write a JSON object.",
    ]


def test_a_file_is_named_as_it_was_on_one_line(tmp_path: Path) -> None:
    names = [b"l\xe4tin", "Änne".encode(), b"two\nlines"]
    for name in names:
        Path(fsdecode(bytes(tmp_path) + b"/" + name)).write_bytes(b"?")
    done = companion("score", *map(fsdecode, names), cwd=tmp_path)
    told = [line.partition(b":1: ")[0] for line in done.stderr.splitlines()]
    assert told == [b"l\xe4tin", "Änne".encode(), b"two\\nlines"]


@pytest.mark.parametrize(
    ("words", "says", "status"),
    [
        ("- <&-", "-:1: It cannot be read (Bad file descriptor). Choose a file that can.", 2),
        ("good >&-", "Error: standard output: Bad file descriptor", 1),
        ("good >/dev/full", "Error: standard output: No space left on device", 1),
    ],
)
def test_where_nothing_can_be_read_or_written_one_line_says_so(
    words: str, says: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "good").write_text(HEADER)
    shell = f"{sys.executable} -m companion score --json {words}"
    root = {"PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=tmp_path, env=root, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (status, b"", says + "\n")


def test_a_single_bad_record_prints_nothing_on_standard_output(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(as_bytes([HEADER, START, '{"do": "chip"}']))
    for words in (["bad"], ["--json", "bad"]):
        done = companion("score", *words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr == b"bad:3: The key table is missing. Use: do, player, table.\n"


def test_an_unfinished_record_is_no_error() -> None:
    done = companion("score", "--json", "-", stdin=HEADER.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == reckon([HEADER])


def test_the_table_for_a_person_names_every_player_and_every_sum(tmp_path: Path) -> None:
    lines, reckoned = next(dealt(seed) for seed in range(RECORDS) if dealt(seed)[1]["finished"])
    (tmp_path / "good").write_bytes(as_bytes(lines))
    done = companion("score", "good", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode()
    for place in reckoned["standings"]:
        assert f"{place['place']}. {place['player']}" in told
        assert f"{place['money']:,}" in told
    for round_ in reckoned["rounds"]:
        for table in round_["tables"]:
            for pay in table["pays"]:
                assert f"{pay['amount']:,}" in told
    assert "hidden" not in told


def test_letters_outside_ascii_are_written_as_utf_8_whatever_the_locale() -> None:
    header = '{"record": 1, "game": "vabanque", "players": ["Änne", "Бен", "卡拉"]}'
    done = companion("score", "--json", "-", stdin=header.encode())
    assert json.loads(done.stdout)["players"] == ["Änne", "Бен", "卡拉"]
    assert "Änne".encode() in done.stdout
    assert companion("score", "-", stdin=header.encode()).returncode == 0


def test_without_a_record_the_command_says_how_it_is_used() -> None:
    done = companion("score")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage" in done.stderr
