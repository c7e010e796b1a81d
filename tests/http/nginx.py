"""Debian's nginx with the file that *Hosting* gives away, as an ordinary program on a port of its own."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from socket import create_connection

from companion.paths import HERE
from tests.ports import free_port

FILE = HERE.parent / "deploy" / "nginx.conf"
PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
PATIENCE = 10.0
ROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/companion.conf;
}}
"""


class Nginx:
    """`name` is the house's; behind it stand servers at these ports."""

    def __init__(self, folder: Path, name: str, upstream: Sequence[int]) -> None:
        self.port = free_port()
        self.folder = folder
        (folder / "companion.conf").write_text(adapted(name, self.port, upstream))
        user = "user root;" if os.geteuid() == 0 else ""  # else it could not read a test's folder
        (folder / "nginx.conf").write_text(ROUND.format(folder=folder, user=user))
        assert PROGRAM is not None
        self._command = [PROGRAM, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it listens."""
        self._process = subprocess.Popen(self._command)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError):
                create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "error.log").read_text())

    def stop(self) -> None:
        """Ends it, with its workers."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)


def adapted(name: str, port: int, upstream: Sequence[int]) -> str:
    """The file as it stands in the docs, with other names and ports, and without certificates that nobody has."""
    file = FILE.read_text(encoding="utf-8")
    first = file.index("    server 127.0.0.1:8040")
    one = re.search(r"    server 127\.0\.0\.1:8040(.*;)\n", file)
    assert one is not None
    file = file[:first] + "".join(f"    server 127.0.0.1:{at}{one[1]}\n" for at in upstream) + file[first:]
    file = re.sub(r"    server 127\.0\.0\.1:80\d\d .*\n", "", file)
    file = re.sub(r"    ssl_.*\n", "", file)
    swaps = (("443 ssl http2", f"127.0.0.1:{port}"), ("listen 80;", f"listen 127.0.0.1:{free_port()};"))
    for old, new in (*swaps, ("companion.example", name)):
        assert old in file
        file = file.replace(old, new)
    return file
