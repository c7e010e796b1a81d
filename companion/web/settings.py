"""The settings of a server."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.network import addresses
from companion.network.proxies import Proxies
from companion.table.storage.database import FILE


@dataclass(slots=True)
class Settings:
    """Options of `companion serve`, and what it found out about the network.

    - `host`: the name or address in QR codes. It can change while the server runs: `chosen_host` by the operator, else
      `fixed_host` from the command line, else detected.
    - `public`: the address in front of a reverse proxy, such as https://companion.example. `proxies` are trusted to
      name their clients.
    - `listen`: the only address to listen on; empty for all. `wished_port`: the requested port if it was busy, else 0.
    - `closed`: only the operator opens tables. `tables_a_device` (unfinished) and `tables_an_address` (per day) limit
      what others open; 0 is no limit.
    - `database`: the address of a PostgreSQL database that replaces the file in `data`.
    - `metrics_token`: shows the metrics to clients that send it.
    - `prerender`: make the summary of a game as soon as it is over and the server is idle.
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
    prerender: bool = False
    database: str = ""
    listen: str = ""
    fixed_host: str = ""
    chosen_host: str = ""
    wished_port: int = 0

    @property
    def database_location(self) -> Path | str:
        """The SQLite file, or the address of a PostgreSQL database."""
        return self.database or self.data / FILE

    @property
    def origin(self) -> str:
        return self.public.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def follows_network(self) -> bool:
        """Whether `host` is detected again when the network changes."""
        return not self.public and self.listen in addresses.ANY

    @property
    def join_origin(self) -> str:
        """The origin that phones can reach; empty while this machine is in no network."""
        detected = self.follows_network and not self.fixed_host
        return "" if detected and addresses.is_loopback(self.host) else self.origin
