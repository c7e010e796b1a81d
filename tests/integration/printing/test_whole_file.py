"""A PDF is written whole, or the file stays as it was."""

from pathlib import Path

import pytest
from click import ClickException

from companion.cli import printing
from companion.printing.client import Printer, Sheet

SHEET = Sheet("<p>1</p>", "a4")


@pytest.fixture(autouse=True)
def _printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.printing.client.shared_printer", Printer)
    monkeypatch.setattr(Printer, "pdf", lambda *_: b"%PDF whole")


def test_pdf_replaces_the_file(tmp_path: Path) -> None:
    for before in (None, b"what was there"):
        file = tmp_path / f"{before is None}.pdf"
        if before:
            file.write_bytes(before)
        printing.write_pdf(SHEET, file)
        assert file.read_bytes() == b"%PDF whole"
    assert len(list(tmp_path.iterdir())) == 2


def test_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.pdf"
    file.write_bytes(b"what was there")

    def full(part: Path, pdf: bytes) -> int:
        with part.open("wb") as half:
            half.write(pdf[:5])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ClickException, match="No space left"):
        printing.write_pdf(SHEET, file)
    assert [one.name for one in tmp_path.iterdir()] == ["out.pdf"]
    assert file.read_bytes() == b"what was there"


def test_device_is_written_to(tmp_path: Path) -> None:
    printing.write_pdf(SHEET, Path("/dev/null"))
    assert Path("/dev/null").is_char_device()
    assert not list(tmp_path.iterdir())
