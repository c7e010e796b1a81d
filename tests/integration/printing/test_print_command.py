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

ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "", "LC_ALL": "C"}
WHAT_IS_LOADED = """
import sys
from companion import __main__
sys.argv = ["companion", "print", sys.argv[1], "-o", sys.argv[2]]
try:
    __main__.main()
except SystemExit as end:
    assert not end.code, end.code
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def companion(*told: str, stdin: bytes = b"", cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *told],
        input=stdin,
        cwd=cwd,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def record_folder(tmp_path: Path) -> Path:
    """A folder with a record in it."""
    game = a_game(4)
    (tmp_path / "game.jsonl").write_text(record.write(game.header, game.acts), encoding="utf-8")
    return tmp_path


def test_print_makes_a_pdf(record_folder: Path) -> None:
    done = companion("print", "game.jsonl", "-o", "out.pdf", cwd=record_folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    printed = Printed((record_folder / "out.pdf").read_bytes())
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(595.3, abs=0.1)
    assert "Paid out in round 4" in printed.text


def test_print_reads_stdin_and_writes_stdout(record_folder: Path) -> None:
    lines = (record_folder / "game.jsonl").read_bytes().splitlines(keepends=True)
    told = ["print", "-", "--output", "-", "--paper", "letter", "--lang", "en-GB"]
    done = companion(*told, stdin=b"".join(lines[:30]), cwd=record_folder)
    assert (done.returncode, done.stderr, [file.name for file in record_folder.iterdir()]) == (0, b"", ["game.jsonl"])
    printed = Printed(done.stdout)
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(612)
    assert "The game so far" in printed.text


@pytest.mark.parametrize("option", ["--lang=xx", "--paper=a3", "--paper=A4 "])
def test_unknown_language_or_paper_is_refused(record_folder: Path, option: str) -> None:
    out = record_folder / "out.pdf"
    done = CliRunner().invoke(cli, ["print", str(record_folder / "game.jsonl"), "-o", str(out), option])
    assert (done.exit_code, done.stdout) == (2, "")
    there = languages.languages() if "lang" in option else ("a4", "letter")
    assert ", ".join(there) in " ".join(done.stderr.replace("'", "").split())
    assert not out.exists()


def test_bad_record_is_named_by_its_line(record_folder: Path) -> None:
    lines = (record_folder / "game.jsonl").read_bytes().splitlines(keepends=True)
    (record_folder / "bad.jsonl").write_bytes(b"".join([*lines[:2], b"{}\n"]))
    for name, at in (("bad.jsonl", ":3: "), ("no such file", ": It cannot be read")):
        done = companion("print", name, "-o", "out.pdf", cwd=record_folder)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(f"{name}{at}")
        assert done.stderr.count(b"\n") == 1
        assert not (record_folder / "out.pdf").exists()


def test_unwritable_file_is_named(record_folder: Path) -> None:
    done = companion("print", "game.jsonl", "-o", "nowhere/out.pdf", cwd=record_folder)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"Error: nowhere/out.pdf: No such file or directory\n"


def test_paper_prints_material(tmp_path: Path) -> None:
    told = ["paper", "wetten", "-o", "track.pdf", "--sheet", "track", "--set", "track=40", "--lang", "de"]
    done = companion(*told, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    printed = Printed((tmp_path / "track.pdf").read_bytes())
    assert (printed.language, len(printed.pages)) == ("de", 3)
    assert float(printed.reader.pages[0].mediabox.width) == pytest.approx(595.3, abs=0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
def test_terminal_shows_a_bar_that_grows_by_page(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "paper", "wetten", "-o", "slips.pdf", "--sheet", "slips"]
    env = ENVIRONMENT | {"TERM": "xterm", "LC_ALL": "C.UTF-8"}
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
    """Output on a terminal, until the program has ended."""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # so Linux tells the end
            return
        if not part:
            return
        yield part


def test_print_loads_only_what_it_needs(record_folder: Path) -> None:
    told = [sys.executable, "-c", WHAT_IS_LOADED, "game.jsonl", "out.pdf"]
    loaded = subprocess.run(told, cwd=record_folder, env=ENVIRONMENT, capture_output=True, check=True, text=True).stdout
    assert {"sqlalchemy", "flask", "gevent", "qrcode", "weasyprint"} & set(loaded.split()) == set()
    assert (record_folder / "out.pdf").read_bytes().startswith(b"%PDF")


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
        (["wetten", "--set", "=3"], "Choose one of: set, backs, players, track, seed"),
        (["wetten", "--set", "nothing=1"], "Choose one of: set, backs, players, track, seed"),
        (["wetten", "--paper", "a3"], "a3"),
        (["wetten", "--lang", "xx"], "xx"),
    ],
)
def test_unknown_material_is_refused_with_what_there_is(tmp_path: Path, told: list[str], said: str) -> None:
    done = CliRunner().invoke(cli, ["paper", *told, "-o", str(tmp_path / "out.pdf")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in " ".join(done.stderr.split())
    assert not (tmp_path / "out.pdf").exists()
