"""Sheets for tests, and PDFs read again: as text, and as pictures."""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from html import unescape
from io import BytesIO
from itertools import cycle
from re import sub
from typing import Any

from pypdf import PdfReader

from companion.i18n.languages import languages
from companion.printing import documents, worker
from companion.printing.client import Sheet
from companion.records import record
from companion.records.record import Act, Header
from companion.rendering import templating
from companion.table.model.from_record import record_view
from companion.table.model.player_view import PlayerView
from tests.unit.games.playing import Played, whole_game

INCH, EDGE, DOTS = 25.4, 10, 50  # millimetres; nothing is printed nearer than EDGE; dots an inch
EACH = list(zip(languages(), cycle(("letter", "a4")), strict=False))
"""Every language there are words for, on one of the papers."""


def at_table(header: Header, acts: Sequence[Act]) -> PlayerView:
    """View of a game that nobody has a seat in, read from its record."""
    return record_view(record.read(record.write(header, acts).encode().splitlines()))


def named(game: Played, names: Sequence[str]) -> Header:
    """The game's header with other people in it."""
    return replace(game.header, players=tuple(names))


def known_game() -> PlayerView:
    """Round 1 of a game that was reckoned by hand, and round 2 begun."""
    lines = [
        {"record": 1, "game": "vabanque", "players": ["Anna", "Ben", "Carla"], "options": {"edition": "2001"}},
        {"do": "start", "player": "Anna", "table": 1},
        {"do": "chips", "tables": {"1": 3, "3": 4, "5": 5}},
    ]
    laid = ["Anna raise 3", "Ben trap 3", "Carla raise 3", "Anna bluff 1", "Ben raise 3", "Carla trap 1"]
    for line in [*laid, "Anna trap 2", "Ben bluff 7", "Carla bluff 6"]:
        player, card, table = line.split()
        lines.append({"do": "card", "player": player, "card": card, "table": int(table)})
    for player, steps in (("Anna", 2), ("Ben", 0), ("Carla", 3)):
        lines.append({"do": "move", "player": player, "steps": steps})
    lines.append({"do": "chip", "player": "Ben", "table": 7})
    return record_view(record.read(json.dumps(line).encode() for line in lines))


@cache
def a_game(players: int, seed: int = 4, turns: str = "strict") -> Played:
    """A whole game by chance."""
    return whole_game("vabanque", players, {"turns": turns}, seed)


def summary(player_view: PlayerView, paper: str = "a4", lang: str = "en", **more: Any) -> Sheet:
    """As `companion print` makes it."""
    return documents.summary(player_view, lang=lang, paper=paper, dated=False, **more)


@dataclass(frozen=True)
class Printed:
    """A PDF, read again."""

    pdf: bytes

    @cached_property
    def reader(self) -> PdfReader:
        """The PDF's inside."""
        return PdfReader(BytesIO(self.pdf))

    @property
    def title(self) -> str | None:
        """The document's title."""
        about = self.reader.metadata
        return None if about is None else about.title

    @property
    def language(self) -> object:
        """The document's language."""
        root: Any = self.reader.trailer["/Root"]
        return root["/Lang"]

    @cached_property
    def text(self) -> str:
        """All words in the order in which they were set, with single blanks; a form feed after each page."""
        told = subprocess.run(["pdftotext", "-raw", "-", "-"], input=self.pdf, capture_output=True, check=True)
        return sub(r"[^\S\f]+", " ", told.stdout.decode())

    @cached_property
    def pages(self) -> list[str]:
        """The words of each page, without any blanks: where lines wrap is not what is tested."""
        return [sub(r"\s", "", page) for page in self.text.split("\f")[:-1]]


def made_here(sheet: Sheet, told: Callable[[int], None] | None = None) -> bytes:
    """The PDF of a sheet, as a printer's process makes it, in this one."""
    return worker.render_pdf(
        sheet.html, ("base", sheet.paper, *sheet.styles), told, to_scale=sheet.to_scale, duplex=sheet.duplex
    )


@cache
def printed(sheet: Sheet) -> Printed:
    """The sheet as PDF. Tests share those that look alike."""
    return Printed(made_here(sheet))


def spoken(lang: str, sentence: str, **blanks: object) -> str:
    """A sentence as a sheet in this language has it."""
    template = templating.text_environment(lang).from_string("{{ gettext(sentence, **blanks) }}")
    return template.render(sentence=sentence, blanks=blanks)


def plain(sheet: Sheet) -> str:
    """The words of a sheet's HTML, with single blanks."""
    body = sheet.html.partition("<body")[2].partition(">")[2]
    inline = sub(r"</?(?:span|svg|g|path|circle)\b[^>]*>", "", body)
    return " ".join(unescape(sub(r"<[^>]*>", " ", inline)).split())


def fonts_without_file(reader: PdfReader) -> list[str]:
    """The fonts of a PDF that are named in it, and not in it."""
    missing = []
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            drawn = font.get_object()["/DescendantFonts"][0].get_object()
            if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(drawn["/FontDescriptor"].get_object()):
                missing.append(str(drawn["/BaseFont"]))
    return missing


def nearest(pdf: bytes) -> float:
    """Least margin of any page, in millimetres."""
    command = ["pdftoppm", "-gray", "-r", str(DOTS), "-"]
    images = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    assert images
    least = 1000.0
    while images:
        kind, size, depth, rest = images.split(b"\n", 3)
        assert (kind, depth) == (b"P5", b"255")
        width, height = map(int, size.split())
        rows, images = [rest[y * width : (y + 1) * width] for y in range(height)], rest[width * height :]
        inked = [y for y, row in enumerate(rows) if row.strip(b"\xff")]
        left = min(len(rows[y]) - len(rows[y].lstrip(b"\xff")) for y in inked)
        right = min(len(rows[y]) - len(rows[y].rstrip(b"\xff")) for y in inked)
        least = min(least, left, right, inked[0], height - 1 - inked[-1])
    return least * INCH / DOTS
