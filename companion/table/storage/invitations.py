"""One-time links that make a device the operator's. Only their hashes are stored."""

import secrets
import time
from collections.abc import Callable

from sqlalchemy import select

from companion.table.model.tokens import hash_token
from companion.table.storage import statements
from companion.table.storage.operator_rights import grant_statements
from companion.table.storage.schema import invitations
from companion.table.storage.statements import ConcurrentWriteError
from companion.table.storage.store import Store

LINK_SECONDS = 24 * 3600.0


class Invitations:
    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def create(self) -> str:
        """The secret part of a link that lasts a day."""
        now, invitation = self._clock(), secrets.token_urlsafe(16)
        self._store.write(
            statements.DELETE_PAST_INVITATIONS(now_=now),
            statements.INSERT_INVITATION(mark=hash_token(invitation), until=now + LINK_SECONDS),
        )
        return invitation

    def is_valid(self, invitation: str) -> bool:
        found = select(invitations.c.mark).where(invitations.c.mark == hash_token(invitation))
        with self._store.reading() as db:
            return db.execute(found.where(invitations.c.until > self._clock())).first() is not None

    def redeem(self, invitation: str, device: str) -> bool:
        """Give a device the operator's rights, once per link."""
        try:
            unused = statements.DELETE_INVITATION(mark_=hash_token(invitation), now_=self._clock())
            self._store.write(*grant_statements(device), notifies=True, must_match=(unused,))
        except ConcurrentWriteError:
            return False
        return True
