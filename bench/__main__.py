"""`make bench`: cold start, first page, a tap until it is saved and until all have seen it, a PDF."""

import re
import time
from random import Random
from statistics import median, quantiles

from bench.house import Device, Listener, serving, unpacked

COLOURS = ("orange", "sky", "green", "yellow", "red", "purple")
OF_A_TABLE = ("table.css", "vabanque/game.css", "vendor/hx-sse.min.js", "live.js", "look.js", "board.js")
TAPS = 200
STARTS = 5


def main() -> None:
    """Prints one line a figure."""
    starts = []
    for _ in range(STARTS):
        with serving() as (_port, seconds):
            starts.append(seconds)
    line("cold start to the QR code", f"{median(starts) * 1000:.0f} ms", "under 1,000 ms")
    with serving() as (port, _seconds):
        table(port)


def table(port: int) -> None:
    """Six phones at tables of Vabanque, each placing chips as fast as it is let."""
    host = Device(port)
    host.get("/new")
    first_page(Device(port))
    saved: list[float] = []
    seen: list[float] = []
    cost: list[float] = []
    while len(saved) < TAPS:
        waits, views, size = round_of_chips(port, host)
        saved += waits
        seen += views
        cost.append(size)
    line("tap until saved", timing(saved), "99 %: under 50 ms")
    line("tap until seen by all six", timing(seen), "99 %: under 100 ms")
    line("a change costs a phone", f"{median(cost):.0f} bytes", "under 2,000 bytes")


def first_page(device: Device) -> None:
    """Everything that a phone's first page loads, packed."""
    page = device.get("/")
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', unpacked(page)))
    files |= {f"/static/{name}" for name in OF_A_TABLE}
    size = len(page) + sum(len(device.get(name)) for name in files)
    line("first page, all of it", f"{size / 1000:.1f} kB", "under 40 kB")


def round_of_chips(port: int, host: Device) -> tuple[list[float], list[float], float]:
    """One table: seconds until saved and until seen for each chip of round 1, and bytes a phone and change."""
    key = host.post("/new", game="vabanque").headers["Location"]
    phones = [Device(port) for _ in COLOURS]
    for phone, colour in zip(phones, COLOURS, strict=True):
        phone.get(key)
        phone.post(f"{key}/tap", kind="sit", name=colour, colour=colour)
    host.post(f"{key}/tap", kind="begin", order="0 1 2 3 4 5")
    host.post(f"{key}/tap", kind="act", base="start", do="start", seat="0", table="1")
    listeners = [Listener(phone, f"{key}/events") for phone in phones]
    for listener in listeners:
        listener.start()
        listener.ready.wait()
    before = [listener.bytes for listener in listeners]
    waits, views = [], []
    luck = Random(key)
    for turn in range(24):
        phone = phones[turn % 6]
        began = time.perf_counter()
        answer = phone.post(
            f"{key}/tap", kind="act", base=f"1.chips.{turn % 6}.{turn // 6}", do="chip", table=luck.randint(1, 12)
        )
        waits.append(time.perf_counter() - began)
        number = int(answer.headers["Companion-Entry"])
        while any(number not in listener.seen for listener in listeners):
            time.sleep(0.0005)
        views.append(max(listener.seen[number] for listener in listeners) - began)
    size = sum(listener.bytes - start for listener, start in zip(listeners, before, strict=True))
    return waits, views, size / len(listeners) / 24


def timing(seconds: list[float]) -> str:
    """Median and 99th percentile."""
    return f"{median(seconds) * 1000:.1f} ms, 99 %: {quantiles(seconds, n=100)[98] * 1000:.1f} ms"


def line(what: str, found: str, wanted: str) -> None:
    """One line of the table."""
    print(f"{what:<28} {found:<32} ({wanted})", flush=True)


if __name__ == "__main__":
    main()
