"""Cold start, first pages, and bytes on the wire."""

import re
from statistics import median
from time import perf_counter

from bench.load import closed
from bench.phones import Answer, Phone
from bench.report import line, ms
from bench.rig import PLAYERS, open_rig

STARTS = 5


def start() -> None:
    """From nothing to the QR code, and the first pages of a new server."""
    starts, waited = [], []
    for _ in range(STARTS):
        with open_rig() as rig:
            starts.append(rig.server.seconds)
            phone = rig.phone()
            lobby = phone.post("/new", game="wetten").headers["Location"]
            waited.append([_seconds(phone, path) for path in ("/", lobby, "/rules/wetten")])
    line("cold start to the QR code", ms(median(starts)), "under 1 s")
    told = ", ".join(ms(median(times)) for times in zip(*waited, strict=True))
    line("first pages of a server: start page, a table's, the rules of Wetten!", told)


def size() -> None:
    """Measure downloads of a phone: its first pages with all their files, and each change in a game."""
    with open_rig() as rig:
        table, phone = rig.table(), rig.phone()
        first, then = phone.get(f"/t/{table.key}"), table.phones[1].get(f"/t/{table.key}")
        line("first page, where a code leads, with the display face", _loaded(phone, first), "under 55 kB")
        line("a table's page, where nothing is there yet", _loaded(phone, then))
        for slug in PLAYERS:
            [table] = rig.tables(1, slug)
            begun = table.number
            closed(rig, [table])
            each = [size for phone in table.phones for size in phone.changes]
            mean = sum(each) / len(table.phones) / (table.number - begun)
            line(f"a change, {slug}", f"{mean:.0f} bytes; largest {max(each):,} bytes", "at most 300 bytes")
            table.close()


def _seconds(phone: Phone, path: str) -> float:
    began = perf_counter()
    phone.get(path)
    return perf_counter() - began


def _loaded(phone: Phone, page: Answer) -> str:
    """Bytes of a page and its files, the fonts that its style sheets link included."""
    files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text))
    sent = {name: phone.get(name) for name in files}
    for name in files:
        if name.partition("?")[0].endswith(".css"):
            links = re.findall(r'url\("([^"]+)"\)', sent[name].text)
            # browsers fetch latin-ext for a name with Ł or ş only
            sent |= {link: phone.get(f"/static/{link}") for link in links if "latin-ext" not in link}
    return f"{(len(page.body) + sum(len(answer.body) for answer in sent.values())) / 1000:.1f} kB, {len(sent)} files"
