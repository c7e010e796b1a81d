"""From nothing to the QR code, and everything that a phone's first page loads."""

import re
from statistics import median

from bench.report import line, ms
from bench.rig import open_rig
from bench.wire import Answer

STARTS = 5


def measure() -> None:
    """Some starts; the last server gives the page."""
    seconds = []
    for turn in range(STARTS):
        with open_rig() as rig:
            seconds.append(rig.server.seconds)
            if turn:
                continue
            table = rig.evening("vabanque")
            phone = rig.phone()
            first, at_table = phone.get("/"), table.phones[1].get(f"/t/{table.key}")
            files = sorted(_files(first) | _files(at_table))
            size = len(first.body) + sum(len(phone.get(name).body) for name in files)
    line("cold start to the QR code", ms(median(seconds)), "under 1 s")
    line("first page, with the display face", f"{size / 1000:.1f} kB, {len(files)} files", "under 55 kB")


def _files(page: Answer) -> set[str]:
    """The files of a page."""
    return set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text))
