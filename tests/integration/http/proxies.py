"""Debian's nginx and Caddy with the very files that hosts install, as ordinary programs on ports of their own."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection

from companion.paths import HERE
from tests.support.phones import TIMEOUT, Phone
from tests.support.ports import free_port
from tests.support.waiting import wait_until

NAME = "companion.test"
DEPLOY = HERE.parent / "deploy"
UNAVAILABLE = DEPLOY / "unavailable.html"
WORKER = dict(re.findall(r"`(worker_\w+) (\d+);`", (HERE.parent / "docs" / "hosting.md").read_text(encoding="utf-8")))
"""Settings of nginx's own file, which the page asks for."""
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/proxy.log;
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


class Proxy:
    """A program that listens in front of servers."""

    program = ""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.log = folder / "proxy.log"
        self.command: list[str] = []

    @classmethod
    def installed(cls) -> str | None:
        """Path of the program, if it is there."""
        return shutil.which(cls.program, path=PATH)

    def start(self) -> None:
        """Start it and wait until it listens."""
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(self.command, stderr=log, env=os.environ | home)
        wait_until(self._listens)

    def _listens(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        try:
            create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait(TIMEOUT)


class Nginx(Proxy):
    """nginx in front of servers at these ports."""

    program = "nginx"

    def __init__(self, folder: Path, upstream: Sequence[int], *, tls: bool = False) -> None:
        super().__init__(folder)
        self.plain = free_port()
        conf = self._adapted(upstream)
        (folder / "companion.conf").write_text(_certified(conf, folder) if tls else _plain(conf))
        user = "user root;" if os.geteuid() == 0 else ""  # else it could not read a test's folder
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user, **WORKER))
        self.command = [str(self.installed()), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(self.log)]

    def _adapted(self, upstream: Sequence[int]) -> str:
        """The file with other ports."""
        file = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        servers = re.findall(r"    server 127\.0\.0\.1:80\d\d.*\n", file)
        assert len(servers) == 2
        file = re.sub(r"    listen \[::\].*\n", "", file)  # not every machine has IPv6
        for old, new in (
            ("".join(servers), "".join(servers[0].replace("8040", str(port)) for port in upstream)),
            ("listen 443", f"listen 127.0.0.1:{self.port}"),
            ("listen 80", f"listen 127.0.0.1:{self.plain}"),
            ("/etc/nginx/companion-unavailable.html", str(UNAVAILABLE)),
            ("companion.example", NAME),
        ):
            assert old in file
            file = file.replace(old, new)
        return file


def _plain(conf: str) -> str:
    """Without the certificates that nobody has."""
    return re.sub(r"    ssl_.*\n", "", conf.replace(" ssl http2", ""))


def _certified(conf: str, folder: Path) -> str:
    """With a certificate for a day."""
    crt, key = folder / "fullchain.pem", folder / "privkey.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    subprocess.run([*made, "-out", str(crt), "-keyout", str(key)], check=True, capture_output=True, timeout=60)
    return re.sub(r"/etc/letsencrypt/live/[^/]+/", f"{folder}/", conf)


class Caddy(Proxy):
    """Caddy over plain HTTP in front of the first of these ports."""

    program = "caddy"

    def __init__(self, folder: Path, upstream: Sequence[int]) -> None:
        super().__init__(folder)
        file = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        for old, new in (
            ("\n{\n", "\n{\n\tadmin off\n\tdefault_bind 127.0.0.1\n"),
            ("\ncompanion.example {", f"\nhttp://{NAME}:{self.port} {{"),
            ("127.0.0.1:8040", f"127.0.0.1:{upstream[0]}"),
            ("/etc/caddy\n", f"{DEPLOY}\n"),
            ("/companion-unavailable.html", "/unavailable.html"),
        ):
            assert file.count(old) == 1, old
            file = file.replace(old, new)
        (folder / "Caddyfile").write_text(file, encoding="utf-8")
        conf = str(folder / "Caddyfile")
        self.command = [str(self.installed()), "run", "--config", conf, "--adapter", "caddyfile"]


class Guest(Phone):
    """A phone with an address of its own, that came by the public name."""

    def __init__(self, name: str, proxy: Proxy, address: str = "127.0.0.1", **forged: str) -> None:
        super().__init__(name, proxy.port)
        self.address = address
        self.forged = {one.replace("_", "-"): value for one, value in forged.items()}

    def connection(self) -> HTTPConnection:
        """A connection from its address."""
        return HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT, source_address=(self.address, 0))

    def headers(self, more: Mapping[str, str]) -> dict[str, str]:
        """Headers of the public name, and forged ones."""
        return {**super().headers(more), "Host": NAME, "Origin": f"https://{NAME}", **self.forged}

    def opens(self) -> int:
        """Status of a new table."""
        return self.post("/new", {"game": "vabanque"}).status
