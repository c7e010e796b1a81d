"""What a server is started with."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.proxies import Proxies


@dataclass(slots=True)
class Settings:
    """`host` is the name or address in the QR code; it can be changed while the server runs.

    `public` is a whole address such as https://companion.example, where a proxy stands before the server, and `proxies`
    are those that are believed when they say for whom they ask.
    `invitations` are the one-time links that make a device the house. `ahead`: summaries are made before they are asked
    for, where the house is quiet.
    """

    data: Path
    port: int = 8040
    host: str = "127.0.0.1"
    public: str = ""
    proxies: Proxies = field(default_factory=Proxies)
    invitations: set[str] = field(default_factory=set)
    ahead: bool = False

    @property
    def origin(self) -> str:
        """What the QR code begins with."""
        return self.public.rstrip("/") or f"http://{self.host}:{self.port}"
