"""The real server in a process of its own, and its processor time."""

import os
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ADDRESS = re.compile(r"localhost:(\d+)/house/")
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 10


class Server:
    """`companion serve`, run by Python as `module`; `seconds` went by until the QR code was there."""

    def __init__(self, data: Path, module: str) -> None:
        self.data = data
        began = perf_counter()
        command = [sys.executable, "-m", module, "serve", "--no-browser", "--port", "0", "--data", str(data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        told = (ADDRESS.search(line) for line in self._process.stdout or ())
        self.port = next(int(found[1]) for found in told if found)
        self.seconds = perf_counter() - began

    def cpu(self) -> float:
        """Seconds on a processor, all threads together, without the printer's process."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def close(self) -> None:
        """Stop it as Ctrl+C does."""
        self._process.terminate()
        self._process.wait(PATIENCE)
