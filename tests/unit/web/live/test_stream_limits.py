"""One device, or one address, cannot take all streams."""

from contextvars import copy_context

import pytest
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.web.live.stream_limits import PER_ADDRESS, PER_DEVICE, Streams, StreamSlot
from tests.unit.web.support.devices import Session, Stream

ROOM = 10_000


def opened(
    streams: Streams, device: str, address: str = "10.0.0.1", *, table: int = 1, stranger: bool = False
) -> StreamSlot:
    """A stream that was let in."""
    place = StreamSlot(device, address, table, stranger, lambda: None)
    streams.open(place)
    return place


def test_the_oldest_stream_of_a_device_ends_when_there_are_too_many() -> None:
    streams = Streams(ROOM)
    places = [opened(streams, "anna") for _ in range(PER_DEVICE + 3)]
    assert [place.ended for place in places] == [True] * 3 + [False] * PER_DEVICE
    for place in places[:3]:
        streams.close(place)
    assert not opened(streams, "ben").ended
    assert [place.ended for place in places[3:]] == [False] * PER_DEVICE


def test_streams_that_do_not_end_make_room_for_no_more_of_that_device() -> None:
    streams = Streams(ROOM)
    places = [opened(streams, "anna") for _ in range(2 * PER_DEVICE)]
    with pytest.raises(TooManyRequests):
        opened(streams, "anna")
    assert not opened(streams, "ben").ended
    streams.close(places[0])
    streams.close(places[0])
    assert not opened(streams, "anna").ended
    with pytest.raises(TooManyRequests):
        opened(streams, "anna")


def flood(streams: Streams, count: int, each: int, *, stranger: bool = False) -> list[StreamSlot]:
    """Streams of new cookies behind one address, so many each, every one at a table of its own."""
    return [opened(streams, f"{nth // each}", table=100 + nth // each, stranger=stranger) for nth in range(count)]


@pytest.mark.parametrize(("each", "stranger"), [(PER_DEVICE, False), (1, False), (1, True)])
def test_a_flood_behind_the_address_of_a_party_ends_none_of_its_streams(each: int, stranger: bool) -> None:
    streams = Streams(ROOM)
    party = [opened(streams, f"phone {nth}", table=2) for nth in range(12)]
    flooding = flood(streams, PER_ADDRESS + 100, each, stranger=stranger)
    assert not any(place.ended for place in party)
    for place in [*party, *filter(lambda place: place.ended, flooding)]:
        streams.close(place)
    flood(streams, 20, each, stranger=stranger)
    back = [opened(streams, f"phone {nth}", table=2) for nth in range(12)]
    assert not any(place.ended for place in back)
    assert not opened(streams, "elsewhere", "10.0.0.2").ended


def test_streams_of_an_address_that_do_not_end_make_room_for_no_more() -> None:
    streams = Streams(ROOM)
    flood(streams, 2 * PER_ADDRESS, PER_DEVICE)
    with pytest.raises(TooManyRequests):
        opened(streams, "one more")
    assert not opened(streams, "elsewhere", "10.0.0.2").ended


def test_one_address_leaves_room_for_others_where_handles_are_few() -> None:
    streams = Streams(100)
    for nth in range(66):
        opened(streams, f"{nth}")
    with pytest.raises(TooManyRequests):
        opened(streams, "one more")
    assert not opened(streams, "elsewhere", "10.0.0.2").ended


def test_streams_leave_room_for_everything_else() -> None:
    streams = Streams(100)
    places = [opened(streams, f"device-{nth}", f"10.0.0.{nth}") for nth in range(75)]
    with pytest.raises(ServiceUnavailable):
        opened(streams, "one more", "10.0.1.1")
    streams.close(places[0])
    assert not opened(streams, "one more", "10.0.1.1").ended


def test_a_device_that_opens_one_stream_after_another_keeps_the_newest(session: Session) -> None:
    events = f"/t/{session.key}/events"
    streams = [Stream(session.players[0], events) for _ in range(PER_DEVICE + 1)]
    for stream in streams:
        assert next(stream).startswith(b"id: ")
    with pytest.raises(StopIteration):
        next(streams[0])
    for stream in streams:
        stream.close()


def test_places_are_given_back_by_streams_that_were_never_read(session: Session) -> None:
    events = f"/t/{session.key}/events"
    for _ in range(3 * PER_DEVICE):
        assert copy_context().run(_head, session, events) == 200
    for _ in range(3 * PER_DEVICE):
        Stream(session.players[0], events).close()
    stream = Stream(session.players[0], events)
    assert next(stream).startswith(b"id: ")
    stream.close()


def _head(session: Session, path: str) -> int:
    with session.players[0].get(path, method="HEAD") as answer:
        return answer.status_code


def test_too_many_streams_are_refused_with_a_sentence(session: Session) -> None:
    streams = [Stream(session.players[0], f"/t/{session.key}/events") for _ in range(2 * PER_DEVICE)]
    answer = session.players[0].get(f"/t/{session.key}/events")
    assert answer.status_code == 429
    assert "Too many attempts." in answer.text
    assert session.players[1].get(f"/t/{session.key}").status_code == 200
    for stream in streams:
        stream.close()
