"""`companion`, forked from a process that has imported everything, which saves half a second per start.

It is the same command in a process of its own, which can be killed. Imports are covered by the tests that start the
command as people do.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from os import waitpid  # gevent's version would wait in its hub
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from companion import __main__ as program

SERVING = ("companion.cli", "companion.server.serve", "companion.table.storage.postgres", "psycopg")
SPEAKING = (
    "companion.cli",
    "companion.records.scoring",
    "companion.table.service.deletion",
    "companion.table.service.table_service",
)
COPYING = ("companion.backup.sqlite", "companion.backup.postgres")
LONGEST = 100_000
"""The largest request in bytes, with the environment."""


class Forked:
    """The counterpart of `subprocess.Popen`; without a file, `stdout` is a pipe."""

    def __init__(
        self,
        told: Sequence[str],
        stdout: IO[str] | None = None,
        stderr: IO[str] | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.returncode: int | None = None
        self.stdout: IO[str] | None = None
        self._minder, theirs = pair()
        if stdout is None:
            reading, writing = os.pipe()
            self.stdout = os.fdopen(reading)
        else:
            writing = os.dup(stdout.fileno())
        asked = json.dumps({"told": told, "environment": dict(environment), "folder": str(Path.cwd())})
        place = read(serving="".join(told[:1]) not in program.UNSERVED)
        socket.send_fds(place, [asked.encode()], [theirs.fileno(), writing, stderr.fileno() if stderr else 2])
        theirs.close()
        os.close(writing)
        self.pid = int(self._minder.recv(LONGEST))

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._minder.settimeout(timeout)
            try:
                self.returncode = int(self._minder.recv(LONGEST))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("companion", timeout or 0) from None
            self._minder.close()
        return self.returncode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it ended meanwhile
                os.kill(self.pid, sig)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def companion(*told: object, environment: Mapping[str, str] = os.environ) -> subprocess.CompletedProcess[str]:
    """Run a short command to its end."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        words = [*map(str, told)]
        code = Forked(words, out, err, environment).wait(60)
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


def pair() -> tuple[socket.socket, socket.socket]:
    """A socket pair that keeps messages apart."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


@cache
def read(*, serving: bool) -> socket.socket:
    """The line to the process that has imported everything; that process ends with this one."""
    ours, theirs = pair()
    with theirs:
        command = [
            sys.executable,
            "-m",
            "tests.support.forked",
            str(theirs.fileno()),
            "serving" if serving else "speaking",
        ]
        subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return ours


def forking(line: socket.socket) -> list[str]:
    """Fork for each request; return in the child, with its command line."""
    while True:
        asked, handles, _, _ = socket.recv_fds(line, LONGEST, 3)
        with suppress(ChildProcessError):
            while waitpid(-1, os.WNOHANG)[0]:
                pass
        if not asked:
            os._exit(0)
        if not os.fork():
            line.close()
            return minded(json.loads(asked), *handles)
        for handle in handles:
            os.close(handle)


def minded(asked: dict[str, object], minder: int, stdout: int, stderr: int) -> list[str]:
    """Return in the program's process; its parent reports the process id and exit code."""
    with socket.socket(fileno=minder) as line:
        if pid := os.fork():
            os.close(stdout)
            os.close(stderr)
            line.send(str(pid).encode())
            line.send(str(os.waitstatus_to_exitcode(waitpid(pid, 0)[1])).encode())
            os._exit(0)
    for file, handle in enumerate((stdout, stderr), 1):
        os.dup2(handle, file)
        os.close(handle)
    sys.stdout, sys.stderr = open(1, "w"), open(2, "w", 1, errors="backslashreplace")  # noqa: SIM115  # to its end
    os.environ.clear()
    os.environ.update(asked["environment"])  # type: ignore[call-overload]
    os.chdir(str(asked["folder"]))
    return [str(word) for word in asked["told"]]  # type: ignore[attr-defined]


if __name__ == "__main__":
    if sys.argv[2] == "serving":
        from gevent import monkey

        monkey.patch_all()
    for module in SERVING if sys.argv[2] == "serving" else SPEAKING + COPYING:
        import_module(module)
    sys.argv = [program.__file__, *forking(socket.socket(fileno=int(sys.argv[1])))]
    sys.modules["__main__"] = program  # the name in help texts
    program.main()
