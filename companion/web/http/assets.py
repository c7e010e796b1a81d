"""The files that never change while the house is open: read and packed once, then sent from memory."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Response, abort, request
from werkzeug.http import quote_etag
from werkzeug.security import safe_join

from companion.paths import data_dir
from companion.web.http.links import url_for

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""What belongs to pages. Other files lie beside them, and are not for guests."""
PACKED = (".css", ".js")
SMALL = 500
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is, and packed where that makes it smaller."""

    whole: bytes
    packed: bytes | None
    mark: str
    kind: str

    def sent(self) -> Response:
        """The answer to the request. It may be kept for ever: our pages ask at another address once it is another."""
        headers = {"Cache-Control": f"public, max-age={A_YEAR}", "Vary": "Accept-Encoding", "Content-Type": self.kind}
        if self.packed is None or "gzip" not in request.headers.get("Accept-Encoding", ""):
            response = Response(self.whole, headers=headers)
            response.headers["ETag"] = quote_etag(self.mark)
        else:
            response = Response(self.packed, headers=headers)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["ETag"] = quote_etag(f"{self.mark}:gzip")
        if request.if_none_match:
            response.make_conditional(request)
        return response


def static(filename: str) -> Response:
    """The view of `/static/`."""
    path = safe_join(str(data_dir("static")), filename)
    found = _asset(Path(path)) if path is not None else None
    if found is None:
        abort(404)
    return found.sent()


@lru_cache(500)
def asset(name: str) -> str:
    """The address of a static file, which changes with its content: it may be kept for ever."""
    found = _asset(data_dir("static") / name)
    return url_for("static", filename=name, v=found.mark[:10] if found else "")


@lru_cache(500)
def has_asset(name: str) -> bool:
    """Whether there is such a file."""
    return _asset(data_dir("static") / name) is not None


def _asset(path: Path) -> Asset | None:
    if path.suffix not in KINDS:
        return None
    try:
        return _read(path)
    except (OSError, ValueError):
        return None


def spare(style: bytes) -> bytes:
    """A style sheet as a browser needs it: without comments, line ends, blanks at its signs and marks round a word."""
    told = re.sub(rb"\s+", b" ", re.sub(rb"/\*.*?\*/", b"", style, flags=re.DOTALL)).strip()
    told = re.sub(rb";? ?} ?", b"}", re.sub(rb" ?{ ?", b"{", told))
    return re.sub(rb'([:;,]) |(?<==)"([a-z]+)"(?=])', rb"\1\2", told)


def bare(script: bytes) -> bytes:
    """A script without the lines that only tell us something, and not moved in. Ours have no text of several lines."""
    return re.sub(rb"^[ \t]*(//.*)?\n?", b"", script, flags=re.MULTILINE)


SHORTER = {".css": spare, ".js": bare}
"""How files of ours are sent."""


@lru_cache(200)
def _read(path: Path) -> Asset:
    shorter = bytes if path.parent.name == "vendor" else SHORTER.get(path.suffix, bytes)
    whole = shorter(path.read_bytes())
    packed = gzip.compress(whole, 9, mtime=0) if path.suffix in PACKED and len(whole) >= SMALL else None
    return Asset(whole, packed, hashlib.sha256(whole).hexdigest()[:20], KINDS[path.suffix])
