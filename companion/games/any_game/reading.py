"""Reads a sheet from TOML. Each refusal names a line and an example of what to write there."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

from companion.games.any_game.checking import COMMON, OWN, check_sheet
from companion.games.any_game.lines import EXAMPLES, Lines
from companion.games.any_game.sheet import (
    COMPUTED,
    LARGEST_ENTRY,
    MOST_ROUNDS,
    MOST_STEPS,
    PLAYERS,
    Sheet,
    Step,
)
from companion.games.types import HIDDEN, InvalidMove

LARGEST_SHEET: Final = 32_000
"""Characters of a sheet as a record holds it."""

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")
RESERVED: Final = COMMON | OWN

TOP: Final = ("title", "players", "rounds", "wins", "order", "numbers", "steps")
ENTERED: Final = ("name", "kind", "ask", "from", "to", "words", "text", "choose", "limit", "say")
CALCULATED: Final = ("name", "kind", "ask", "formula")
KINDS: Final = ("secret", "each", "turn", "one", "table", *COMPUTED)


@lru_cache(128)
def read_sheet(text: str) -> Sheet:
    """Raises InvalidMove."""
    if len(json.dumps(text)) > LARGEST_SHEET:
        raise InvalidMove("sheet-long", most=LARGEST_SHEET // 1000)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise InvalidMove("sheet-toml", line=line, example=EXAMPLES["title"]) from None
    except RecursionError:
        raise InvalidMove("sheet-toml", line=1, example=EXAMPLES["title"]) from None
    return _Reader(text).sheet(found)


class _Reader:
    """Reads the values of a sheet."""

    def __init__(self, text: str) -> None:
        self._lines = Lines(text)

    def sheet(self, found: dict[str, Any]) -> Sheet:
        self._keys(found, TOP, ("title", "steps"))
        rounds = found.get("rounds", "open")
        if rounds != "open" and not (type(rounds) is int and 1 <= rounds <= MOST_ROUNDS):
            raise self._lines.refuse("rounds")
        sheet = Sheet(
            title=self._text(found, "title", 30),
            players=self._players(found),
            rounds=MOST_ROUNDS if rounds == "open" else rounds,
            open_end=rounds == "open",
            lowest=self._one_of(found, "wins", ("highest", "lowest")) == "lowest",
            order=cast(Any, self._one_of(found, "order", ("clockwise", "rotate", "standing"))),
            numbers=self._numbers(found.get("numbers", {})),
            steps=(),
        )
        sheet = replace(sheet, steps=self._steps(found["steps"]))
        check_sheet(sheet, self._lines)
        return sheet

    def _keys(self, found: object, known: tuple[str, ...], needed: tuple[str, ...]) -> None:
        if not isinstance(found, dict):
            raise self._lines.refuse("steps")
        for key in found:
            if key not in known:
                raise self._lines.refuse(key, "sheet-key", expected=", ".join(known))
        for key in needed:
            if key not in found:
                raise self._lines.refuse(key, "sheet-missing")

    def _text(self, found: Mapping[str, Any], key: str, most: int) -> str:
        value = found.get(key, "")
        if not (isinstance(value, str) and len(value) <= most and value.isprintable() and value == value.strip()):
            raise self._lines.refuse(key, "sheet-text", most=most)
        if key in found and not value:
            raise self._lines.refuse(key)
        return value

    def _one_of(self, found: Mapping[str, Any], key: str, values: tuple[str, ...]) -> str:
        value = found.get(key, values[0])
        if value not in values:
            raise self._lines.refuse(key, "sheet-choice", expected=", ".join(f'"{one}"' for one in values))
        return str(value)

    def _players(self, found: Mapping[str, Any]) -> range:
        match found.get("players", [PLAYERS[0], PLAYERS[-1]]):
            case [int(low), int(high)] if PLAYERS[0] <= low <= high <= PLAYERS[-1]:
                return range(low, high + 1)
        raise self._lines.refuse("players")

    def _numbers(self, found: object) -> tuple[tuple[str, int], ...]:
        if not isinstance(found, dict):
            raise self._lines.refuse("numbers")
        for key, value in found.items():
            self._name(key, key)
            if type(value) is not int or abs(value) > LARGEST_ENTRY:
                raise self._lines.refuse(key, "sheet-number", least=-LARGEST_ENTRY, most=LARGEST_ENTRY)
        return tuple(found.items())

    def _name(self, name: object, key: str) -> str:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise self._lines.refuse(key, "sheet-name")
        if name in RESERVED or name.startswith("all_"):
            raise self._lines.refuse(key, "sheet-reserved", name=name)
        return name

    def _steps(self, found: object) -> tuple[Step, ...]:
        if not isinstance(found, list) or not 1 <= len(found) <= MOST_STEPS:
            raise self._lines.refuse("steps", "sheet-steps", most=MOST_STEPS)
        steps = []
        for self._lines.step, step in enumerate(found):
            steps.append(self._one_step(step))
        return tuple(steps)

    def _one_step(self, found: Any) -> Step:
        self._keys(found, (*ENTERED, "formula"), ("name", "kind"))
        kind = cast(Any, self._one_of(found, "kind", KINDS))
        computed = kind in COMPUTED
        self._keys(found, CALCULATED if computed else ENTERED, ("formula",) if computed else ())
        name = self._name(found["name"], "name")
        step = Step(
            name, self._text(found, "ask", 60) or name, kind, line=self._lines.of("formula" if computed else "limit")
        )
        if computed:
            return replace(step, formula=self._formula(found, "formula"))
        step = replace(step, limit=self._formula(found, "limit"), say=self._text(found, "say", 120))
        if step.limit and kind not in ("turn", "one", "table"):
            raise self._lines.refuse("limit", "sheet-limit")
        return self._answers(step, found)

    def _formula(self, found: Mapping[str, Any], key: str) -> str:
        value = found.get(key, "")
        if type(value) is int:
            return str(value)
        if not isinstance(value, str):
            raise self._lines.refuse(key)
        return value

    def _answers(self, step: Step, found: Mapping[str, Any]) -> Step:
        given = [key for key in ("to", "words", "text", "choose") if key in found]
        if len(given) != 1 or ("from" in found and given != ["to"]):
            raise self._lines.refuse(given[-1] if given else "to", "sheet-answers")
        if step.kind in ("one", "table") and given != ["to"]:
            raise self._lines.refuse(given[0], "sheet-only-numbers")
        match given[0], found[given[0]]:
            case "to", _:
                low = self._formula(found, "from") or "0"
                return replace(step, low=low, high=self._formula(found, "to"))
            case "words", [_, _, *_] as words if self._are_words(words):
                return replace(step, answers="words", words=tuple(words))
            case "text", True:
                return replace(step, answers="text")
            case "choose", ("others" | "players") as whom:
                return replace(step, answers="players", others=whom == "others")
        raise self._lines.refuse(given[0])

    def _are_words(self, words: list[Any]) -> bool:
        texts = all(isinstance(word, str) and 0 < len(word) <= 20 and word.isprintable() for word in words)
        return texts and HIDDEN not in words and len(set(words)) == len(words) <= 20
