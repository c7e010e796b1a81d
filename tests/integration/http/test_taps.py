"""P2 and P4: a tap counts once, and whoever collides is told so."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from companion.table.model.colours import COLOURS
from tests.integration.http.server import Answer, Evening, Phone, Server, an_empty_table, chip
from tests.support.cast import CAST
from tests.unit.web.support.visible import words

CHIPS = 4


def at_once(tasks: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """All in the same moment, as far as a machine can."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_a_tap_sent_five_times_at_once_is_one_entry_and_all_copies_get_its_number(evening: Evening) -> None:
    before = len(evening.server.log(evening.key))
    for nth in range(CHIPS):
        forms = [chip(phone, nth) for phone in evening.players]
        sent = [(phone, form) for phone, form in zip(evening.players, forms, strict=True) for _ in range(5)]
        answers = at_once([lambda p=p, f=f: p.ask("POST", evening.tap, f) for p, f in sent])  # type: ignore[misc]
        for seat in range(len(forms)):
            assert len({answer.entry for answer in answers[5 * seat : 5 * seat + 5]}) == 1
    log = evening.server.log(evening.key)
    assert len(log) == before + CHIPS * len(evening.players)
    assert [number for number, _, _ in log] == list(range(1, len(log) + 1))


def test_a_tap_whose_answer_was_lost_counts_once_when_it_is_sent_again(evening: Evening) -> None:
    for nth in range(CHIPS):
        for phone in evening.players:
            form = chip(phone, nth)
            phone.send_and_leave(evening.tap, form)
            assert phone.until_told(evening.key, form).entry == phone.until_told(evening.key, form).entry
    assert len([kind for _, kind, _ in evening.server.log(evening.key) if kind == "act"]) == 1 + CHIPS * 6


def test_all_seats_act_in_the_same_moment_and_none_is_refused(evening: Evening) -> None:
    for nth in range(CHIPS):
        forms = [chip(phone, nth) for phone in evening.players]
        sent = zip(evening.players, forms, strict=True)
        answers = at_once([lambda p=p, f=f: p.ask("POST", evening.tap, f) for p, f in sent])  # type: ignore[misc]
        assert [answer.status for answer in answers] == [200] * len(forms)


def test_of_two_tabs_of_one_seat_one_wins_and_the_other_is_told(evening: Evening) -> None:
    anna = evening.players[0]
    before = evening.server.log(evening.key)
    for nth in range(CHIPS):
        tabs = [chip(anna, nth), {**chip(anna, nth), "table": 9}]
        answers = at_once([lambda form=form: anna.ask("POST", evening.tap, form) for form in tabs])  # type: ignore[misc]
        assert sorted(answer.status for answer in answers) == [200, 409]
        loser = next(answer for answer in answers if answer.status == 409)
        assert loser.text == "The game has moved on, so this was not counted. Look at the page again."
    assert len(evening.server.log(evening.key)) == len(before) + CHIPS


def test_the_same_name_with_other_content_is_refused_and_the_first_counts(evening: Evening) -> None:
    anna, ben = evening.players[:2]
    form = chip(anna, 0)
    first = anna.ask("POST", evening.tap, form)
    for phone, other in ((anna, {**form, "table": 2}), (anna, {**form, "slot": "1.chips.0.1"}), (ben, form)):
        answer = phone.ask("POST", evening.tap, other)
        assert answer.status == 422
        assert answer.text == "The same move arrived twice, with different content. The first one counts."
    assert anna.ask("POST", evening.tap, form).entry == first.entry == evening.number()


def test_six_phones_sit_down_at_once_and_every_seat_has_one_owner(server: Server) -> None:
    evening = an_empty_table(server)
    phones = [server.phone(f"phone-{number}") for number in range(8)]
    for phone in phones:
        phone.ask("GET", f"/t/{evening.key}")
    wanted = [*zip(CAST, COLOURS, strict=True), ("anna", "purple"), ("Fritz", "orange")]
    answers = at_once(
        [
            lambda p=p, n=n, c=c: p.tap(evening.key, "sit", name=n, colour=c)  # type: ignore[misc]
            for p, (n, c) in zip(phones, wanted, strict=True)
        ]
    )
    assert {answer.status for answer in answers} == {200, 409}
    seated = [want for want, answer in zip(wanted, answers, strict=True) if answer.status == 200]
    assert len(seated) == len({name.casefold() for name, _ in seated}) == len({colour for _, colour in seated})
    for phone, (name, colour), answer in zip(phones, wanted, answers, strict=True):
        page = phone.ask("GET", f"/t/{evening.key}").text
        assert (colour in words(page, "data-me")) == (answer.status == 200)
        if answer.status == 200:
            assert name in page.partition(f'data-of="{colour}">')[2].partition("</li>")[0]


def test_while_another_process_holds_the_disk_a_tap_is_not_saved_and_later_it_is(evening: Evening) -> None:
    anna = evening.players[0]
    form = chip(anna, 0)
    before = evening.server.log(evening.key)
    with sqlite3.connect(evening.server.data / "companion.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        answer = anna.ask("POST", evening.tap, form)
        assert answer.status == 503
        assert answer.text == "Not saved: the server can't write at the moment. Try again."
        assert evening.number() == len(before)
        other.execute("ROLLBACK")
    assert evening.server.log(evening.key) == before
    deadline = time.monotonic() + 5
    while anna.ask("POST", evening.tap, form).status != 200:
        assert time.monotonic() < deadline
    assert len(evening.server.log(evening.key)) == len(before) + 1 == evening.number()


def test_while_the_disk_is_held_pages_and_streams_go_on_and_all_tables_are_told_together(
    evening: Evening, server: Server
) -> None:
    others = [an_empty_table(server) for _ in range(5)]
    ben = evening.players[1]
    sent: list[Callable[[], Answer]] = [lambda: ben.ask("POST", evening.tap, chip(ben, 0))]
    sent += [lambda e=e: e.host.tap(e.key, "sit", name="Anna", colour="sky") for e in others]  # type: ignore[misc]
    path = server.data / "companion.sqlite3"
    with sqlite3.connect(path, isolation_level=None) as other, ThreadPoolExecutor(6) as pool:
        other.execute("BEGIN EXCLUSIVE")
        for somebody in (evening.host, evening.players[0], ben):
            assert any(looked_meanwhile(evening, somebody, sent, pool) for _ in range(5)), "pages waited for the disk"
        other.execute("ROLLBACK")
    assert at_once(sent)[0].entry == evening.number()


def looked_meanwhile(
    evening: Evening, somebody: Phone, sent: Sequence[Callable[[], Answer]], pool: ThreadPoolExecutor
) -> bool:
    """Whether a page and the first message of a stream came while all taps were on their way to the disk."""
    told = [pool.submit(tap) for tap in sent]
    time.sleep(0.2)  # until the taps are there
    assert somebody.ask("GET", f"/t/{evening.key}").status == 200
    stream = somebody.stream(f"/t/{evening.key}/events")
    assert stream.message()[0]
    stream.close()
    meanwhile = not any(one.done() for one in told)
    assert [one.result().status for one in told] == [503] * len(sent)
    return meanwhile
