"""Whether whoever asked for a page is still there: a long answer need not be made for nobody."""

import socket
from typing import Any


def is_connected(line: Any) -> bool:
    """Looks at what a line would say next, taking nothing from it: one that was closed has an end."""
    bare = getattr(line, "_sock", line)  # gevent's own would wait for something to be said
    try:
        return bool(bare.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False
