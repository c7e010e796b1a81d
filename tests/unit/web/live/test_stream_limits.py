"""No device and no address takes all event streams."""

from contextvars import copy_context

import pytest
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.web.live.stream_limits import PER_ADDRESS, PER_DEVICE, Streams, StreamSlot
from tests.unit.web.support.devices import Session, Stream


def enter(
    streams: Streams, device: str, address: str = "10.0.0.1", *, table: int = 1, stranger: bool = False
) -> StreamSlot:
    """Open a stream."""
    slot = StreamSlot(device, address, table, stranger, lambda: None)
    streams.open(slot)
    return slot


def flood(streams: Streams, count: int, each: int, *, stranger: bool = False) -> list[StreamSlot]:
    """Open streams of new cookies behind one address, so many each, at tables of their own."""
    return [enter(streams, f"{nth // each}", table=100 + nth // each, stranger=stranger) for nth in range(count)]


@pytest.fixture
def streams() -> Streams:
    """More than anybody opens."""
    return Streams(10_000)


def test_new_stream_of_a_device_ends_its_oldest(streams: Streams) -> None:
    slots = [enter(streams, "anna") for _ in range(PER_DEVICE + 3)]
    assert [slot.ended for slot in slots] == [True] * 3 + [False] * PER_DEVICE
    for slot in slots[:3]:
        streams.close(slot)
    assert not enter(streams, "ben").ended
    assert [slot.ended for slot in slots[3:]] == [False] * PER_DEVICE


def test_device_whose_streams_do_not_end_is_refused(streams: Streams) -> None:
    slots = [enter(streams, "anna") for _ in range(2 * PER_DEVICE)]
    with pytest.raises(TooManyRequests):
        enter(streams, "anna")
    assert not enter(streams, "ben").ended
    for _ in range(2):  # leaving twice frees one slot
        streams.close(slots[0])
    assert not enter(streams, "anna").ended
    with pytest.raises(TooManyRequests):
        enter(streams, "anna")


@pytest.mark.parametrize(("each", "stranger"), [(PER_DEVICE, False), (1, False), (1, True)])
def test_flood_behind_the_same_address_ends_no_stream(streams: Streams, each: int, stranger: bool) -> None:
    party = [enter(streams, f"phone {nth}", table=2) for nth in range(12)]
    flooding = flood(streams, PER_ADDRESS + 100, each, stranger=stranger)
    assert not any(slot.ended for slot in party)
    for slot in [*party, *filter(lambda slot: slot.ended, flooding)]:
        streams.close(slot)
    flood(streams, 20, each, stranger=stranger)
    assert not any(enter(streams, f"phone {nth}", table=2).ended for nth in range(12))
    assert not enter(streams, "elsewhere", "10.0.0.2").ended


def test_address_whose_streams_do_not_end_is_refused(streams: Streams) -> None:
    flood(streams, 2 * PER_ADDRESS, PER_DEVICE)
    with pytest.raises(TooManyRequests):
        enter(streams, "one more")
    assert not enter(streams, "elsewhere", "10.0.0.2").ended


def test_streams_leave_room_for_others_where_handles_are_few() -> None:
    streams = Streams(100)
    flood(streams, 66, 1)
    with pytest.raises(TooManyRequests):
        enter(streams, "one more")
    slots = [enter(streams, f"device-{nth}", f"10.0.1.{nth}") for nth in range(75 - 66)]
    with pytest.raises(ServiceUnavailable):
        enter(streams, "one more", "10.0.2.1")
    streams.close(slots[0])
    assert not enter(streams, "one more", "10.0.2.1").ended


def head(session: Session, path: str) -> int:
    with session.players[0].get(path, method="HEAD") as answer:
        return answer.status_code


def test_device_keeps_its_newest_streams_up_to_a_limit(session: Session) -> None:
    anna, events = session.players[0], f"/t/{session.key}/events"
    for _ in range(3 * PER_DEVICE):  # streams that were never read are given back
        assert copy_context().run(head, session, events) == 200
        Stream(anna, events).close()
    streams = [Stream(anna, events) for _ in range(PER_DEVICE + 1)]
    for stream in streams:
        assert next(stream).startswith(b"id: ")
    with pytest.raises(StopIteration):
        next(streams[0])
    for stream in streams:
        stream.close()
    streams = [Stream(anna, events) for _ in range(2 * PER_DEVICE)]
    answer = anna.get(events)
    assert (answer.status_code, "Too many attempts." in answer.text) == (429, True)
    assert session.players[1].get(f"/t/{session.key}").status_code == 200
    for stream in streams:
        stream.close()


def test_phones_are_told_when_a_table_screen_comes_and_goes(streams: Streams) -> None:
    told: list[bool] = []
    screen = StreamSlot("laptop", "10.0.0.1", 7, False, lambda: told.append(streams.has_screen(7)), screen=True)
    enter(streams, "anna", table=7)
    assert not streams.has_screen(7)
    streams.open(screen)
    assert not streams.has_screen(8)
    streams.close(screen)
    assert told == [True, False]
