"""The time zone of all dates: the machine's own, or that of `--timezone`."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

_chosen: list[tzinfo | None] = [None]


def set_timezone(name: str) -> None:
    """Use a zone of the IANA database. Raises KeyError, ValueError or OSError for an unknown name."""
    _chosen[:] = [ZoneInfo(name)]


def to_local(at: float) -> datetime:
    """Convert seconds since 1970 to the date and time in that zone."""
    return datetime.fromtimestamp(at, UTC).astimezone(_chosen[0])


def to_timestamp(there: datetime) -> float:
    """Convert a date and time in that zone to seconds since 1970."""
    return there.replace(tzinfo=_chosen[0]).timestamp()
