"""The server: gevent's, in one process. `patch` must have run before anything else was imported."""

import gc
import logging
import secrets
import signal
import socket
import sys
import webbrowser
from gettext import gettext as _
from pathlib import Path
from threading import Thread
from typing import Any

import gevent
import qrcode
from gevent.threadpool import ThreadPool

from companion import addresses, guests
from companion.connections import Server
from companion.table.holding import InUse, hold
from companion.table.store import BadFile
from companion.web import create_app
from companion.web.settings import Settings

GRACE = 3
PORTS_TRIED = 20
COLLECTED = (20_000, 20, 50)
SWITCH = 0.0005
"""Seconds that the writing thread waits for Python's lock at most, each of the few times that it needs it."""


def run(data: Path, listen: str, port: int, address: str | None, public: str, *, browser: bool) -> None:
    """Serves until it is told to stop."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        held = hold(data)
    except (InUse, OSError) as error:
        raise SystemExit(f"companion: {error}") from None
    listener = _listen(listen, port)
    host = address or addresses.told(listen)
    settings = Settings(data, listener.getsockname()[1], host, public, ahead=True)
    room = guests.places(guests.handles(), proxied=bool(public))
    sys.setswitchinterval(SWITCH)
    try:  # a native thread writes: nothing else waits for the disk
        app = create_app(settings, run=ThreadPool(1).apply, room=room.room)
    except BadFile as error:
        raise SystemExit(f"companion: {error}") from None
    gc.freeze()  # what is there now stays; and of what comes and goes little is in circles
    gc.set_threshold(*COLLECTED)
    server = Server(listener, app, room)
    stop_on_signals(server, app)
    server.start()
    _greet(settings, _invitation(settings))
    if browser:  # with a link of its own: the one in the terminal is for a device that comes when this one is gone
        local = _on_this_machine(settings, _invitation(settings))
        Thread(target=webbrowser.open, args=(local,), daemon=True).start()
    server.serve_forever(stop_timeout=GRACE)
    app.config["PRINTER"].close()
    held.close()


def _listen(host: str, port: int) -> socket.socket:
    """The wished port, or the next free one; 0 takes any."""
    for tried in range(port, port + (PORTS_TRIED if port else 1)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, tried))
        except OSError:
            listener.close()
            continue
        listener.listen(256)
        listener.setblocking(False)
        return listener
    raise SystemExit("companion: " + _("no free port from %s on; choose another one with --port") % port)


def stop_on_signals(server: Server, app: Any) -> None:
    """SIGTERM and SIGINT end the streams and then the server."""

    def bye(*_: object) -> None:
        app.config["STOPPING"].set()
        app.config["DESK"].bus.wake_all()
        server.stop(timeout=GRACE)

    for name in ("SIGTERM", "SIGINT"):
        if hasattr(signal, name):
            gevent.signal_handler(getattr(signal, name), bye)


def _invitation(settings: Settings) -> str:
    """A new one-time link's secret part, which is told to the terminal or to the own browser and to nobody else."""
    invitation = secrets.token_urlsafe(16)
    settings.invitations.add(invitation)
    return invitation


def _on_this_machine(settings: Settings, invitation: str) -> str:
    return f"http://localhost:{settings.port}/house/{invitation}"


def _for_phones(settings: Settings, invitation: str) -> str | None:
    """The same link at the address of the QR code, where phones can reach that at all."""
    if addresses.is_loopback(settings.host) and not settings.public:
        return None
    return f"{settings.origin}/house/{invitation}"


def _greet(settings: Settings, invitation: str) -> None:
    """The address and its QR code, and the link that makes a browser the house."""
    print("\n  " + _("Companion is open:") + f"  {settings.origin}/\n")
    code = qrcode.QRCode(border=2)
    code.add_data(f"{settings.origin}/")
    code.print_ascii(invert=True, tty=False)
    others = [ip for ip in addresses.candidates() if ip != settings.host]
    if others and not settings.public:
        print("  " + _("Other addresses of this machine (--address):") + f" {', '.join(others)}")
    once, phone = _("The host's own page, once:"), _("or, on a phone:")
    print(f"  {once}  {_on_this_machine(settings, invitation)}")
    if there := _for_phones(settings, invitation):
        print(f"  {phone:<{len(once)}}  {there}")
    print("  " + _("Stop it with Ctrl+C.") + "\n")
    sys.stdout.flush()
