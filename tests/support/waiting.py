"""Waiting for something that another process or thread is about to do."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def wait_until(found: Callable[[], Found | None], seconds: float = 30.0) -> Found:
    """Call a function until it returns something true, and return that.

    :raises AssertionError: it has not within so many seconds
    """
    end = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < end, f"not within {seconds} s: {getattr(found, '__name__', found)}"
        time.sleep(0.02)
    return answer
