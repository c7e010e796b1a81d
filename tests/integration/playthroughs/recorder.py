"""Whole games as text: what Anna's phone, her hand and the table screen show after each move, and the pages about it.

`make playthroughs` writes one file for each game; a test compares them with what is shown now.
"""

import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from html import unescape
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from companion.games import GAMES
from companion.table.model.roster import paging
from tests.unit.web.support.determinism import NOW, Paper, still
from tests.unit.web.support.devices import Device, Session, new_app, saved

HERE: Final = Path(__file__).parent
OPTIONS: Final[dict[str, dict[str, str]]] = {
    "vabanque": {},
    "banque_fatale": {},
    "wetten": {"track": "10"},
    "any_game": {"which": "trick_bidding", "trick_bidding-rounds": "2"},
}
SEED: Final = 3
ABOUT: Final = ("/t/{key}/summary", "/t/{key}/record.jsonl", "/rules/{slug}", "/material/{slug}")
UNREAD = re.compile(
    r"<(script|style|head|noscript)\b.*?</\1>|<!.*?>"
    r"|</?(?:abbr|b|data|em|i|rect|small|span|strong|svg|time|use|wbr)\b[^>]*>",
    re.DOTALL,
)
"""Parts that nobody reads, and tags within a line."""
LABEL = re.compile(r'<[^>]*\saria-label="([^"]*)"[^>]*>')
BUTTON = re.compile(r"<(?:button|a)\b[^>]*>(.*?)</(?:button|a)>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def lines(html: str) -> list[str]:
    """Return the lines of a page: labels stand in quotes, buttons and links in square brackets."""
    text = LABEL.sub(r"\n'\1'\n", html)
    text = UNREAD.sub(lambda tag: " " if tag[0].startswith(("</strong", "</span", "</small")) else "", text)
    text = BUTTON.sub(lambda found: f"\n[{' '.join(TAG.sub(' ', found[1]).split())}]\n", text)
    told = (" ".join(unescape(line).split()) for line in TAG.sub("\n", text).splitlines())
    return [line for line in told if re.search(r"\w", line)]


def played(slug: str) -> str:
    """Play a game of the fewest people by chance. Clock and tokens stand still."""
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
        still(patch)
        patch.setattr("companion.network.addresses.candidates", lambda: ("companion.test",))
        patch.setenv("TZ", "UTC")
        time.tzset()
        app = new_app(Path(data), clock=lambda: NOW)
        app.config |= {"DRAWN": count(), "SEED": b"playthrough", "PRINTER": Paper()}
        session = Session(app, Device("host", app.test_client()))
        session.open(game=slug, **OPTIONS[slug]).sit(GAMES[slug].players[0]).begin()
        text = "\n".join(_told(slug, session)) + "\n"
    time.tzset()
    return text


def _told(slug: str, session: Session) -> Iterator[str]:
    yield f"{GAMES[slug].title}, {GAMES[slug].players[0]} players"
    before: dict[str, list[str]] = {}
    sentences: set[str] = set()  # are told once
    for move in _moves(session, Random(SEED)):
        yield f"\n{session.table.number} {move}"
        now = dict(_shown(session))
        for name, shown in now.items():
            elsewhere = now["Anna"] if name == "screen" else []
            known = {*before.get(name, []), *elsewhere, *sentences}
            new = [line for line in shown if line not in known]
            sentences |= {line for line in new if line.endswith(".")}
            if new:
                yield "\n  ".join([f"{name}:", *new])
        before = now
    for path in ABOUT:
        page = session.host.get(path.format(key=session.key, slug=slug)).text
        yield "\n  ".join([f"\n{path}", *lines(page)])


def _moves(session: Session, luck: Random) -> Iterator[str]:
    """Play to the end, and say after each entry what it was."""
    yield "begin"
    while paging(session.table.roster) or session.table.asks:
        if paging(session.table.roster):
            saved(session.page())
            yield "page"
        else:
            saved(session.by_chance(luck))
            act = session.table.played[-1].act
            who = "" if act.seat is None else f"{session.table.names[act.seat]} "
            yield who + json.dumps(session.table.game.write(act.move))


def _shown(session: Session) -> Iterator[tuple[str, list[str]]]:
    anna, table = session.players[0], f"/t/{session.key}"
    yield "Anna", lines(anna.sees(table))
    yield "Anna's hand", lines(anna.get(f"{table}/hand", Companion_Look="1").text)
    yield "screen", lines(session.device("screen").sees(f"{table}/screen"))


if __name__ == "__main__":
    for slug in sys.argv[1:] or OPTIONS:
        (HERE / f"{slug}.txt").write_text(played(slug), encoding="utf-8")
