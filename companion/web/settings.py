"""What a server is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.network import addresses
from companion.network.proxies import Proxies
from companion.table.storage.database import FILE


@dataclass(slots=True)
class Settings:
    """`host` is the name or address in the QR code, which can change while the server runs: `chosen` by the operator in
    a lobby, else `given` by hand, else found. `listen` is the one address at which it answers, empty where all do.
    `taken` is the port that was wished for, where another one had to be used.

    `public` is a whole address such as https://companion.example, where a proxy stands before the server, and `proxies`
    are those that are believed when they say for whom they ask.
    `closed`: the operator alone opens tables; else a device has at most `tables_a_device` that are not over, and
    `tables_an_address` are opened from an address within a day, or with 0 any number.
    `database` is the address of a PostgreSQL database, in place of a file in `data`. `metrics_token` shows
    the counters to whoever sends it, beside the operator. `ahead`: summaries are made before they are asked for, where
    the house is quiet.
    """

    data: Path
    port: int = 8040
    host: str = "127.0.0.1"
    public: str = ""
    proxies: Proxies = field(default_factory=Proxies)
    closed: bool = False
    tables_a_device: int = 100
    tables_an_address: int = 1_000
    metrics_token: str = ""
    ahead: bool = False
    database: str = ""
    listen: str = ""
    given: str = ""
    chosen: str = ""
    taken: int = 0

    @property
    def where(self) -> Path | str:
        """Where the tables are."""
        return self.database or self.data / FILE

    @property
    def origin(self) -> str:
        """What the QR code begins with."""
        return self.public.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def follows(self) -> bool:
        """Whether the address in the QR code is found again when the network changes: nobody has fixed it."""
        return not self.public and self.listen in addresses.ANY

    @property
    def way_in(self) -> str:
        """The origin for phones; empty while this machine is in no network."""
        found = self.follows and not self.given
        return "" if found and addresses.is_loopback(self.host) else self.origin
