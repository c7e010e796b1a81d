"""`companion print`, as a command."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.i18n import languages
from companion.records import record
from tests.integration.printing.sheets import Printed, a_game

ROOT = Path(__file__).parents[3]


def companion(*told: str, stdin: bytes = b"", cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *told],
        input=stdin,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "LC_ALL": "C"},
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A folder with a record in it."""
    game = a_game(4)
    (tmp_path / "evening.jsonl").write_text(record.write(game.header, game.acts), encoding="utf-8")
    return tmp_path


def test_the_summary_becomes_a_pdf(evening: Path) -> None:
    done = companion("print", "evening.jsonl", "-o", "out.pdf", cwd=evening)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    printed = Printed((evening / "out.pdf").read_bytes())
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(595.3, abs=0.1)
    assert "Paid out in round 4" in printed.text


def test_a_record_from_standard_input_to_standard_output_on_letter_paper(evening: Path) -> None:
    lines = (evening / "evening.jsonl").read_bytes().splitlines(keepends=True)
    told = ["print", "-", "--output", "-", "--paper", "letter", "--lang", "en-GB"]
    done = companion(*told, stdin=b"".join(lines[:30]), cwd=evening)
    assert (done.returncode, done.stderr, [file.name for file in evening.iterdir()]) == (0, b"", ["evening.jsonl"])
    printed = Printed(done.stdout)
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(612)
    assert "The game so far" in printed.text


def test_a_language_without_words_is_refused_with_those_that_there_are(evening: Path) -> None:
    done = companion("print", "evening.jsonl", "-o", "out.pdf", "--lang", "xx", cwd=evening)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "'xx'" in done.stderr.decode()
    assert ", ".join(languages.languages()) in " ".join(done.stderr.decode().split())
    assert not (evening / "out.pdf").exists()


@pytest.mark.parametrize("paper", ["a3", "A4 ", ""])
def test_other_paper_is_refused(evening: Path, paper: str) -> None:
    done = companion("print", "evening.jsonl", "-o", "out.pdf", "--paper", paper, cwd=evening)
    assert (done.returncode, done.stdout) == (2, b"")
    assert not (evening / "out.pdf").exists()


def test_a_bad_record_gets_its_line_and_no_file(evening: Path) -> None:
    lines = (evening / "evening.jsonl").read_bytes().splitlines(keepends=True)
    (evening / "bad.jsonl").write_bytes(b"".join([*lines[:2], b"{}\n"]))
    for name, line in (("bad.jsonl", 3), ("no such file", 1)):
        done = companion("print", name, "-o", "out.pdf", cwd=evening)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(f"{name}:{line}: ")
        assert done.stderr.count(b"\n") == 1
        assert not (evening / "out.pdf").exists()


def test_a_file_that_cannot_be_written_is_named(evening: Path) -> None:
    done = companion("print", "evening.jsonl", "-o", "nowhere/out.pdf", cwd=evening)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"Error: nowhere/out.pdf: No such file or directory\n"


def test_the_material_of_a_game_becomes_a_pdf(tmp_path: Path) -> None:
    told = ["paper", "wetten", "-o", "track.pdf", "--sheet", "track", "--set", "track=40", "--lang", "de"]
    done = companion(*told, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    printed = Printed((tmp_path / "track.pdf").read_bytes())
    assert (printed.language, len(printed.pages)) == ("de", 3)
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(595.3, abs=0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_where_a_terminal_looks_on_a_bar_grows_page_by_page(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "paper", "wetten", "-o", "slips.pdf", "--sheet", "slips"]
    env = {"PYTHONPATH": str(ROOT), "PATH": "", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b"".join(_read(ours))
        assert process.stdout is not None
        assert process.stdout.read() == b""
    os.close(ours)
    assert process.returncode == 0
    assert [f"{percent}%".encode() in shown for percent in (25, 50, 75, 100)] == [True] * 4
    assert (tmp_path / "slips.pdf").read_bytes().startswith(b"%PDF")


def _read(terminal: int) -> Iterator[bytes]:
    """What a terminal shows, until the program on it has ended."""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # so Linux tells the end
            return
        if not part:
            return
        yield part


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["vabanque", "--sheet", "slips"], "Choose one of: rules"),
        (["vabanque", "--set", "players=7"], "Enter a number from 3 to 6."),
        (["vabanque", "--set", "nothing=1"], "Choose one of: players"),
        (["nothing"], "available: vabanque"),
        (["wetten", "--sheet", "nothing"], "Choose one of: contents, rules, slips"),
        (["wetten", "--set", "track=9"], "Enter a number from 10 to 200."),
        (["wetten", "--set", "track"], "Enter a number from 10 to 200."),
        (["wetten", "--set", "=3"], "Choose one of: players, track, seed"),
        (["wetten", "--set", "nothing=1"], "Choose one of: players, track, seed"),
        (["wetten", "--paper", "a3"], "a3"),
        (["wetten", "--lang", "xx"], "xx"),
    ],
)
def test_material_that_there_is_not_is_refused_with_what_there_is(tmp_path: Path, told: list[str], said: str) -> None:
    done = CliRunner().invoke(cli, ["paper", *told, "-o", str(tmp_path / "out.pdf")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())
    assert not (tmp_path / "out.pdf").exists()
