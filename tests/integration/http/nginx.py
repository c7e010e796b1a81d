"""Debian's nginx with the file that docs/hosting.md installs, as an ordinary program on a port of its own."""

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
from tests.support.ports import free_port

FILE = HERE.parent / "deploy" / "nginx.conf"
UNAVAILABLE = HERE.parent / "deploy" / "unavailable.html"
WORKER = dict(re.findall(r"`(worker_\w+) (\d+);`", (HERE.parent / "docs" / "hosting.md").read_text(encoding="utf-8")))
"""What docs/hosting.md sets in nginx's own file."""
PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
PATIENCE = 10.0
ROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{user}
worker_rlimit_nofile {worker_rlimit_nofile};
events {{ worker_connections {worker_connections}; }}
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

    def __init__(self, folder: Path, name: str, upstream: Sequence[int], *, tls: bool = False) -> None:
        self.port, self.plain = free_port(), free_port()
        self.folder = folder
        conf = adapted(name, self.port, self.plain, upstream)
        (folder / "companion.conf").write_text(_certified(conf, folder, name) if tls else _plain(conf))
        user = "user root;" if os.geteuid() == 0 else ""  # else it could not read a test's folder
        (folder / "nginx.conf").write_text(ROUND.format(folder=folder, user=user, **WORKER))
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


def adapted(name: str, port: int, plain: int, upstream: Sequence[int]) -> str:
    """The file as it stands in the docs, with another name and other ports."""
    file = FILE.read_text(encoding="utf-8")
    servers = re.findall(r"    server 127\.0\.0\.1:80\d\d.*\n", file)
    assert len(servers) == 2
    one = servers[0].replace("8040", "{}")
    ours = "".join(one.format(at) for at in upstream)
    file = re.sub(r"    listen \[::\].*\n", "", file)  # not every machine has IPv6
    swaps = (
        ("".join(servers), ours),
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
    )
    where = ("/etc/nginx/companion-unavailable.html", str(UNAVAILABLE))
    for old, new in (*swaps, where, ("companion.example", name)):
        assert old in file
        file = file.replace(old, new)
    return file


def _plain(conf: str) -> str:
    """Without the certificates that nobody has."""
    return re.sub(r"    ssl_.*\n", "", conf.replace(" ssl http2", ""))


def _certified(conf: str, folder: Path, name: str) -> str:
    """With a certificate that openssl makes for a day."""
    crt, key = folder / "fullchain.pem", folder / "privkey.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={name}"]
    subprocess.run([*made, "-out", str(crt), "-keyout", str(key)], check=True, capture_output=True, timeout=60)
    return re.sub(r"/etc/letsencrypt/live/[^/]+/", f"{folder}/", conf)
