"""A move counts once, and a player whose move collides with another is told so."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Barrier

from companion.table.model.names import COLOURS
from tests.integration.http.tables import Table, chip, empty_table
from tests.support.cast import CAST
from tests.support.phones import Answer, Phone
from tests.support.server import Server
from tests.support.waiting import wait_until
from tests.unit.web.support.visible import words

CHIPS = 4


def at_once(requests: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Send requests in the same moment, as far as a machine can."""
    barrier = Barrier(len(requests))

    def run(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(run, requests))


def test_move_sent_five_times_at_once_is_one_entry(table: Table) -> None:
    """All seats move in the same moment too, and none is refused."""
    before = len(table.log())
    for nth in range(CHIPS):
        forms = [(phone, chip(phone, nth)) for phone in table.players]
        answers = at_once([partial(phone.post, table.moves, form) for phone, form in forms for _ in range(5)])
        for seat in range(len(forms)):
            assert len({answer.entry for answer in answers[5 * seat : 5 * seat + 5]}) == 1
    log = table.log()
    assert len(log) == before + CHIPS * len(table.players)
    assert [number for number, _, _ in log] == list(range(1, len(log) + 1))


def test_move_with_a_lost_answer_counts_once(table: Table) -> None:
    for nth in range(CHIPS):
        for phone in table.players:
            form = chip(phone, nth)
            phone.send_and_leave(table.moves, form)
            assert phone.retry(table.key, form).entry == phone.retry(table.key, form).entry
    assert len([kind for _, kind, _ in table.log() if kind == "act"]) == 1 + CHIPS * 6


def test_one_of_two_tabs_wins_and_the_other_is_told(table: Table) -> None:
    anna = table.players[0]
    before = table.log()
    for nth in range(CHIPS):
        tabs = [chip(anna, nth), {**chip(anna, nth), "table": 9}]
        answers = at_once([partial(anna.post, table.moves, form) for form in tabs])
        assert sorted(answer.status for answer in answers) == [200, 409]
        loser = next(answer for answer in answers if answer.status == 409)
        assert loser.text == "The game has moved on, so this didn't count. Look at the page again."
    assert len(table.log()) == len(before) + CHIPS


def test_same_key_with_other_content_is_refused(table: Table) -> None:
    anna, ben = table.players[:2]
    form = chip(anna, 0)
    first = anna.post(table.moves, form)
    for phone, other in ((anna, {**form, "table": 2}), (anna, {**form, "slot": "1.chips.0.1"}), (ben, form)):
        answer = phone.post(table.moves, other)
        assert answer.status == 422
        assert answer.text.startswith("The same move arrived twice, with different content. The first one counts")
    assert anna.post(table.moves, form).entry == first.entry == table.number()


def test_phones_that_sit_down_at_once_share_no_seat(server: Server) -> None:
    table = empty_table(server)
    phones = [server.phone(f"phone-{number}") for number in range(8)]
    for phone in phones:
        phone.get(table.path)
    wanted = [*zip(CAST[:6], COLOURS, strict=False), ("anna", "purple"), ("Fritz", "orange")]
    sent = zip(phones, wanted, strict=True)
    answers = at_once([partial(phone.move, table.key, "sit", name=name, colour=one) for phone, (name, one) in sent])
    assert {answer.status for answer in answers} == {200, 409}
    seated = [want for want, answer in zip(wanted, answers, strict=True) if answer.status == 200]
    assert len(seated) == len({name.casefold() for name, _ in seated}) == len({colour for _, colour in seated})
    for phone, (name, colour), answer in zip(phones, wanted, answers, strict=True):
        page = phone.get(table.path).text
        assert (colour in words(page, "data-me")) == (answer.status == 200)
        if answer.status == 200:
            assert name in page.partition(f'data-of="{colour}">')[2].partition("</li>")[0]


@contextmanager
def locked(server: Server) -> Iterator[None]:
    """Meanwhile another process has locked the database file."""
    with sqlite3.connect(server.data / "companion.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_move_during_a_lock_is_refused_and_later_saved(table: Table, server: Server) -> None:
    anna = table.players[0]
    form, before = chip(anna, 0), table.log()
    with locked(server):
        answer = anna.post(table.moves, form)
        assert answer.status == 503
        assert answer.text == "Not saved: the server can't write at the moment. Try again."
        assert table.number() == len(before)
    assert table.log() == before
    wait_until(lambda: anna.post(table.moves, form).status == 200)
    assert len(table.log()) == len(before) + 1 == table.number()


def test_pages_and_streams_go_on_during_a_lock(table: Table, server: Server) -> None:
    others = [empty_table(server) for _ in range(5)]
    ben = table.players[1]
    moves: list[Callable[[], Answer]] = [lambda: ben.post(table.moves, chip(ben, 0))]
    moves += [partial(one.host.move, one.key, "sit", name="Anna", colour="sky") for one in others]
    with locked(server), ThreadPoolExecutor(6) as pool:
        for phone in (table.host, ben):
            assert any(is_shown_meanwhile(table, phone, moves, pool) for _ in range(5)), "pages waited for the disk"
    assert at_once(moves)[0].entry == table.number()


def is_shown_meanwhile(
    table: Table, phone: Phone, moves: Sequence[Callable[[], Answer]], pool: ThreadPoolExecutor
) -> bool:
    """Whether a page and the first message of a stream came while all moves waited for the disk."""
    waiting = [pool.submit(move) for move in moves]
    time.sleep(0.2)  # until the moves are there
    assert phone.get(table.path).status == 200
    stream = phone.stream(table.events)
    assert stream.message()[0]
    stream.close()
    meanwhile = not any(one.done() for one in waiting)
    assert [one.result().status for one in waiting] == [503] * len(moves)
    return meanwhile
