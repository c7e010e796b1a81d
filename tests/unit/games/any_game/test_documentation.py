"""The sheets and the record lines in the documentation are real."""

import json
import re
from random import Random

import pytest

from companion.games import GAMES
from companion.games.any_game.lines import EXAMPLES
from companion.games.any_game.reading import ENTERED, KINDS, TOP
from companion.paths import HERE

PAGE = (HERE.parent / "docs" / "any-game.md").read_text(encoding="utf-8")
RECORD = (HERE.parent / "docs" / "record-any-game.md").read_text(encoding="utf-8")
GAME = GAMES["any_game"]


@pytest.mark.parametrize("sheet", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_documented_sheet_is_played_to_its_end(sheet: str) -> None:
    state, luck = GAME.start(4, {"sheet": sheet}), Random(1)
    for _ in range(2_000):
        if not (asks := GAME.asks(state)):
            break
        state, _ = GAME.play(state, asks[0].seat, GAME.suggest(state, asks[0], luck))
    assert GAME.asks(state) == ()
    assert not any(line.failed for told in state.told for line in told.over.lines)


def test_every_key_and_kind_is_documented() -> None:
    for key in {*TOP, *ENTERED, *EXAMPLES}:
        assert f"`{key}`" in PAGE or f"[{key}]" in PAGE, key
    for kind in KINDS:
        assert f'`"{kind}"`' in PAGE, kind


def test_documented_record_lines_are_moves() -> None:
    lines = [json.loads(found) for found in re.findall(r'^    (\{"do".*?\})', RECORD, re.MULTILINE)]
    assert {line["do"] for line in lines} == {"choose", "enter", "enter-all", "stop"}
    for line in lines:
        GAME.read({key: value for key, value in line.items() if key != "player"})
