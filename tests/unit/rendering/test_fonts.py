"""Names that no font can print are found and reported."""

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from companion.records import record
from companion.rendering import fonts
from companion.table.service.importing import imported
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.store import Store
from tests.integration.http.server import Server
from tests.support import forked
from tests.unit.games.playing import a_record

NAMES = ("李雷", "Jörg", "🦊")
LONGEST = 30.0
LATIN_AND_HEBREW = "20-7e a0-17f\n301 5d0-5ea\n\n"


@pytest.fixture
def no_chinese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with fonts for Latin and Hebrew only."""
    listing = tmp_path / "bin" / "fc-list"
    listing.parent.mkdir()
    listing.write_text(f"#!/bin/sh\nprintf '{LATIN_AND_HEBREW}'\n")
    listing.chmod(0o755)
    monkeypatch.setenv("PATH", str(listing.parent), prepend=":")
    forget()
    yield
    forget()


def forget() -> None:
    fonts._ranges.cache_clear()
    fonts._printable.cache_clear()


@pytest.mark.usefixtures("no_chinese")
def test_names_without_a_font_are_found() -> None:
    names = ["Anna", "Jörg", "נועה", "李雷", "Anna 李", "🦊", "Zoe\u0301", "A\u00a0b", "An\ufe0fna"]
    assert fonts.find_unprintable(names) == ["李雷", "Anna 李", "🦊"]
    assert fonts.missing_glyphs_warning(["Anna", "נועה"]) == ""


@pytest.mark.usefixtures("no_chinese")
def test_warning_lists_some_names_and_packages() -> None:
    told = fonts.missing_glyphs_warning([chr(0x4E00 + number) for number in range(100)])
    assert told.partition("\n")[0].count(", ") == fonts.MAX_NAMES
    assert told.endswith("(Debian: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji) and restart the server.")


@pytest.mark.usefixtures("no_chinese")
def test_server_start_warns_of_unprintable_names(tmp_path: Path) -> None:
    store = Store(tmp_path / "house" / "companion.sqlite3")
    imported(TableService(store, Notifier()), a_record("vabanque", NAMES), 1.0)
    store.close()
    server = Server(tmp_path / "house")
    server.more = ("--lang", "en")
    server.start()
    assert server.process is not None
    assert server.process.stdout is not None
    late = Timer(LONGEST, server.process.kill)
    late.start()
    told = next((line for line in server.process.stdout if "No font" in line), "")
    late.cancel()
    server.kill()
    assert told == "  No font on the server can print 李雷, 🦊; boxes appear on paper instead.\n"


@pytest.mark.usefixtures("no_chinese")
def test_print_command_warns_of_unprintable_names(tmp_path: Path) -> None:
    played, file = a_record("vabanque", NAMES), tmp_path / "record.jsonl"
    file.write_text(record.write(played.header, played.acts), encoding="utf-8")
    done = forked.companion("print", file, "-o", tmp_path / "out.pdf", "--lang", "en")
    assert done.returncode == 0
    assert "No font on the server can print 李雷, 🦊; boxes appear on paper instead." in done.stderr
