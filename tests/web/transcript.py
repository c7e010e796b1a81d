"""What an app served to everybody while a game was played, byte by byte."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from flask import Flask, current_app
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from companion.printing import Sheet
from companion.table.chair import chair
from companion.table.desk import stage
from tests.web.devices import Device, Evening, Stream, an_app, done
from tests.web.pairs import Pair, Step
from tests.web.planting import Build
from tests.web.routes import NOBODYS_KEY, STREAMS, Asked, requests


class Compiled(BytecodeCache):
    """Templates are compiled once for all apps of the run."""

    _code: ClassVar[dict[str, bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """From an earlier app."""
        if bucket.key + bucket.checksum in self._code:
            bucket.bytecode_from_string(self._code[bucket.key + bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """For the next one."""
        self._code[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


NOW = 1_800_000_000.0
CHECKPOINTS = 2
PAGES = 4
SAMPLE = 8
MESSAGES = 20
METHODS = ("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "PUT")
ENCODINGS = ("identity", "gzip")


@dataclass(frozen=True)
class Served:
    """One answer or one message of a stream, with everything that reaches a viewer."""

    step: int
    viewer: str
    asked: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = field(repr=False)


@dataclass
class Viewer:
    """Somebody who looks: a seat or not, with or without the table's key."""

    name: str
    device: Device
    seat: int | None
    key: str


class Paper:
    """Stands for the printer: the PDF is the HTML that it was given."""

    def pdf(self, sheet: Sheet) -> bytes:
        """The sheet itself."""
        return f"{sheet.paper}\n{sheet.html}".encode()

    def close(self) -> None:
        """Nothing is open."""


def still(patch: pytest.MonkeyPatch) -> None:
    """Clock, randomness and tokens give the same to both games of a pair."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Clock":
            return cls.fromtimestamp(NOW, tz)

    patch.setattr("time.time", lambda: NOW)
    patch.setattr("werkzeug.utils.time", lambda: NOW)
    patch.setattr("werkzeug.http.datetime", Clock)
    patch.setattr("companion.web.devices.new_token", lambda: f"token-{_drawn():037d}")
    patch.setattr("companion.table.desk.new_key", lambda: f"key{_drawn():010d}")
    patch.setattr("companion.table.desk.new_code", lambda: "CODES")
    patch.setattr("companion.table.desk.new_secret", _secret)


def _drawn() -> int:
    return next(current_app.config["DRAWN"])  # type: ignore[no-any-return]


def _secret() -> bytes:
    return hashlib.sha256(current_app.config["SEED"]).digest()


def transcript(pair: Pair, steps: Sequence[Step], seed: int, data: Path, build: Build | None = None) -> list[Served]:
    """Plays one game of a pair, and writes down what all who may not know the difference were served."""
    app = an_app(data, clock=lambda: NOW)
    app.config |= {"DRAWN": count(), "SEED": b"%d" % seed, "PRINTER": Paper()}
    app.jinja_env.bytecode_cache = Compiled()
    if build:
        build(app)
    with ExitStack() as closing:
        closing.callback(lambda: app.config["DESK"].store.close())
        return list(_Transcript(app, pair, Random(seed), closing).served(steps))


class _Transcript:
    def __init__(self, app: Flask, pair: Pair, luck: Random, closing: ExitStack) -> None:
        self.pair, self.luck, self.closing = pair, luck, closing
        self.evening = Evening(app, Device("host", app.test_client()))
        self.latest = ""
        self.following: list[tuple[Viewer, str, Stream]] = []  # streams, and who looks at them
        self.messages = 0

    def served(self, steps: Sequence[Step]) -> Iterator[Served]:
        """Everything, in order."""
        host_plays = self.luck.random() < 0.5
        self.evening.open(**self.pair.options).sit(self.pair.players, host_plays=host_plays).begin()
        self.viewers = list(self._viewers(host_plays))
        looking = {*self.luck.sample(range(len(steps)), min(CHECKPOINTS, len(steps))), len(steps) - 1}
        follow = self.luck.choice((0, self.luck.randrange(len(steps))))
        for number, step in enumerate(steps):
            if number == follow:
                yield from self._follow(number)
            yield from self._played(number, step)
            if number in looking:
                yield from self._look(number)
            yield from self._paged(number)
        yield from self._look(len(steps))
        assert stage(self.evening.table) == ("over" if not self.evening.table.asks else "play")

    def _viewers(self, host_plays: bool) -> Iterator[Viewer]:
        evening = self.evening
        evening.app.config["SETTINGS"].invitations.add("house")
        house = evening.device("house")
        house.get("/house/house")
        for seat, device in enumerate(evening.players):
            yield Viewer(f"seat {seat}", device, seat, evening.key)
        if not host_plays:
            yield Viewer("host", evening.host, None, evening.key)
        yield Viewer("house", house, None, evening.key)
        yield Viewer("stranger", evening.device("stranger"), None, evening.key)
        yield Viewer("outsider", evening.device("outsider"), None, NOBODYS_KEY)

    def _played(self, number: int, step: Step) -> Iterator[Served]:
        evening = self.evening
        if step.move is None:
            who = evening.players[step.ask.seat or 0]
            answer = who.tap(evening.key, "back", entry=evening.table.plays[-1].number)
        else:
            answer = evening.act(step.ask, step.move)
        done(answer)
        yield _answer(number, "all", "tap", answer)
        yield from self._messages(number)

    def _paged(self, number: int) -> Iterator[Served]:
        """The pages of a payout, one by one or all at once; somebody may look in between."""
        while chair(self.evening.table).paging:
            done(self.evening.page(end=self.luck.random() < 0.4))
            yield from self._messages(number)
            if self.luck.random() < 0.1:
                yield from self._look(number)

    def _may_not_know(self, number: int) -> list[Viewer]:
        knowing = self.pair.knowing[min(number, len(self.pair.knowing) - 1)]
        return [viewer for viewer in self.viewers if viewer.seat not in knowing]

    def _look(self, number: int) -> Iterator[Served]:
        """Some pages and the record, and a sample of all else that can be asked for."""
        viewers = self._may_not_know(number)
        asked = [(viewer, Asked("play.table", "/t/{key}")) for viewer in self.luck.sample(viewers, PAGES)]
        asked += [(viewer, Asked("prints.export", "/t/{key}/record.jsonl")) for viewer in self.luck.sample(viewers, 2)]
        asked += [(viewer, Asked("play.hand", "/t/{key}/hand")) for viewer in viewers]
        every = [(v, ask) for v in viewers for ask in requests(self.evening, v.device, v.seat, self.latest)]
        for viewer, ask in (*asked, *self.luck.sample(every, SAMPLE)):
            yield from self._asked(number, viewer, ask)
        viewer, endpoint = self.luck.choice(viewers), self.luck.choice(list(STREAMS))
        if viewer.key == self.evening.key:
            stream = self._stream(viewer, endpoint, self.luck.choice(ENCODINGS))
            yield Served(number, viewer.name, f"{endpoint} anew", 200, (), next(stream))

    def _asked(self, number: int, viewer: Viewer, asked: Asked) -> Iterator[Served]:
        path = asked.path.format(key=viewer.key)
        headers = {"Accept-Encoding": self.luck.choice(ENCODINGS), **asked.headers}
        if asked.form is not None:
            answer = viewer.device.post(path, asked.form, **headers)
        else:
            answer = viewer.device.get(
                path, self.luck.choice(("GET", "GET", "GET", "HEAD", "OPTIONS", "PUT")), **headers
            )
        yield _answer(number, viewer.name, f"{asked.endpoint} {answer.request.method} {path}", answer)

    def _follow(self, number: int) -> Iterator[Served]:
        """A viewer who may never know the difference keeps a stream open for a while."""
        able = [v for v in self.viewers if v.seat not in self.pair.exchanged and v.key == self.evening.key]
        viewer, endpoint = self.luck.choice(able), self.luck.choice(list(STREAMS))
        stream = self._stream(viewer, endpoint, self.luck.choice(ENCODINGS))
        self.following.append((viewer, endpoint, stream))
        yield Served(number, viewer.name, endpoint, 200, (), next(stream))

    def _messages(self, number: int) -> Iterator[Served]:
        for viewer, endpoint, stream in self.following:
            yield Served(number, viewer.name, endpoint, 200, (), next(stream))
            self.messages += 1
            if self.messages == MESSAGES:
                stream.close()
                self.following = []

    def _stream(self, viewer: Viewer, endpoint: str, encoding: str) -> Stream:
        stream = Stream(viewer.device, STREAMS[endpoint].format(key=viewer.key), encoding)
        self.closing.callback(stream.close)
        return stream


def _answer(number: int, viewer: str, asked: str, answer: TestResponse) -> Served:
    headers = tuple(answer.headers.items())
    served = Served(number, viewer, asked, answer.status_code, headers, answer.get_data())
    answer.close()
    assert answer.status_code < 500, served
    return served


def differences(ours: Sequence[Served], theirs: Sequence[Served]) -> list[tuple[Served, Served]]:
    """What gives the secret away."""
    return [(one, other) for one, other in zip(ours, theirs, strict=False) if one != other]
