"""WebKitGTK, driven by WebKitWebDriver over HTTP. It needs a display: Xvfb."""

import os
import subprocess
import tempfile
import time
from contextlib import suppress
from http.client import HTTPConnection
from json import loads
from pathlib import Path
from typing import Any

from tests.e2e.engines.driver import PATIENCE, Driver, Failed, Size, packed
from tests.support.ports import free_port

WINDOW = Path(__file__).with_name("window.py")


class WebKit(Driver):
    """A window of its own process, on a screen of its own."""

    def __init__(self, screen: Size, *, dark: bool = True, motion: bool = False, text: float = 1) -> None:
        self._display = Display(screen)
        self._port, self._read = free_port(), 0
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name, "console")
        told = {
            "DISPLAY": self._display.name,
            "COLOUR": "dark" if dark else "light",
            "MOTION": "full" if motion else "reduce",
            "TEXT": str(text),
            "NO_AT_BRIDGE": "1",
        }
        command = ["WebKitWebDriver", f"--port={self._port}"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, env=os.environ | told, stdout=log, stderr=subprocess.DEVNULL)
        self._session = ""
        self._session = self._begun()

    def _begun(self) -> str:
        until = time.monotonic() + PATIENCE
        options = {"binary": str(WINDOW), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "timeouts": {"script": PATIENCE * 1000}}
        while True:
            try:
                told = self._send("POST", "/session", capabilities={"alwaysMatch": wanted})
                return f"/session/{told['sessionId']}"
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def command(self, name: str, method: str, path: str, **fields: Any) -> Any:  # noqa: ARG002
        return self._send(method, path, **fields)

    def _send(self, method: str, path: str, **fields: Any) -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=2 * PATIENCE)
        try:
            connection.request(method, self._session + path, packed(fields) if method == "POST" else None)
            value = loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise Failed(value["error"], value["message"])
        return value

    def resize(self, size: Size) -> None:
        if size != self.size:
            self._send("POST", "/window/rect", width=size[0], height=size[1])
            self.size = size

    def console(self) -> list[str]:
        told = self._log.read_bytes()[self._read :]
        self._read += len(told)
        return [line for line in told.decode(errors="replace").splitlines() if "CONSOLE" in line]

    def quit(self) -> None:
        with suppress(OSError, Failed):
            self._send("DELETE", "")
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._folder.cleanup()
        self._display.close()


class Display:
    """A screen that nobody sees. `name` is what DISPLAY is set to."""

    def __init__(self, screen: Size) -> None:
        read, write = os.pipe()
        told = ["Xvfb", "-displayfd", str(write), "-screen", "0", "{}x{}x24".format(*screen), "-nolisten", "tcp"]
        self._process = subprocess.Popen(told, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = f":{numbers.readline().strip()}"

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(PATIENCE)
