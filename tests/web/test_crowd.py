"""One device, or strangers at one address, cannot take all streams."""

from contextvars import copy_context

import pytest
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.web import crowd
from companion.web.crowd import OF_A_DEVICE, Streams
from tests.web.devices import Evening, Stream

ROOM = 10_000


def test_the_oldest_stream_of_a_device_ends_when_there_are_too_many() -> None:
    streams = Streams(ROOM)
    places = [streams.enter("anna", "10.0.0.1", stranger=False) for _ in range(OF_A_DEVICE + 3)]
    assert [place.over for place in places] == [True] * 3 + [False] * OF_A_DEVICE
    for place in places[:3]:
        place.leave()
    assert not streams.enter("ben", "10.0.0.1", stranger=False).over
    assert [place.over for place in places[3:]] == [False] * OF_A_DEVICE


def test_streams_that_do_not_end_make_room_for_no_more_of_that_device() -> None:
    streams = Streams(ROOM)
    places = [streams.enter("anna", "10.0.0.1", stranger=False) for _ in range(2 * OF_A_DEVICE)]
    with pytest.raises(TooManyRequests):
        streams.enter("anna", "10.0.0.1", stranger=False)
    assert not streams.enter("ben", "10.0.0.1", stranger=False).over
    places[0].leave()
    places[0].leave()
    assert not streams.enter("anna", "10.0.0.1", stranger=False).over
    with pytest.raises(TooManyRequests):
        streams.enter("anna", "10.0.0.1", stranger=False)


def test_strangers_at_one_address_share_their_places_and_players_there_do_not() -> None:
    streams = Streams(ROOM)
    for number in range(2 * crowd.WATCHING):
        streams.enter(f"stranger-{number}", "10.0.0.1", stranger=True)
    with pytest.raises(TooManyRequests):
        streams.enter("one more", "10.0.0.1", stranger=True)
    assert not streams.enter("one more", "10.0.0.2", stranger=True).over
    assert not streams.enter("anna", "10.0.0.1", stranger=False).over


def test_streams_leave_room_for_everything_else() -> None:
    streams = Streams(100)
    places = [streams.enter(f"device-{number}", "10.0.0.1", stranger=False) for number in range(75)]
    with pytest.raises(ServiceUnavailable):
        streams.enter("one more", "10.0.0.2", stranger=False)
    places[0].leave()
    assert not streams.enter("one more", "10.0.0.2", stranger=False).over


def test_a_device_that_opens_one_stream_after_another_keeps_the_newest(evening: Evening) -> None:
    events = f"/t/{evening.key}/events"
    streams = [Stream(evening.players[0], events) for _ in range(OF_A_DEVICE + 1)]
    for stream in streams:
        assert next(stream).startswith(b"id: ")
    with pytest.raises(StopIteration):
        next(streams[0])
    for stream in streams:
        stream.close()


def test_places_are_given_back_by_streams_that_were_never_read(evening: Evening) -> None:
    events = f"/t/{evening.key}/events"
    for _ in range(3 * OF_A_DEVICE):
        assert copy_context().run(_head, evening, events) == 200
    for _ in range(3 * OF_A_DEVICE):
        Stream(evening.players[0], events).close()
    stream = Stream(evening.players[0], events)
    assert next(stream).startswith(b"id: ")
    stream.close()


def _head(evening: Evening, path: str) -> int:
    with evening.players[0].get(path, method="HEAD") as answer:
        return answer.status_code


def test_too_many_streams_are_refused_with_a_sentence(evening: Evening) -> None:
    streams = [Stream(evening.players[0], f"/t/{evening.key}/events") for _ in range(2 * OF_A_DEVICE)]
    answer = evening.players[0].get(f"/t/{evening.key}/events")
    assert answer.status_code == 429
    assert "That was too often." in answer.text
    assert evening.players[1].get(f"/t/{evening.key}").status_code == 200
    for stream in streams:
        stream.close()
