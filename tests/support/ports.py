"""Free ports for servers that tests start and restart."""

import socket
from random import SystemRandom

BELOW = range(15_000, 30_000)
"""Below the ephemeral ports, which connections of other tests could take meanwhile."""


def free_port() -> int:
    luck = SystemRandom()
    while True:
        port = luck.choice(BELOW)
        with socket.socket() as asked:
            try:
                asked.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
