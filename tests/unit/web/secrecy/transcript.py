"""All that an app serves to everybody during a game, byte by byte."""

import logging
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count, zip_longest
from pathlib import Path
from random import Random

from flask import Flask
from werkzeug.test import TestResponse

from companion.table.model.player_view import player_view
from companion.table.service.cache import table_status
from companion.web.pages.errors import log
from tests.unit.web.secrecy.pairing import Pair, Step
from tests.unit.web.secrecy.planting import Build
from tests.unit.web.secrecy.routes import NOBODYS_KEY, STREAMS, Asked, requests
from tests.unit.web.support.corrections import forms
from tests.unit.web.support.determinism import NOW, Paper
from tests.unit.web.support.devices import Device, Session, Stream, new_app, saved

CHECKPOINTS = 2
PROPOSED = 4
PAGES = 4
SAMPLE = 8
REPLAYS = 6
MESSAGES = 20
ENCODINGS = ("identity", "gzip")


class _Faults(logging.Handler):
    """Keeps the exception behind an answer of status 500."""

    last: object = None

    def emit(self, record: logging.LogRecord) -> None:
        self.last = record.exc_info and record.exc_info[1]


_faults = _Faults(logging.ERROR)
log.addHandler(_faults)


@dataclass(frozen=True)
class Served:
    """One answer or stream message, as it reaches a viewer."""

    step: int
    viewer: str
    asked: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = field(repr=False)


@dataclass
class Viewer:
    """A viewer: with a seat or not, with the table's key or not."""

    name: str
    device: Device
    seat: int | None
    key: str


def transcript(
    pair: Pair, steps: Sequence[Step], seed: int, data: Path, build: Build | None = None
) -> Generator[Served, None, None]:
    """Play one game of a pair; yield what viewers who may not know the difference are served."""
    app = new_app(data, clock=lambda: NOW)
    app.config |= {"DRAWN": count(), "SEED": b"%d" % seed, "PRINTER": Paper()}
    if build:
        build(app)
    with ExitStack() as closing:
        closing.callback(lambda: app.config["SERVICE"].store.close())
        yield from _Transcript(app, pair, Random(seed), closing).served(steps)


class _Transcript:
    def __init__(self, app: Flask, pair: Pair, luck: Random, closing: ExitStack) -> None:
        self.pair, self.luck, self.closing = pair, luck, closing
        self.session = Session(app, Device("host", app.test_client()))
        self.latest = ""
        self.following: list[tuple[Viewer, str, Stream]] = []  # streams, and who looks at them
        self.messages = 0

    def served(self, steps: Sequence[Step]) -> Iterator[Served]:
        """Play and look."""
        host_plays = self.luck.random() < 0.5
        self.session.open(**self.pair.options).sit(self.pair.players, host_plays=host_plays).begin()
        self.viewers = list(self._viewers(host_plays))
        ruled = self.luck.choice((None, *range(len(steps))))
        reveals = [number for number, step in enumerate(steps) if step.ask.final and step.move is not None]
        looking = {*self.luck.sample(range(len(steps)), min(CHECKPOINTS, len(steps))), len(steps) - 1}
        looking |= set(self.luck.sample(reveals, min(1, len(reveals))))
        follow = self.luck.choice((0, self.luck.randrange(len(steps))))
        for number, step in enumerate(steps):
            if number == follow:
                yield from self._follow(number)
            if number == ruled:
                yield from self._taken_over(number)
            yield from self._played(number, step)
            if number in looking:
                yield from self._look(number)
            yield from self._paged(number)
            yield from self._proposed(number, PROPOSED / len(steps))
        if self.session.table.asks:
            yield from self._ended_early(len(steps))
        yield from self._look(len(steps))
        assert table_status(self.session.table) == ("over" if not self.session.table.asks else "play")

    def _viewers(self, host_plays: bool) -> Iterator[Viewer]:
        session = self.session
        link = session.service.invitations.create()
        operator = session.device("operator")
        operator.get(f"/house/{link}")
        for seat, device in enumerate(session.players):
            yield Viewer(f"seat {seat}", device, seat, session.key)
        if not host_plays:
            yield Viewer("host", session.host, None, session.key)
        yield Viewer("operator", operator, None, session.key)
        yield Viewer("stranger", session.device("stranger"), None, session.key)
        yield Viewer("outsider", session.device("outsider"), None, NOBODYS_KEY)

    def _played(self, number: int, step: Step) -> Iterator[Served]:
        session = self.session
        if step.move is None:
            who = session.players[step.ask.seat or 0]
            answer = who.tap(session.key, "back", entry=session.table.played[-1].number)
        else:
            answer = session.act(step.ask, step.move)
        saved(answer)
        yield _answer(number, "all", "tap", answer)
        yield from self._messages(number)

    def _paged(self, number: int) -> Iterator[Served]:
        """Turn the pages of a payout, one by one or all at once; now and then look."""
        while player_view(self.session.table).paging:
            saved(self.session.page(skip=self.luck.random() < 0.4))
            yield from self._messages(number)
            if self.luck.random() < 0.1:
                yield from self._look(number)

    def _proposed(self, number: int, often: float) -> Iterator[Served]:
        """Now and then the host proposes a correction and declines it."""
        session = self.session
        if not session.table.correctable or self.luck.random() > often:
            return
        page = session.host.get(f"/t/{session.key}/correct")
        yield _answer(number, "host", "correct", page)
        found = forms(page.text)
        for form in self.luck.sample(found, min(1, len(found))):
            answer = session.host.tap(session.key, "propose", **form)
            yield _answer(number, "all", "propose", answer)
            if (proposal := session.table.roster.proposal) is not None:
                yield from self._messages(number)
                yield from self._look(number)
                if session.table.roster.proposal is not None:  # else somebody has begun a new table meanwhile
                    saved(session.host.tap(session.key, "decline", proposal=proposal.number))
                    yield from self._messages(number)

    def _ended_early(self, number: int) -> Iterator[Served]:
        """End a game that was broken off: hidden choices stay hidden."""
        session = self.session
        proposal = saved(session.host.tap(session.key, "propose-end"))
        yield from self._messages(number)
        yield from self._look(number)
        answer = session.players[-1].tap(session.key, "approve", proposal=proposal)
        yield _answer(number, "all", "approve", answer)
        yield from self._messages(number)

    def _taken_over(self, number: int) -> Iterator[Served]:
        """The operator becomes the host."""
        self.session.host = next(viewer.device for viewer in self.viewers if viewer.name == "operator")
        answer = self.session.host.tap(self.session.key, "host")
        saved(answer)
        yield _answer(number, "all", "host", answer)
        yield from self._messages(number)

    def _may_not_know(self, number: int) -> list[Viewer]:
        knowing = self.pair.knowing[min(number, len(self.pair.knowing) - 1)]
        return [viewer for viewer in self.viewers if viewer.seat not in knowing]

    def _look(self, number: int) -> Iterator[Served]:
        """Ask for pages, record and summary, and for a sample of all other requests."""
        viewers = self._may_not_know(number)
        asked = [(viewer, Asked("play.table", "/t/{key}")) for viewer in self.luck.sample(viewers, PAGES)]
        asked += [(viewer, Asked("exports.record", "/t/{key}/record.jsonl")) for viewer in self.luck.sample(viewers, 2)]
        asked += [
            (viewer, Asked("prints.summary_pdf", "/t/{key}/summary.pdf")) for viewer in self.luck.sample(viewers, 1)
        ]
        asked += [(viewer, Asked("history.entries", "/t/{key}/history")) for viewer in self.luck.sample(viewers, 1)]
        for headers in ({}, {"Companion-Look": "1"}):
            asked += [(viewer, Asked("play.hand", "/t/{key}/hand", None, headers)) for viewer in viewers]
        every = [(v, ask) for v in viewers for ask in requests(self.session, v.device, v.seat, self.latest)]
        replays = [(viewer, ask) for viewer, ask in every if ask.endpoint in ("replay.step", "replay.show_alternative")]
        if table_status(self.session.table) == "over":
            asked += self.luck.sample(replays, REPLAYS)
        for viewer, ask in (*asked, *self.luck.sample(every, SAMPLE)):
            yield from self._asked(number, viewer, ask)
        viewer, endpoint = self.luck.choice(viewers), self.luck.choice(list(STREAMS))
        if viewer.key == self.session.key:
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
        """A viewer who may never know the difference opens a stream."""
        able = [v for v in self.viewers if v.seat not in self.pair.exchanged and v.key == self.session.key]
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
    assert answer.status_code < 500, f"{asked}, asked for by {viewer}: {answer.status_code}, {_faults.last!r}"
    return served


def differences(ours: Iterable[Served], theirs: Iterable[Served]) -> Iterator[tuple[Served | None, Served | None]]:
    """Answers that differ, or that only one of them has."""
    return ((one, other) for one, other in zip_longest(ours, theirs) if one != other)
