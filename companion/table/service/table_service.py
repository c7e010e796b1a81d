"""The desk takes what people send: it checks, has it written, and only then says "saved" and wakes the streams."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove, Refusal, check_choice
from companion.table.commands.dispatch import handle
from companion.table.commands.forced import followed
from companion.table.commands.types import Command, Done, Draft, Forbidden, Sender
from companion.table.commands.types import Conflict as Conflict
from companion.table.model.entry import Entry
from companion.table.model.game_result import evening
from companion.table.model.log import Table
from companion.table.model.permissions import Grant
from companion.table.model.tokens import code_length, mark, new_code, new_key, new_secret
from companion.table.service.cache import CachedTable, granted
from companion.table.service.idempotency import LASTING, read, written
from companion.table.service.loading import listed, status
from companion.table.service.notifier import Notifier
from companion.table.service.registry import TableRegistry
from companion.table.service.rematch import held_again, seated_again
from companion.table.service.results import GameResults
from companion.table.storage import results
from companion.table.storage.invitations import Invitations
from companion.table.storage.seat_codes import SeatCodes
from companion.table.storage.statements import (
    ALONE,
    PAST_REFUSALS,
    REFUSE,
    ConcurrentWriteError,
    Listing,
    Statements,
    opened,
)
from companion.table.storage.store import NotSaved, Store

OPERATION = re.compile(r"[0-9A-Za-z-]{8,64}", re.ASCII)
TRIES = 10
"""So often a tap is checked anew where other processes write at the same table."""


class TableService(TableRegistry):
    """These tables, to be played at. One takes one tap after the other; nothing else waits for the disk."""

    def __init__(self, store: Store, bus: Notifier, clock: Callable[[], float] = time.time) -> None:
        super().__init__(store, bus)
        self._clock = clock
        self._codes: set[str] = set()
        self.seat_codes = SeatCodes(store, clock)
        self.invitations = Invitations(store, clock)
        self.evenings = GameResults(store)

    def open(
        self,
        device: str,
        slug: str,
        options: Mapping[str, Any],
        preferences: Mapping[str, Any],
        idempotency_key: str | None = None,
    ) -> str:
        """Open a table whose host is this device and return its key; the first one's for an idempotency key.

        Raises InvalidMove or NotSaved.
        """
        check_choice(slug, "game", tuple(GAMES))
        GAMES[slug].start(GAMES[slug].players[0], options)
        with self.new_row(slug, options, preferences) as row:
            try:
                self.store.open_table(row | {"idempotency_key": idempotency_key}, Grant(device, "host"))
            except ConcurrentWriteError:  # a copy of the request came to another process at the same moment
                first = self.store.opened_by(idempotency_key or "")
                if first is None:
                    raise
                return first
        return str(row["key"])

    @contextmanager
    def new_row(
        self, slug: str, options: Mapping[str, Any], preferences: Mapping[str, Any]
    ) -> Iterator[dict[str, Any]]:
        """What a new table begins with; it is written within, or not at all. Raises NotSaved."""
        with self._free_code() as code:
            row = {"key": new_key(), "code": code, "slug": slug, "options": options, "preferences": preferences}
            yield {**row, "secret": new_secret(), "created": self._clock()}

    @contextmanager
    def _free_code(self) -> Iterator[str]:
        """A code that leads to no other table, also to none that is being written just now; nobody else gets it within.

        It is taken before the disk is asked: so whoever gives a code back has written its table, and the disk tells.
        """
        length = code_length(self.store.open_tables() + 1)
        for _ in range(TRIES):
            code = new_code(length)
            if code in self._codes:
                continue
            self._codes.add(code)
            try:
                if not self.store.has_code(code):
                    yield code
                    return
            finally:
                self._codes.discard(code)
        raise NotSaved("no short code is free")

    def make_operator(self, device: str) -> None:
        """Lets a device run this house."""
        self.store.make_operator(device)
        self._operators = None

    def comes_in(self, invitation: str, device: str) -> bool:
        """Whether a device runs this house now, or did before: it has followed the link in the terminal."""
        taken = self.invitations.take(invitation, device)
        self._operators = None
        return taken or self.is_operator(device)

    def send(self, key: str, device: str, command: Command) -> int:
        """Takes a tap and gives the number of its entry back, the first one's where it was sent before.

        Raises InvalidMove, IllegalMove, Stale, Forbidden, Conflict, NotSaved or NoSuchTable; then nothing was stored.
        """
        _named(command.op)
        with self._turn(key) as kept:
            before, table = kept.table.number, kept.table
            sent = mark(table.secret, json.dumps([device, command.kind, command.slot, sorted(command.fields.items())]))
            number = self._first(kept, command.op, sent)
            if number is None:
                number = self._answer(kept, device, command, sent)
        if kept.table.number != before:
            self.bus.wake(key)
        return number

    def _first(self, kept: CachedTable, op: str, sent: str) -> int | None:
        """The number that an operation got. Raises what it was refused with."""
        if op not in kept.operations:
            return kept.answers.first(op, sent)
        number, first = kept.operations[op]
        if first != sent:
            raise Conflict("other-content")
        return number

    def _answer(self, kept: CachedTable, device: str, command: Command, sent: str) -> int:
        """The first answer to a tap: the number of its entry, or why there is none."""
        for _ in range(TRIES):
            try:
                return self._take(kept, device, command, sent)
            except ConcurrentWriteError:
                self._read_on(kept)
                self._refused_elsewhere(kept, command.op)
            except (Refusal, Done) as trouble:
                if self._outdated(kept):  # nobody is refused for what another process has changed
                    self._read_on(kept)
                elif command.anew and isinstance(trouble, Refusal):
                    raise
                else:
                    self._keep(kept, device, command.op, sent, trouble)
            number = self._first(kept, command.op, sent)
            if number is not None:
                return number
        raise NotSaved("other processes were always faster")

    def _keep(self, kept: CachedTable, device: str, op: str, sent: str, trouble: Refusal | Done) -> None:
        """The first answer to a tap that leaves no entry: for its copies, also those that come to another process."""
        known = device if kept.held.get(device, {}).keys() & {"host", "seat"} else None
        answer = trouble if isinstance(trouble, Refusal) else kept.table.number
        if self.store.shared and known is not None and not self._refused_elsewhere(kept, op):
            now = self._clock()
            refusal = REFUSE(table_id=kept.table.id, op=op, sent=sent, answer=written(answer), at=now)
            statements = (PAST_REFUSALS(past_=now - LASTING), ALONE(id_=kept.table.id), refusal)
            self.store.write(*statements, table_id=kept.table.id)
            if not self._refused_elsewhere(kept, op):  # another process has taken a copy of it in the same moment
                self._read_on(kept)
                return
        kept.answers.keep(known, op, sent, answer)

    def _refused_elsewhere(self, kept: CachedTable, op: str) -> bool:
        """Whether another process has answered a copy of a tap, without an entry: memory knows that answer then."""
        found = self.store.refused(kept.table.id, op) if self.store.shared else None
        if found is not None:
            sent, answer = found
            kept.answers.keep(None, op, sent, read(answer))
        return found is not None

    def _take(self, kept: CachedTable, device: str, command: Command, sent: str) -> int:
        rights = kept.rights(device, operator=self.is_operator(device))
        draft = handle(kept.table, Sender(device, rights, kept.holders, self.seat_codes.find), command)
        used = (self.seat_codes.used(command.fields["code"]),) if command.kind == "phone" else ()
        return self._write(kept, draft.kind or command.kind, draft, command.op, sent, used)

    def _write(self, kept: CachedTable, kind: str, draft: Draft, op: str, sent: str, more: Statements = ()) -> int:
        """One entry more, and what makes itself then: nobody sees what comes of it before the disk has it."""
        entry = Entry(kept.table.number + 1, kind, draft.by, draft.body, op, sent, self._clock())
        after, entries = followed(kept.table, entry, home=draft.brings_home)
        listing = listed(after)
        more = (*more, *_remembering(kept, after, listing))
        try:
            self.store.append(after.id, entries, listing if listing != kept.listing else None, draft.grants, more)
        except BaseException:
            kept.unsure = True
            raise
        granted(kept.held, draft.grants)
        kept.operations |= {one.op: (one.number, one.sent) for one in entries}
        kept.table, kept.listing = after, listing
        return entry.number

    def note(
        self,
        table_id: int,
        key: str,
        kind: str,
        body: Mapping[str, Any],
        listing: Listing | None = None,
        grants: Iterable[Grant] = (),
        more: Statements = (),
        *,
        after: int | None = None,
    ) -> None:
        """An entry that no device sends, also at a table that cannot be read: the next, or the one `after` a number.

        Raises NotSaved, or ConcurrentWriteError where another one stands there.
        """
        for _ in range(TRIES):
            try:
                with self.alone(key):
                    number = (self.store.latest(table_id) if after is None else after) + 1
                    entry = Entry(number, kind, None, body, f"/{kind}-{number}", "", self._clock())
                    self.store.append(table_id, [entry], listing, grants, more)
                    self.drop(key)
                    return
            except ConcurrentWriteError:
                if after is not None:
                    raise
        raise NotSaved("other processes were always faster")

    def seat_code(self, key: str, device: str | None) -> str:
        """A code by which the seat of a device, in its owner's hands, comes to another one. Raises Forbidden."""
        rights = self.known_by_disk(key, device)
        if device is None or rights.person is None or rights.acting != rights.person:
            raise Forbidden("no-seat")
        return self.seat_codes.new(key, rights.person, device)

    def again(self, key: str, device: str, op: str) -> str:
        """A new table with the same people in their seats; gives its key back. The old one tells everybody."""
        _named(op)
        with self._turn(key) as kept:
            for _ in range(TRIES):
                try:
                    fresh = self._again(kept, device, op)
                    break
                except ConcurrentWriteError:
                    self._read_on(kept)
                except Refusal:
                    if not self._outdated(kept):
                        raise
                    self._read_on(kept)
            else:
                raise NotSaved("other processes were always faster")
        self.bus.wake(key)
        return fresh

    def _again(self, kept: CachedTable, device: str, op: str) -> str:
        old, rights = kept.table, kept.rights(device, operator=False)
        if rights.person is None and not (rights.host or rights.watch):
            raise Forbidden("no-seat")
        if rights.covered:
            raise Forbidden("on-its-way")
        if old.party.again is not None:
            return old.party.again
        if status(old) != "over":
            raise IllegalMove("not-over")
        if op in kept.operations:
            raise Conflict("other-content")
        entries = seated_again(old, self._clock())
        listing = Listing("lobby", listed(old).people)
        with self.new_row(old.slug, old.options, old.preferences) as row:
            table = opened(row, entries, listing, held_again(old, kept.holders()))
            self._write(kept, "again", Draft({"key": row["key"]}, by=rights.person), op, "", table)
        return str(row["key"])


def _remembering(kept: CachedTable, after: Table, listing: Listing) -> Statements:
    """What is remembered of a game from now on, where that is something else than before."""
    if "over" not in (kept.listing.status, listing.status):
        return ()
    if after.state is kept.table.state and listing == kept.listing:
        return ()
    finished = evening(after)
    return (results.forgotten(after.id),) if finished is None else results.kept(finished)


def _named(op: str) -> None:
    if not OPERATION.fullmatch(op):
        raise InvalidMove("operation")
