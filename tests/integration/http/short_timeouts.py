"""`python -m tests.integration.http.short_timeouts`: Companion with seconds where it has minutes."""

from gevent import monkey

monkey.patch_all()

from companion.cli import cli  # noqa: E402
from companion.server import connections  # noqa: E402

if __name__ == "__main__":
    connections.IDLE, connections.HEAD, connections.BODY, connections.SEND = 2.0, 1.0, 1.0, 1.0
    cli()
