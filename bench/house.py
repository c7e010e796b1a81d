"""A real server in a process of its own, and devices that talk to it over HTTP."""

import gzip
import http.client
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from urllib.parse import urlencode

ADDRESS = re.compile(r"localhost:(\d+)/house/")


@contextmanager
def serving() -> Iterator[tuple[int, float]]:
    """(port, seconds from the start of the process until the QR code stood there)."""
    with tempfile.TemporaryDirectory() as data:
        began = time.perf_counter()
        command = [sys.executable, "-m", "companion", "serve", "--no-browser", "--port", "0", "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if process.stdout is None:
            raise RuntimeError("the server says nothing")
        port = next(int(found[1]) for line in process.stdout if (found := ADDRESS.search(line)))
        try:
            yield port, time.perf_counter() - began
        finally:
            process.terminate()
            process.wait()


class Device:
    """One browser: a cookie and a kept connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._line = http.client.HTTPConnection("127.0.0.1", port)
        self._count = 0

    def get(self, path: str) -> bytes:
        """The answer as it came over the wire."""
        return self._ask("GET", path, None).read()

    def post(self, path: str, **fields: object) -> http.client.HTTPResponse:
        """Sends a form; the answer is read to its end."""
        self._count += 1
        op = f"{id(self):016x}{self._count:08x}"
        answer = self._ask("POST", path, urlencode({"op": op, **fields}))
        answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{answer.status} for {fields}")
        return answer

    def _ask(self, method: str, path: str, body: str | None) -> http.client.HTTPResponse:
        headers = {"Cookie": self.cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{self.port}"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._line.request(method, path, body, headers)
        answer = self._line.getresponse()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer


class Listener(Thread):
    """A device's stream: when each entry's number came, and how many bytes all of it took."""

    def __init__(self, device: Device, path: str) -> None:
        super().__init__(daemon=True)
        self.seen: dict[int, float] = {}
        self.bytes = 0
        self.ready = Event()
        self._line = http.client.HTTPConnection("127.0.0.1", device.port)
        self._line.request("GET", path, headers={"Cookie": device.cookie, "Accept-Encoding": "gzip"})
        self._answer = self._line.getresponse()

    def run(self) -> None:
        """Reads until the server goes away."""
        packed = zlib.decompressobj(16 + zlib.MAX_WBITS)
        while part := self._answer.read1(65_536):
            self.bytes += len(part)
            for found in re.finditer(rb"^id: (\d+)$", packed.decompress(part), re.MULTILINE):
                self.seen.setdefault(int(found[1]), time.perf_counter())
                self.ready.set()


def unpacked(body: bytes) -> str:
    """A page as the browser reads it."""
    return (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
