"""The time zone in which times become dates: the machine's own, or the one of `--timezone`."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

_chosen: list[tzinfo | None] = [None]


def set_timezone(name: str) -> None:
    """Use a zone of the IANA database from now on. Raises KeyError, ValueError or OSError for an unknown name."""
    _chosen[:] = [ZoneInfo(name)]


def to_local(at: float) -> datetime:
    """The date and time in that zone, from seconds since 1970."""
    return datetime.fromtimestamp(at, UTC).astimezone(_chosen[0])


def to_timestamp(there: datetime) -> float:
    """Seconds since 1970 from a date and time in that zone."""
    return there.replace(tzinfo=_chosen[0]).timestamp()
