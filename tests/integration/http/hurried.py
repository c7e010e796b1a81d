"""`python -m tests.integration.http.hurried`: Companion with seconds where it has minutes, so that tests see its
patience end.
"""

from gevent import monkey

monkey.patch_all()

from companion.cli import cli  # noqa: E402
from companion.server import connections  # noqa: E402

if __name__ == "__main__":
    connections.IDLE, connections.HEAD, connections.BODY, connections.SEND = 2.0, 1.0, 1.0, 1.0
    cli()
