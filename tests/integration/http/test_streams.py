"""The event stream of a page: all of it first, and each message with the number of the latest entry."""

import re

from tests.integration.http.tables import Table, chip
from tests.support.phones import Phone

NOT_WHOLE = {"ask", "board", "people"}
"""Fragments of which a message may replace parts."""


def fresh(phone: Phone, table: Table) -> list[str]:
    """The fragments that a page would ask for now, as lines without blank ones."""
    answer = phone.get(table.path, HX_Request="true", HX_Target="div#offline")
    return [line for line in answer.text.splitlines() if line.strip()]


def test_first_message_is_the_whole_page(table: Table) -> None:
    """Also with a Last-Event-ID, whatever it says."""
    last = ("", "0", "999999", "-1", "garbage", "\u00bd", "")
    for nth, phone in enumerate([*table.players, table.host]):
        headers = {"Last_Event_ID": last[nth].encode().decode("latin-1")} if last[nth] else {}
        stream = phone.stream(f"{table.path}/{'screen/' if phone is table.host else ''}events", **headers)
        number, lines = stream.message()
        stream.close()
        assert (number, lines) == (table.number(), fresh(phone, table))
        if nth < 4:
            assert table.players[2].post(table.moves, chip(table.players[2], nth)).entry == number + 1


def test_every_message_has_the_number_of_the_move(table: Table) -> None:
    anna, ben = table.players[:2]
    streams = [ben.stream(f"{table.path}/screen/events")]  # first: phones are told when a table screen comes
    streams += [phone.stream(table.events) for phone in (anna, ben, table.host)]
    assert {stream.message()[0] for stream in streams} == {table.number()}
    for nth in range(4):
        number = anna.post(table.moves, chip(anna, nth)).entry
        assert [stream.message()[0] for stream in streams] == [number] * len(streams)
    for stream in streams:
        stream.close()


def test_changes_on_the_stream_make_a_fresh_page(table: Table) -> None:
    anna, ben = table.players[:2]
    stream = ben.stream(table.events)
    page = parts(stream.message()[1])
    later = dict[str, str]()
    for nth in range(4):
        assert anna.post(table.moves, chip(anna, nth)).entry
        later |= parts(stream.message()[1])
    stream.close()
    now = parts(fresh(ben, table))
    whole = set(page) - NOT_WHOLE
    assert {name: later.pop(name, page[name]) for name in whole} == {name: now[name] for name in whole}
    assert {"casino-1", "casino-4", "keeper-base"} <= set(later)
    for id_, part in later.items():
        assert any(part in fragment for fragment in now.values()), id_


def parts(lines: list[str]) -> dict[str, str]:
    """Fragments of a message, and parts of them, by id."""
    found = re.findall(
        r'<hx-partial hx-target="#([^"]+)"[^>]*>(?:<svg>)?(.*?)(?:</svg>)?</hx-partial>', "\n".join(lines), re.S
    )
    return {name: part.strip() for name, part in found}
