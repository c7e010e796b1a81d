"""Run the web application in gevent's server. `patch` must have run before any other import."""

import errno
import gc
import logging
import signal
import socket
import sys
import textwrap
import time
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from gettext import gettext as _
from io import TextIOWrapper
from threading import Thread
from typing import Any

import gevent
import qrcode
from gevent.threadpool import ThreadPool

from companion.network import addresses
from companion.rendering import fonts
from companion.server.connections import Server, connection_limit
from companion.table.model.game_result import known_games
from companion.table.service.deletion import archive_idle_tables
from companion.table.service.table_service import TableService
from companion.table.storage import queries
from companion.table.storage.group_commit import run_directly
from companion.table.storage.invitations import Invitations
from companion.table.storage.sqlite.folder_lock import InUse, lock_folder
from companion.table.storage.store import BadFile, NotSaved
from companion.web.app import create_app
from companion.web.live import qr_address
from companion.web.monitoring.request_log import RequestLog
from companion.web.settings import Settings

GRACE = 2.5  # seconds for unfinished answers when the server stops, so that it ends within three
A_DAY = 24 * 3600.0
PAUSE = 0.005  # seconds for other greenlets after each piece of background work

log = logging.getLogger(__name__)

PORTS_TRIED = 20
LAST_PORT = 65_535
LOW_PORTS = 1_024  # ports below this number need administrator rights on many systems
NOT_FREE = (errno.EADDRINUSE, errno.EACCES)
GC_THRESHOLD = (20_000, 20, 50)
SWITCH_INTERVAL = 0.0005  # seconds that the writing thread waits for Python's lock at most


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """`browser` opens the operator's page, `archive_after` is in seconds, `log` gets a line for each request."""

    browser: bool = False
    archive_after: int | None = None
    log: RequestLog | None = None


def run(settings: Settings, listen: str, options: ServeOptions) -> None:
    """Serve until a signal comes. The settings get the real port and address."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        lock = None if settings.database else lock_folder(settings.data)
        listener = _listen(listen, settings.port, exact=bool(settings.public))
        _set_address(settings, listener, listen)
        _serve(settings, listener, options)
    except (InUse, OSError, BadFile, NotSaved) as error:
        raise SystemExit(f"companion: {error}") from None
    if lock is not None:
        lock.close()


def _set_address(settings: Settings, listener: socket.socket, listen: str) -> None:
    wished, settings.port = settings.port, listener.getsockname()[1]
    settings.wished_port = wished if wished != settings.port else 0
    settings.listen = listen
    settings.fixed_host = settings.host
    settings.host = settings.host or addresses.choose_address(listen)


def _serve(settings: Settings, listener: socket.socket, options: ServeOptions) -> None:
    connections = connection_limit()
    sys.setswitchinterval(SWITCH_INTERVAL)
    saving: Any = (
        run_directly if settings.database else ThreadPool(1).apply
    )  # SQLite's sync blocks only a native thread
    app = create_app(settings, run=saving, connections=connections, log=options.log)
    service: TableService = app.config["SERVICE"]
    gc.freeze()  # these objects stay, and few others form cycles
    gc.set_threshold(*GC_THRESHOLD)
    listener.setblocking(False)
    server = Server(listener, app, connections, settings.proxies)
    stop_on_signals(app)
    stopping = app.config["STOPPING"]
    server.start()
    links = [_create_invitation(service.invitations) for _link in range(1 + options.browser)]
    if not stopping.is_set():  # a signal may arrive while the links are stored
        _print_welcome(settings, links)
    gevent.spawn(_load_results, service)
    gevent.spawn(_watch_addresses, service, settings)
    gevent.spawn(_warn_about_fonts, service)
    if options.archive_after:
        gevent.spawn(_archive_daily, service, options.archive_after)
    stopping.wait()  # serve_forever would restart a stopped server
    server.stop()
    _finish_requests(server)
    app.config["PRINTER"].close()
    saving(service.store.close)  # after the current commit, in its thread


def _finish_requests(server: Server) -> None:
    """Wait for unfinished answers, at most `GRACE` seconds."""
    until = time.monotonic() + GRACE
    while server.busy and time.monotonic() < until:
        gevent.sleep(PAUSE)


def _print_welcome(settings: Settings, links: list[str | None]) -> None:
    """Print the address, and open the operator's page in a browser if there is a link for it."""
    terminal, *browser = links
    _print_address(settings, terminal)
    if browser and browser[0]:
        link = f"http://localhost:{settings.port}/house/{browser[0]}"
        Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def _watch_addresses(service: TableService, settings: Settings) -> None:
    """Print the address and a new operator's link whenever this machine gets another address."""
    while True:
        gevent.sleep(addresses.CACHE_SECONDS)
        if qr_address.refresh(service, settings):
            with suppress(OSError, ValueError):  # a closed terminal must not end this loop
                _print_address(settings, _create_invitation(service.invitations))


def _warn_about_fonts(service: TableService) -> None:
    with suppress(NotSaved, OSError, ValueError):  # an unreadable database or a closed terminal
        with service.store.reading() as db:
            names = queries.all_names(db)
        if warning := fonts.missing_glyphs_warning(names):
            print(textwrap.indent(warning, "  "), flush=True)


def _load_results(service: TableService) -> None:
    """Load all results into memory, and compute those that an earlier version has not."""
    try:
        service.results.compute_missing_in_background(partial(gevent.sleep, PAUSE))
        for result in known_games(service.results.all()):
            _ = result.summary  # fills the cache
            gevent.sleep(0)
    except NotSaved as error:  # pages report it as well
        log.error("results could not be read: %s", error)


def _archive_daily(service: TableService, after: int) -> None:
    """Archive unused tables now and then once a day."""
    while True:
        try:
            if count := sum(1 for _ in archive_idle_tables(service, time.time() - after)):
                log.warning("%s old tables were put away", count)
        except NotSaved as error:
            log.error("old tables could not be put away: %s", error)
        gevent.sleep(A_DAY)


def _listen(host: str, port: int, *, exact: bool) -> socket.socket:
    """Listen on this port or the next free one; 0 takes any. With `exact`, as behind a proxy, try no other."""
    for tried in range(port, min(port + (PORTS_TRIED if port and not exact else 1), LAST_PORT + 1)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, tried))
            listener.listen(256)
        except OSError as error:
            listener.close()
            if error.errno == errno.EACCES and tried < LOW_PORTS:
                message = _(
                    "port %s needs administrator rights, as ports below 1024 do; choose another --port, such as 8040"
                )
                raise SystemExit("companion: " + message % tried) from None
            if error.errno not in NOT_FREE:
                message = _("cannot listen on %(address)s (%(why)s); choose another --listen")
                raise SystemExit("companion: " + message % {"address": host, "why": error.strerror}) from None
            continue
        listener.setblocking(False)
        return listener
    message = _("no free port from %s on; choose another one with --port")
    if exact:
        message = _("port %s is in use; stop the program that uses it, or choose another --port")
    raise SystemExit("companion: " + message % port)


def stop_signals() -> list[signal.Signals]:
    """The signals that end this process. `nohup` ignores SIGHUP."""
    there = [signal.Signals[name] for name in ("SIGTERM", "SIGINT", "SIGHUP") if name in signal.Signals.__members__]
    return [one for one in there if one is signal.SIGINT or signal.getsignal(one) is not signal.SIG_IGN]


def stop_on_signals(app: Any) -> None:
    """Install signal handlers that end the event streams and let `_serve` stop."""

    def bye(*_: object) -> None:
        app.config["STOPPING"].set()
        app.config["SERVICE"].notifier.wake_all()

    for one in stop_signals():
        gevent.signal_handler(one, bye)


def _create_invitation(invitations: Invitations) -> str | None:
    """Create a one-time link's secret part. Return None if nothing can be written; pages can still be read."""
    try:
        return invitations.create()
    except NotSaved:
        return None


def _print_address(settings: Settings, invitation: str | None) -> None:
    if isinstance(sys.stdout, TextIOWrapper):  # some terminals lack letters
        sys.stdout.reconfigure(errors="replace")
    if settings.join_origin:
        print("\n  " + _("Companion is running:") + f"  {settings.join_origin}/\n")
        code = qrcode.QRCode(border=2)
        code.add_data(f"{settings.join_origin}/")
        code.print_ascii(invert=True, tty=False)
    else:
        print("\n  " + _("Connect this computer to Wi-Fi, or start a hotspot."))
        print("  " + _("The code then appears here.") + "\n")
    if settings.wished_port:
        message = _("Port %(taken)s is taken; Companion uses port %(port)s instead.")
        print("  " + message % {"taken": settings.wished_port, "port": settings.port})
    others = [ip for ip in addresses.listening_addresses(settings.listen) if ip != settings.host]
    if others and not settings.public:
        print("  " + _("Other addresses of this computer (--address):") + f" {', '.join(others)}")
    if invitation:
        _print_operator_links(settings, invitation)
    else:
        print("  " + _("Companion can't save at the moment. Moves don't count until it can."))
    print("  " + _("Press Ctrl+C to stop it.") + "\n")
    sys.stdout.flush()


def _print_operator_links(settings: Settings, invitation: str) -> None:
    once, phone = _("The host's own page (works once):"), _("or, on a phone:")
    print(f"  {once}  http://localhost:{settings.port}/house/{invitation}")
    if settings.public or not addresses.is_loopback(settings.host):
        print(f"  {phone:<{len(once)}}  {settings.origin}/house/{invitation}")
