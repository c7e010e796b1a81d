"""A change wakes every listener of its table."""

import pytest

from companion.table.service.notifier import Notifier


@pytest.mark.parametrize("late", range(5))
def test_slow_listener_delays_no_other(late: int) -> None:
    bus = Notifier()
    queues = [bus.subscribe("table") for _ in range(5)]
    bus.wake("table")
    assert queues[late].get_nowait()  # the others have still to look
    bus.wake("table")
    assert [queue.qsize() for queue in queues] == [1] * 5


def test_only_listeners_of_the_table_are_woken() -> None:
    bus = Notifier()
    here, there, left = bus.subscribe("table"), bus.subscribe("other"), bus.subscribe("table")
    bus.unsubscribe("table", left)
    bus.unsubscribe("table", left)
    bus.wake("table")
    assert [queue.qsize() for queue in (here, there, left)] == [1, 0, 0]
    bus.wake_all()
    assert [queue.qsize() for queue in (here, there, left)] == [1, 1, 0]
