"""What a server is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.proxies import Proxies


@dataclass(slots=True)
class Settings:
    """`host` is the name or address in the QR code; it can be changed while the server runs.

    `public` is a whole address such as https://companion.example, where a proxy stands before the server, and `proxies`
    are those that are believed when they say for whom they ask.
    `closed`: the house alone opens tables; else a device and an address have so many open ones at once, 0 any number.
    `metrics_token` shows the counters to whoever sends it, beside the house.
    `invitations` are the one-time links that make a device the house. `ahead`: summaries are made before they are asked
    for, where the house is quiet.
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
    invitations: set[str] = field(default_factory=set)
    ahead: bool = False

    @property
    def origin(self) -> str:
        """What the QR code begins with."""
        return self.public.rstrip("/") or f"http://{self.host}:{self.port}"
