"""The service checks commands, saves their entries, and only then answers and wakes the streams."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.games import GAMES
from companion.games.types import IllegalMove, InvalidMove, Refusal, check_choice
from companion.table.commands.dispatch import handle
from companion.table.commands.playing import apply_with_forced
from companion.table.commands.types import AlreadyDone, Command, Draft, Forbidden, Sender
from companion.table.commands.types import Conflict as Conflict
from companion.table.model.entry import Entry
from companion.table.model.game_result import compute_result
from companion.table.model.log import Table
from companion.table.model.permissions import Grant
from companion.table.model.tokens import code_length, fingerprint, new_code, new_key, new_secret
from companion.table.service.cache import CachedTable, apply_grants, listing_of, table_status
from companion.table.service.idempotency import ANSWER_SECONDS, dump_answer, load_answer
from companion.table.service.notifier import Notifier
from companion.table.service.registry import TableRegistry
from companion.table.service.rematch import rematch_entries, rematch_grants
from companion.table.service.results import GameResults
from companion.table.storage import results, statements
from companion.table.storage.invitations import Invitations
from companion.table.storage.seat_codes import SeatCodes
from companion.table.storage.statements import ConcurrentWriteError, Listing, Statements
from companion.table.storage.store import NotSaved, Store

OPERATION_NAME = re.compile(r"[0-9A-Za-z-]{8,64}", re.ASCII)
MAX_ATTEMPTS = 10  # while other processes write at the same table


class TableService(TableRegistry):
    """Write access to all tables. Each table handles one command at a time; only commits wait for the disk."""

    def __init__(self, store: Store, notifier: Notifier, clock: Callable[[], float] = time.time) -> None:
        super().__init__(store, notifier)
        self._clock = clock
        self._codes: set[str] = set()
        self.seat_codes = SeatCodes(store, clock)
        self.invitations = Invitations(store, clock)
        self.results = GameResults(store)

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
        GAMES[slug].start(GAMES[slug].player_range(options)[0], options)
        with self.new_row(slug, options, preferences) as row:
            try:
                self.store.open_table(row | {"idempotency_key": idempotency_key}, Grant(device, "host"))
            except ConcurrentWriteError:  # another process got a copy of the request
                first = self.store.find_by_idempotency_key(idempotency_key or "")
                if first is None:
                    raise
                return first
        return str(row["key"])

    @contextmanager
    def new_row(
        self, slug: str, options: Mapping[str, Any], preferences: Mapping[str, Any]
    ) -> Iterator[dict[str, Any]]:
        """The row of a new table. Write it within the context, where its code is reserved. Raises NotSaved."""
        with self._free_code() as code:
            row = {"key": new_key(), "code": code, "slug": slug, "options": options, "preferences": preferences}
            yield {**row, "secret": new_secret(), "created": self._clock()}

    @contextmanager
    def _free_code(self) -> Iterator[str]:
        """Reserve a short code that no open table has.

        Reserve in memory first: a released code is already in the database.
        """
        length = code_length(self.store.open_tables() + 1)
        for _ in range(MAX_ATTEMPTS):
            code = new_code(length)
            if code in self._codes:
                continue
            self._codes.add(code)
            try:
                if not self.store.is_code_taken(code):
                    yield code
                    return
            finally:
                self._codes.discard(code)
        raise NotSaved("no short code is free")

    def make_operator(self, device: str) -> None:
        self.store.make_operator(device)
        self._operators = None

    def accept_invitation(self, invitation: str, device: str) -> bool:
        """Whether a device has the operator's rights after it followed a link."""
        taken = self.invitations.redeem(invitation, device)
        self._operators = None
        return taken or self.is_operator(device)

    def send(self, key: str, device: str, command: Command) -> int:
        """Handle a command and return the number of its entry; the first one's for a repeated command.

        Raises InvalidMove, IllegalMove, Stale, Forbidden, Conflict, NotSaved or NoSuchTable; then nothing was stored.
        """
        _check_operation(command.op)
        with self._locked(key) as cached:
            before, table = cached.table.number, cached.table
            sent = fingerprint(
                table.secret, json.dumps([device, command.kind, command.slot, sorted(command.fields.items())])
            )
            number = self._known_answer(cached, command.op, sent)
            if number is None:
                number = self._answer(cached, device, command, sent)
        if cached.table.number != before:
            self.notifier.wake(key)
        return number

    def _known_answer(self, cached: CachedTable, op: str, sent: str) -> int | None:
        """The entry number of an operation, or None. Raises its refusal."""
        if op not in cached.operations:
            return cached.answers.find(op, sent)
        number, first = cached.operations[op]
        if first != sent:
            raise Conflict("other-content")
        return number

    def _answer(self, cached: CachedTable, device: str, command: Command, sent: str) -> int:
        """Handle a command for the first time."""
        for _ in range(MAX_ATTEMPTS):
            try:
                return self._execute(cached, device, command, sent)
            except ConcurrentWriteError:
                self._load_new_entries(cached)
                self._load_refusal(cached, command.op)
            except (Refusal, AlreadyDone) as trouble:
                if self._outdated(cached):  # check again with the latest entries
                    self._load_new_entries(cached)
                elif command.retryable and isinstance(trouble, Refusal):
                    raise
                else:
                    self._store_refusal(cached, device, command.op, sent, trouble)
            number = self._known_answer(cached, command.op, sent)
            if number is not None:
                return number
        raise NotSaved("other processes were always faster")

    def _store_refusal(
        self, cached: CachedTable, device: str, op: str, sent: str, trouble: Refusal | AlreadyDone
    ) -> None:
        """Store an answer without entry for copies of the command, also at other processes."""
        known = device if cached.roles.get(device, {}).keys() & {"host", "seat"} else None
        answer = trouble if isinstance(trouble, Refusal) else cached.table.number
        if self.store.shared and known is not None and not self._load_refusal(cached, op):
            now = self._clock()
            past, lock = statements.DELETE_PAST_REFUSALS, statements.LOCK_TABLE(id_=cached.table.id)
            values = {"table_id": cached.table.id, "op": op, "sent": sent, "answer": dump_answer(answer), "at": now}
            refusal = statements.INSERT_REFUSAL(**values)
            self.store.write(past(past_=now - ANSWER_SECONDS), lock, refusal, table_id=cached.table.id)
            if not self._load_refusal(cached, op):  # another process has accepted a copy meanwhile
                self._load_new_entries(cached)
                return
        cached.answers.add(known, op, sent, answer)

    def _load_refusal(self, cached: CachedTable, op: str) -> bool:
        """Load another process's answer to a copy of the command into memory. Return whether there is one."""
        found = self.store.find_refusal(cached.table.id, op) if self.store.shared else None
        if found is not None:
            sent, answer = found
            cached.answers.add(None, op, sent, load_answer(answer))
        return found is not None

    def _execute(self, cached: CachedTable, device: str, command: Command, sent: str) -> int:
        rights = cached.rights(device, operator=self.is_operator(device))
        draft = handle(cached.table, Sender(device, rights, cached.holders, self.seat_codes.find), command)
        used = (self.seat_codes.consume_statement(command.fields["code"]),) if command.kind == "phone" else ()
        return self._append(cached, draft.kind or command.kind, draft, command.op, sent, used)

    def _append(self, cached: CachedTable, kind: str, draft: Draft, op: str, sent: str, more: Statements = ()) -> int:
        """Save one entry and the moves that it forces, then change memory."""
        entry = Entry(cached.table.number + 1, kind, draft.by, draft.body, op, sent, self._clock())
        after, entries = apply_with_forced(cached.table, entry, finish_round=draft.finish_round)
        listing = listing_of(after)
        more = (*more, *_result_statements(cached, after, listing))
        try:
            self.store.append(after.id, entries, listing if listing != cached.listing else None, draft.grants, more)
        except BaseException:
            cached.uncertain = True
            raise
        apply_grants(cached.roles, draft.grants)
        cached.operations |= {one.op: (one.number, one.sent) for one in entries}
        cached.table, cached.listing = after, listing
        return entry.number

    def append_system_entry(
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
        """Append an entry of no device, also at an unreadable table: the next one, or the one `after` a number.

        Raises NotSaved, or ConcurrentWriteError if the number is taken.
        """
        for _ in range(MAX_ATTEMPTS):
            try:
                with self.exclusive(key):
                    number = (self.store.latest_number(table_id) if after is None else after) + 1
                    entry = Entry(number, kind, None, body, f"/{kind}-{number}", "", self._clock())
                    self.store.append(table_id, [entry], listing, grants, more)
                    self.drop(key)
                    return
            except ConcurrentWriteError:
                if after is not None:
                    raise
        raise NotSaved("other processes were always faster")

    def seat_code(self, key: str, device: str | None) -> str:
        """A code that moves the seat of a device, in its owner's hands, to another device. Raises Forbidden."""
        rights = self.stored_rights(key, device)
        if device is None or rights.person is None or rights.acting != rights.person:
            raise Forbidden("no-seat")
        return self.seat_codes.create(key, rights.person, device)

    def open_rematch(self, key: str, device: str, op: str) -> str:
        """Open a new table with the same people in their seats and return its key. The old table links to it."""
        _check_operation(op)
        with self._locked(key) as cached:
            for _ in range(MAX_ATTEMPTS):
                try:
                    fresh = self._open_rematch(cached, device, op)
                    break
                except ConcurrentWriteError:
                    self._load_new_entries(cached)
                except Refusal:
                    if not self._outdated(cached):
                        raise
                    self._load_new_entries(cached)
            else:
                raise NotSaved("other processes were always faster")
        self.notifier.wake(key)
        return fresh

    def _open_rematch(self, cached: CachedTable, device: str, op: str) -> str:
        old, rights = cached.table, cached.rights(device, operator=False)
        if rights.person is None and not (rights.host or rights.watch):
            raise Forbidden("no-seat")
        if rights.in_transit:
            raise Forbidden("on-its-way")
        if old.roster.again is not None:
            return old.roster.again
        if table_status(old) != "over":
            raise IllegalMove("not-over")
        if op in cached.operations:
            raise Conflict("other-content")
        entries = rematch_entries(old, self._clock())
        listing = Listing("lobby", listing_of(old).people)
        with self.new_row(old.slug, old.options, old.preferences) as row:
            table = statements.open_statements(row, entries, listing, rematch_grants(old, cached.holders(), device))
            self._append(cached, "again", Draft({"key": row["key"]}, by=rights.person), op, "", table)
        return str(row["key"])


def _result_statements(cached: CachedTable, after: Table, listing: Listing) -> Statements:
    """Statements that store or delete the result, if an entry changes it."""
    if "over" not in (cached.listing.status, listing.status):
        return ()
    if after.state is cached.table.state and listing == cached.listing:
        return ()
    finished = compute_result(after)
    return (results.delete_statement(after.id),) if finished is None else results.replace_statements(finished)


def _check_operation(op: str) -> None:
    if not OPERATION_NAME.fullmatch(op):
        raise InvalidMove("operation")
