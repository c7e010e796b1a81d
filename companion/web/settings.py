"""What a server is started with."""

from dataclasses import dataclass
from pathlib import Path

from companion.table.database import FILE


@dataclass(slots=True)
class Settings:
    """`host` is the name or address in the QR code; it can be changed while the server runs.

    `public` is a whole address such as https://companion.example, where a proxy stands before the server.
    `database` is the address of a PostgreSQL database, in place of a file in `data`; so many `workers` serve it on this
    machine. `ahead`: summaries are made before they are asked for, where the house is quiet.
    """

    data: Path
    port: int = 8040
    host: str = "127.0.0.1"
    public: str = ""
    ahead: bool = False
    database: str = ""
    workers: int = 1

    @property
    def where(self) -> Path | str:
        """Where the tables are."""
        return self.database or self.data / FILE

    @property
    def origin(self) -> str:
        """What the QR code begins with."""
        return self.public.rstrip("/") or f"http://{self.host}:{self.port}"
