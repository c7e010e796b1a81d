"""The stream of a page: all of it first, and each message with the number of the latest entry."""

import re

from tests.integration.http.server import Evening, Phone, chip


def fresh(phone: Phone, evening: Evening) -> list[str]:
    """The fragments that a page would ask for now, as lines without blank ones."""
    answer = phone.ask("GET", f"/t/{evening.key}", HX_Request="true", HX_Target="div#offline")
    return [line for line in answer.text.splitlines() if line.strip()]


def test_the_first_message_is_the_full_state_whenever_the_stream_is_opened(evening: Evening) -> None:
    for nth, phone in enumerate([*evening.players, evening.host]):
        stream = phone.stream(f"/t/{evening.key}/{'screen/' if phone is evening.host else ''}events")
        number, lines = stream.message()
        stream.close()
        assert number == evening.number()
        assert lines == fresh(phone, evening)
        if nth < 4:
            assert evening.players[2].ask("POST", evening.tap, chip(evening.players[2], nth)).entry == number + 1


def test_every_message_bears_the_number_that_the_tap_was_told(evening: Evening) -> None:
    anna, ben = evening.players[:2]
    streams = [phone.stream(f"/t/{evening.key}/events") for phone in (anna, ben, evening.host)]
    streams.append(ben.stream(f"/t/{evening.key}/screen/events"))
    started = {stream.message()[0] for stream in streams}
    assert started == {evening.number()}
    for nth in range(4):
        told = anna.ask("POST", evening.tap, chip(anna, nth)).entry
        assert [stream.message()[0] for stream in streams] == [told] * len(streams)
    for stream in streams:
        stream.close()


def test_a_last_event_id_from_anywhere_changes_nothing(evening: Evening) -> None:
    anna = evening.players[0]
    for last in ("1", "0", "-1", "999999", "garbage", "\u00bd"):
        answer = Phone("late", anna.port, anna.cookie)
        stream = answer.stream(f"/t/{evening.key}/events", Last_Event_ID=last.encode().decode("latin-1"))
        number, lines = stream.message()
        stream.close()
        assert (number, lines) == (evening.number(), fresh(anna, evening))


def test_what_changed_later_makes_a_fresh_page(evening: Evening) -> None:
    anna, ben = evening.players[:2]
    stream = ben.stream(f"/t/{evening.key}/events")
    page = parts(stream.message()[1])
    whole, later = set(page), dict[str, str]()
    for nth in range(4):
        assert anna.ask("POST", evening.tap, chip(anna, nth)).entry
        later |= parts(stream.message()[1])
    stream.close()
    now = parts(fresh(ben, evening))
    assert {name: later.pop(name, page[name]) for name in whole if name not in ("ask", "board", "people")} == {
        name: now[name] for name in whole if name not in ("ask", "board", "people")
    }
    assert {"casino-1", "casino-4", "keeper-base"} <= set(later)
    for id_, part in later.items():
        assert any(part in fragment for fragment in now.values()), id_


def parts(lines: list[str]) -> dict[str, str]:
    """What a message puts where: fragments into their places, and parts in the place of those that were there."""
    found = re.findall(
        r'<hx-partial hx-target="#([^"]+)"[^>]*>(?:<svg>)?(.*?)(?:</svg>)?</hx-partial>', "\n".join(lines), re.S
    )
    return {name: part.strip() for name, part in found}
