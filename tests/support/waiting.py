"""Waiting for something that another process or thread is about to do."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def wait_until(
    found: Callable[[], Found | None], seconds: float = 30.0, despite: tuple[type[Exception], ...] = ()
) -> Found:
    """Call a function until it returns something true, and return that.

    :param despite: exceptions after which it is called again
    :raises AssertionError: nothing was found within so many seconds; its cause is the last exception
    """
    end = time.monotonic() + seconds
    while True:
        cause: Exception | None = None
        try:
            if answer := found():
                return answer
        except despite as error:
            cause = error
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s") from cause
        time.sleep(0.02)
