"""Bursts of moves while a server or database dies, and what must hold afterwards."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from random import Random

from tests.integration.http.tables import Table, chip
from tests.support.phones import Phone

CHIPS = 4
CARDS = 3
BURST = 0.25
"""Seconds that a burst takes at most; the kill comes somewhere in them."""


@contextmanager
def burst(table: Table, luck: Random) -> Iterator[None]:
    """All players move at once, and a part of it is done when the caller goes on; then check what was saved."""
    with ThreadPoolExecutor(len(table.players)) as pool:
        running = [pool.submit(_moves, table, phone, Random(luck.random())) for phone in table.players]
        time.sleep(luck.uniform(0, BURST))
        yield
        answered = {op: entry for player in running for op, entry in player.result().items()}
    _check(table, answered)


def _forms(phone: Phone) -> Iterator[dict[str, object]]:
    """All moves of a player in the first two phases of round 1."""
    for nth in range(CHIPS):
        yield chip(phone, nth)
    for nth in range(CARDS):
        slot = f"1.cards.{phone.seat}.{nth}"
        yield {"op": phone.op(), "kind": "act", "slot": slot, "do": "card", "place": 1, "table": 1 + nth}


def _moves(table: Table, phone: Phone, luck: Random) -> dict[str, int]:
    """Entries by idempotency key: moves as fast as they are answered, many sent twice, some with a lost answer."""
    answered: dict[str, int] = {}
    for form in _forms(phone):
        while True:
            if luck.random() < 0.3:
                with suppress(OSError):
                    phone.send_and_leave(table.moves, form)
            answer = phone.retry(table.key, form)
            if answer.status == 200:
                break
            assert answer.status == 409, answer.text  # others still place their chips
            form["op"] = phone.op()  # another move: a copy of this one is answered as it was
            time.sleep(0.01)
        answered[str(form["op"])] = answer.entry
        if luck.random() < 0.3:
            assert phone.retry(table.key, form).entry == answer.entry
    return answered


def _check(table: Table, answered: dict[str, int]) -> None:
    """All that was answered is on disk and on the page, once and without gaps."""
    log = table.log()
    assert [number for number, _, _ in log] == list(range(1, len(log) + 1))
    saved = {op: number for number, _, op in log}
    assert len(saved) == len(log)
    assert {op: saved.get(op) for op in answered} == answered
    assert len(answered) == len(table.players) * (CHIPS + CARDS)
    assert len([kind for _, kind, _ in log if kind == "act"]) == 1 + len(answered)
    assert table.number() == len(log)
