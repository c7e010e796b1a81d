"""The URL of a database, and the arguments of its connections."""

from gettext import gettext as _

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.table.storage.sqlite.opening import BadFile

APPLICATION = "companion"
DRIVER = "postgresql+psycopg"
CONNECT_ARGS: dict[str, str | int] = {
    "application_name": APPLICATION,
    "connect_timeout": 5,
    # otherwise a lost server would block commands for a quarter of an hour
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
    "options": "-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s "
    "-c synchronous_commit=on",
}


def connect_args(url: URL) -> dict[str, str | int]:
    """Connection arguments, with the URL's own `options` first."""
    own = url.query.get("options", "")
    return {
        **CONNECT_ARGS,
        "options": f"{own if isinstance(own, str) else ' '.join(own)} {CONNECT_ARGS['options']}".strip(),
    }


def database_url(address: str) -> URL:
    """Parse an address. Raises BadFile without quoting it, since a password may be anywhere in it."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = URL.create("nothing")
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername=DRIVER)
    if url.drivername != DRIVER or "@" in (url.host or ""):
        raise BadFile(_("that is not the address of a database; give one such as %s://user@host/name") % DRIVER)
    hidden = url.query.get("password")
    if isinstance(hidden, str):
        url = url.set(password=hidden).difference_update_query(["password"])
    return url


def describe(url: URL) -> str:
    """Name and host of a database for messages, without credentials."""
    where = url.host or url.query.get("host") or ""
    return f"{url.database or ''}@{where}" if where else url.database or "PostgreSQL"
