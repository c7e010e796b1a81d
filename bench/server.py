"""The real server in a process of its own, and its processor time."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, sleep

ADDRESS = re.compile(r"localhost:(\d+)/house/")
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 10
TURN = 0.02


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

    def memory(self) -> float:
        """Megabytes in memory, without the printer's process."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @contextmanager
    def throttled(self, share: float) -> Iterator[None]:
        """Give the process only this share of a core, in turns of a fiftieth of a second."""
        done = Event()

        def throttle() -> None:
            while not done.wait(TURN * share):
                self._process.send_signal(signal.SIGSTOP)
                sleep(TURN * (1 - share))
                self._process.send_signal(signal.SIGCONT)

        thread = Thread(target=throttle)
        thread.start()
        yield
        done.set()
        thread.join()

    def close(self) -> None:
        """Stop it as Ctrl+C does."""
        self._process.terminate()
        self._process.wait(PATIENCE)
