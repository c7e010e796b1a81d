"""Links by which a device comes to run the house: each works once. Their hashes alone are stored."""

import secrets
import time
from collections.abc import Callable

from companion.table.model.tokens import hashed
from companion.table.storage.statements import INVITE, INVITED, PAST_INVITATIONS, ConcurrentWriteError
from companion.table.storage.store import Store

LASTING = 24 * 3600.0


class Invitations:
    """Those that nobody has followed yet."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def new(self) -> str:
        """The secret part of a link, for a day."""
        now, invitation = self._clock(), secrets.token_urlsafe(16)
        self._store.write(PAST_INVITATIONS(now_=now), INVITE(mark=hashed(invitation), until=now + LASTING))
        return invitation

    def find(self, invitation: str) -> bool:
        """Whether it still lets somebody in."""
        return self._store.invited(hashed(invitation), self._clock())

    def take(self, invitation: str, device: str) -> bool:
        """Lets a device run the house, once: of several that follow a link at once, one does."""
        try:
            self._store.invite_in(INVITED(mark_=hashed(invitation), now_=self._clock()), device)
        except ConcurrentWriteError:
            return False
        return True
