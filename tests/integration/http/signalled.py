"""`python -m tests.integration.http.signalled MOMENT SIGNALS`: Companion that is sent signals at one moment of its
start.
"""

from gevent import monkey

monkey.patch_all()

import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

from companion.cli import cli  # noqa: E402
from companion.server import serve  # noqa: E402
from companion.table.storage import migrations  # noqa: E402
from companion.table.storage.invitations import Invitations  # noqa: E402

Moment = tuple[Any, str, bool]
"""An object, the name of its function, and whether the signals come after it, instead of before."""

MOMENTS: dict[str, Moment] = {
    "port opens": (serve, "_listen", True),
    "tables are made": (migrations, "create_schema", True),
    "tables are upgraded": (migrations, "upgrade_schema", True),
    "signals are heard": (serve, "stop_on_signals", True),
    "links are stored": (Invitations, "create", False),
    "host is greeted": (serve, "_print_address", True),
    "server ends": (serve, "_finish_requests", True),
}


def signalled(moment: str, signals: list[signal.Signals]) -> None:
    """Sends the signals at that moment."""
    where, name, after = MOMENTS[moment]
    do: Callable[..., Any] = getattr(where, name)

    def done(*given: Any, **named: Any) -> Any:
        found = do(*given, **named) if after else None
        for one in signals:
            os.kill(os.getpid(), one)
        gevent.sleep(0.01)  # gevent hears of signals in its loop
        return found if after else do(*given, **named)

    setattr(where, name, done)


if __name__ == "__main__":
    signalled(sys.argv[1], [signal.Signals[name] for name in sys.argv[2].split("+")])
    del sys.argv[1:3]
    cli()
