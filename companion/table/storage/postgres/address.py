"""Where a database is, and how it is spoken to."""

from gettext import gettext as _

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.table.storage.sqlite.opening import BadFile

APPLICATION = "companion"
DRIVER = "postgresql+psycopg"
CONNECT_ARGS: dict[str, str | int] = {
    "application_name": APPLICATION,
    "connect_timeout": 5,
    # a peer that is gone without a word, and one that answers no more: else taps would wait for a quarter of an hour
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
    "options": "-c statement_timeout=10s -c lock_timeout=5s -c idle_in_transaction_session_timeout=10s "
    "-c synchronous_commit=on",
}


def connect_args(url: URL) -> dict[str, str | int]:
    """How a database is spoken to, beside what its address says: such as as which role."""
    own = url.query.get("options", "")
    return {
        **CONNECT_ARGS,
        "options": f"{own if isinstance(own, str) else ' '.join(own)} {CONNECT_ARGS['options']}".strip(),
    }


def database_url(address: str) -> URL:
    """What an address says. Raises BadFile, which quotes nothing of it: a password may stand anywhere."""
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
    """A database as people are told of it: where it is and its name, and nothing that lets anybody in."""
    where = url.host or url.query.get("host") or ""
    return f"{url.database or ''}@{where}" if where else url.database or "PostgreSQL"
