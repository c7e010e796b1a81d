"""A new table: one of the sheets that ship, with other numbers, or a sheet of one's own."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.any_game.reading import LARGEST_SHEET, read_sheet
from companion.games.any_game.sheet import LARGEST_ENTRY, MOST_ROUNDS, Sheet
from companion.games.any_game.sheets import SHEETS
from companion.games.choices import FreeText, resolve_options
from companion.games.types import Choices, InvalidMove, check_choice, parse_integer

OWN: Final = "own"
"""The value of the field `which` for a sheet of one's own; otherwise it is the name of a sheet that ships."""

MOST_OWN: Final = 12
"""Sheets of one's own under *New table*; older ones make room."""

CHOICES: Final[Choices] = {"sheet": FreeText(*SHEETS.values(), most=LARGEST_SHEET, check=read_sheet)}


def sheet_of(options: Mapping[str, object]) -> Sheet:
    """Raises InvalidMove."""
    return read_sheet(str(resolve_options(options, CHOICES)["sheet"]))


def seats_for(options: Mapping[str, object]) -> range:
    """The possible numbers of players. Raises InvalidMove."""
    return sheet_of(options).players


def title_of(options: Mapping[str, object]) -> str:
    """The name of the sheet. Raises InvalidMove."""
    return sheet_of(options).title


def options_from_form(fields: Mapping[str, str]) -> dict[str, object]:
    """The sheet of a form: a chosen file, a text, or a sheet that ships with the changed fields. Raises InvalidMove."""
    which = fields.get("which", OWN if "sheet" in fields else next(iter(SHEETS)))
    if which == OWN:
        text = fields.get("file") or fields.get("sheet", "").replace("\r\n", "\n")
        read_sheet(text)
        return {"sheet": text}
    check_choice(which, "which", (OWN, *SHEETS))
    start = f"{which}-"
    changed = {key.removeprefix(start): value for key, value in fields.items() if key.startswith(start)}
    return {"sheet": change(SHEETS[which], changed)}


def change(text: str, changed: Mapping[str, str]) -> str:
    """Replace a sheet's title, rounds and numbers. An empty title changes nothing. Raises InvalidMove."""
    sheet = read_sheet(text)
    was: dict[str, object] = {"title": sheet.title, "rounds": "open" if sheet.open_end else sheet.rounds}
    for key, old in (was | dict(sheet.numbers)).items():
        value = changed.get(key, str(old)).strip()
        if value != str(old) and (value or key != "title"):
            before, after = re.split(rf"(?m)^{key} = .*$", text, maxsplit=1)
            text = before + _line(key, value) + after
    read_sheet(text)
    return text


def _line(key: str, value: str) -> str:
    match key:
        case "title":
            return f"title = {json.dumps(value, ensure_ascii=False)}"
        case "rounds" if not value:
            return 'rounds = "open"'
        case "rounds":
            return f"rounds = {parse_integer(value, key, 1, MOST_ROUNDS)}"
        case _:
            return f"{key} = {parse_integer(value, key, -LARGEST_ENTRY, LARGEST_ENTRY)}"


class TemplateApi:
    """Sheets and limits for the templates."""

    MOST_ROUNDS = MOST_ROUNDS

    @property
    def shipped(self) -> Mapping[str, Sheet]:
        return {name: read_sheet(text) for name, text in SHEETS.items()}

    @staticmethod
    def own(earlier: Iterable[tuple[str, Mapping[str, object]]]) -> Mapping[str, str]:
        """The table to copy for each title of people's own sheets: the latest, of (key, options)."""
        shipped = {(sheet.title, sheet.steps) for sheet in map(read_sheet, SHEETS.values())}
        found: dict[str, str] = {}
        for key, options in earlier:
            try:
                sheet = sheet_of(options)
            except InvalidMove:  # of another version of Companion
                continue
            if (sheet.title, sheet.steps) not in shipped:
                found.setdefault(sheet.title, key)
        return dict(list(found.items())[:MOST_OWN])

    @staticmethod
    def sheet(options: Mapping[str, object]) -> Sheet:
        """Raises InvalidMove."""
        return sheet_of(options)
