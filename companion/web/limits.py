"""How often is too often: by device first, by address last and generously, since a party sits behind one address.

Only what does something counts: a table that was opened, an entry that was written, a code that was wrong. So nobody
is locked out by typing errors in a name, and the right code never counts.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from time import monotonic
from typing import Any

from flask import Flask, abort, request

from companion.web import equipment
from companion.web.devices import address, device

FEW = 10
KEPT = 20_000
LEAST = 30
"""What a worker allows in any case: a party of six that types codes and prints."""

View = Callable[..., Any]
Wrong = Callable[[], AbstractContextManager[None]]


class Bucket:
    """So many at once for each, and as many again in so many seconds. Its clock never goes back.

    Where any `of` so many workers may be asked each has its part of what is allowed, but never less than a party needs
    at once: nobody sees to it that a party's phones come to different ones.
    """

    def __init__(
        self, most: int, seconds: float = 60.0, clock: Callable[[], float] = monotonic, *, of: int = 1
    ) -> None:
        self._clock = clock
        most = max(most // of, min(most, LEAST))
        self._each = seconds / most
        self._room = seconds - self._each / 2  # half of one is lost in rounding
        self._ends: dict[Hashable, float] = {}  # when nothing will be owed any more

    def owed(self, who: Hashable) -> int:
        """How much was taken and has not run off yet."""
        return max(0, round((self._ends.get(who, 0.0) - self._clock()) / self._each))

    def take(self, who: Hashable) -> bool:
        """Takes one, where there is one."""
        now = self._clock()
        ends = max(self._ends.get(who, 0.0), now)
        if ends - now > self._room:
            return False
        if who not in self._ends and len(self._ends) >= KEPT:
            self._forget()
        self._ends[who] = ends + self._each
        return True

    def give_back(self, who: Hashable) -> None:
        """What was taken did nothing."""
        if who in self._ends:
            self._ends[who] -= self._each

    def _forget(self) -> None:
        """Keeps the half that owes most."""
        owing = sorted(self._ends.items(), key=lambda item: item[1])
        self._ends = dict(owing[KEPT // 2 :])


def guard(app: Flask) -> None:
    """Puts the limits before what can be done too often.

    What is asked at a table comes to the one worker that has it, and new tables come to one: each has the whole of
    these. Codes and material may come to any, of which each has a part.
    """
    views, settings = app.view_functions, app.config["SETTINGS"]

    def part(most: int) -> Bucket:
        return Bucket(most, of=settings.workers)

    wrong = _wrong_codes(part(120), part(1200))
    views["play.tap"] = _taps(views["play.tap"], wrong, Bucket(1200), Bucket(20, 120), Bucket(60, 240))
    views["lobby.by_code"] = _codes(views["lobby.by_code"], wrong)
    views["lobby.open_table"] = _counted(views["lobby.open_table"], Bucket(60), Bucket(300))
    views["material.pdf"] = _counted(views["material.pdf"], part(60), part(240))


def _asking() -> str:
    """Devices that have no cookie of ours are one at their address."""
    return device() or address()


def _counted(view: View, of_a_device: Bucket, of_an_address: Bucket) -> View:
    @wraps(view)
    def limited(**parts: str) -> Any:
        with _taken((of_a_device, device()), (of_an_address, address())):
            return view(**parts)

    return limited


def _taps(view: View, wrong: Wrong, taps: Bucket, writes: Bucket, writes_there: Bucket) -> View:
    """Whoever plays is never held up. Who has no seat may write little, however many devices they make of one."""

    @wraps(view)
    def limited(key: str) -> Any:
        asking = _asking()
        if not taps.take(asking):
            abort(429)
        if request.form.get("kind") == "phone":  # a code that is typed here could be guessed as well
            with wrong():
                return view(key=key)
        desk = equipment.desk()
        if not desk.rights(key, device()).stranger:
            return view(key=key)
        with _taken((writes, device()), (writes_there, (address(), key))):
            return view(key=key)

    return limited


@contextmanager
def _taken(*takings: tuple[Bucket, Hashable]) -> Iterator[None]:
    """One of each, which is given back where nothing comes of it. Taken first: many may ask in the same moment.

    A device that has no cookie yet is nobody: there it is the address alone that counts.
    """
    taken = []
    try:
        for bucket, who in takings:
            if who is not None:
                if not bucket.take(who):
                    abort(429)
                taken.append((bucket, who))
        yield
    except Exception:
        for bucket, who in taken:
            bucket.give_back(who)
        raise


def _wrong_codes(wrong: Bucket, wrong_there: Bucket) -> Wrong:
    """Wrong codes count. Where an address has typed too many, its devices that typed few themselves still get in."""

    @contextmanager
    def typed() -> Iterator[None]:
        asking, there = _asking(), address()
        if not wrong.take(asking):
            abort(429)
        counted = wrong_there.take(there)
        if not counted and wrong.owed(asking) > FEW:
            abort(429)
        yield  # raises where the code leads nowhere
        wrong.give_back(asking)
        if counted:
            wrong_there.give_back(there)

    return typed


def _codes(view: View, wrong: Wrong) -> View:
    @wraps(view)
    def limited() -> Any:
        with wrong():
            return view()

    return limited
