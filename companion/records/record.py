"""The game record as JSON Lines: one header, then one action a line."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from companion.games import GAMES
from companion.games.game import Game
from companion.games.types import GameEvent, IllegalMove, InvalidMove, Refusal, Seat, check_player_count
from companion.records.jsonl import BadLine, read_objects

VERSION = 1
LONGEST_NAME = 20


class BadRecord(Exception):
    """An invalid record: `line` counts from 1, `slug` is empty until the game is known."""

    def __init__(self, line: int, trouble: Refusal, slug: str = "", names: Sequence[str] = ()) -> None:
        super().__init__(line, trouble)
        self.line = line
        self.error = trouble
        self.slug = slug
        self.names = names


@dataclass(frozen=True, slots=True)
class Header:
    """Line 1: the game, the players clockwise, and the house rules that differ from the defaults."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Act:
    """One action: its seat (None: the table), and the move."""

    seat: Seat | None
    move: Any


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, played by its rules: the final state, and the events of each act."""

    header: Header
    acts: tuple[Act, ...]
    state: Any
    events: tuple[tuple[GameEvent, ...], ...]

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.header.game]


def read(lines: Iterable[bytes]) -> Record:
    """Read and play a record. Raises BadRecord for the first line that is invalid or illegal."""
    header: Header | None = None
    number = 1
    try:
        for number, entry in enumerate(read_objects(lines), start=1):  # noqa: B007  # the line that failed
            if header is None:
                header = _header(entry)
                game = GAMES[header.game]
                state, acts, events = game.start(len(header.players), header.options), [], []
                continue
            act = _act(entry, header)
            if not game.asks(state):
                raise IllegalMove("over")
            state, new_events = game.play(state, act.seat, act.move)
            acts.append(act)
            events.append(new_events)
    except BadLine as bad:
        _fail(bad.line, bad.error, header)
    except Refusal as trouble:
        _fail(number, trouble, header)
    if header is None:
        _fail(1, InvalidMove("empty"), None)
    return Record(header, tuple(acts), state, tuple(events))


def _fail(line: int, trouble: Refusal, header: Header | None) -> NoReturn:
    known = (header.game, header.players) if header else ("", ())
    raise BadRecord(line, trouble, *known) from trouble


def _header(entry: Mapping[str, object]) -> Header:
    expected = ("record", "game", "players", "options")
    if "record" in entry and (type(entry["record"]) is not int or entry["record"] != VERSION):
        raise InvalidMove("version", version=VERSION)  # other keys depend on the version
    for key in entry:
        if key not in expected:
            raise InvalidMove("unknown-key", key=key, expected=", ".join(expected))
    for key in expected[:3]:
        if key not in entry:
            raise InvalidMove("missing-key", key=key, expected=", ".join(expected))
    slug, options = entry["game"], entry.get("options", {})
    if not isinstance(slug, str) or slug not in GAMES:
        raise InvalidMove("not-one-of", key="game", expected=", ".join(GAMES))
    if not isinstance(options, dict):
        raise InvalidMove("not-options")
    return Header(slug, _players(entry["players"], GAMES[slug]), options)


def _players(value: object, game: Game[Any, Any]) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InvalidMove("not-names", low=game.players[0], high=game.players[-1])
    check_player_count(len(value), game.players)
    names = tuple(map(check_name, value))
    if len({called.casefold() for called in names}) < len(names):
        raise InvalidMove("same-name")
    return names


def check_name(value: object) -> str:
    """Check a player's name. Raises InvalidMove."""
    if not isinstance(value, str):
        raise InvalidMove("name-text", most=LONGEST_NAME)
    if not 1 <= len(value) <= LONGEST_NAME:
        raise InvalidMove("name-length", most=LONGEST_NAME)
    if not value.isprintable() or value != value.strip():
        raise InvalidMove("name-letters")
    return value


def _act(entry: Mapping[str, object], header: Header) -> Act:
    game = GAMES[header.game]
    move = game.read({key: value for key, value in entry.items() if key != "player"})
    if not game.seated(move):
        if "player" in entry:
            raise InvalidMove("unknown-key", key="player", expected=", ".join(game.write(move)))
        return Act(None, move)
    if "player" not in entry:
        raise InvalidMove("missing-value", key="player", expected=", ".join(header.players))
    player = entry["player"]
    if not isinstance(player, str) or player not in header.players:
        raise InvalidMove("no-such-player", expected=", ".join(header.players))
    return Act(header.players.index(player), move)


def write(header: Header, acts: Iterable[Act]) -> str:
    top = {"record": VERSION, "game": header.game, "players": list(header.players), "options": dict(header.options)}
    return "".join(_dumped(line) + "\n" for line in (top, *(_line(act, header) for act in acts)))


def _line(act: Act, header: Header) -> dict[str, object]:
    line = GAMES[header.game].write(act.move)
    if act.seat is None:
        return line
    return {"do": line["do"], "player": header.players[act.seat], **line}


def _dumped(line: Mapping[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False)
