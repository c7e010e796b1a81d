"""From nothing to the QR code, the first pages of a server, and everything that a phone's first page loads."""

import re
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from bench.phones import Phone
from bench.report import line, ms
from bench.rig import Rig, open_rig
from bench.wire import Answer

STARTS = 5


def measure() -> None:
    """Some starts; the last server gives the page."""
    seconds, waited = [], []
    for turn in range(STARTS):
        with open_rig() as rig:
            seconds.append(rig.server.seconds)
            waited.append(list(_first_pages(rig)))
            if turn:
                continue
            table = rig.evening("vabanque")
            phone = rig.phone()
            first, then = phone.get(f"/t/{table.key}"), table.phones[1].get(f"/t/{table.key}")
            loaded = _loaded(phone, first), _loaded(phone, then)
    line("cold start to the QR code", ms(median(seconds)), "under 1 s")
    told = ", ".join(ms(median(times)) for times in zip(*waited, strict=True))
    line("first pages of a server: start page, a table's, the rules of Wetten!", told)
    line("first page, where a code leads, with the display face", loaded[0], "under 55 kB")
    line("a table's page, where nothing is there yet", loaded[1])


def _first_pages(rig: Rig) -> Iterator[float]:
    """The seconds until each is there, of a kind that this server has not shown yet."""
    phone = rig.phone()
    yield _waited(phone, "/")
    yield _waited(phone, phone.post("/new", game="wetten").header("Location"))
    yield _waited(phone, "/rules/wetten")


def _waited(phone: Phone, path: str) -> float:
    begun = perf_counter()
    phone.get(path)
    return perf_counter() - begun


def _loaded(phone: Phone, page: Answer) -> str:
    """All that a browser gets for a page which has nothing yet: the face too, which the style sheets link."""
    files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text))
    sent = {name: phone.get(name) for name in files}
    for name in files:
        if name.partition("?")[0].endswith(".css"):
            links = re.findall(r'url\("([^"]+)"\)', sent[name].text)
            sent |= {link: phone.get(f"/static/{link}") for link in links}
    return f"{(len(page.body) + sum(len(answer.body) for answer in sent.values())) / 1000:.1f} kB, {len(sent)} files"
