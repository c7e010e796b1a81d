"""Static files, minified and compressed once and then served from memory. They never change while the server runs."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Response, abort, request
from werkzeug.security import safe_join

from companion.paths import data_dir
from companion.web.http.links import url_for

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""Files with other suffixes, such as READMEs, are not served."""
COMPRESSED_SUFFIXES = (".css", ".js")
MIN_COMPRESSED_SIZE = 500
ONE_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file, with its gzip version if it has one."""

    content: bytes
    compressed: bytes | None
    digest: str
    content_type: str

    def response(self) -> Response:
        """Answer the request. Browsers may cache it for ever, since a changed file gets a new address."""
        gzipped = self.compressed is not None and "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(self.compressed if gzipped else self.content, content_type=self.content_type)
        response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}"
        response.headers["Vary"] = "Accept-Encoding"
        if gzipped:
            response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{self.digest}:gzip" if gzipped else self.digest)
        if request.if_none_match:
            response.make_conditional(request)
        return response


def static(filename: str) -> Response:
    """Serve `/static/`."""
    path = safe_join(str(data_dir("static")), filename)
    found = _asset(Path(path)) if path is not None else None
    if found is None:
        abort(404)
    return found.response()


@lru_cache(500)
def asset(name: str) -> str:
    """Return the address of a static file. It contains a digest of the content, so it may be cached for ever."""
    found = _asset(data_dir("static") / name)
    return url_for("static", filename=name, v=found.digest[:10] if found else "")


@lru_cache(500)
def has_asset(name: str) -> bool:
    return _asset(data_dir("static") / name) is not None


def _asset(path: Path) -> Asset | None:
    if path.suffix not in CONTENT_TYPES:
        return None
    try:
        return _read(path)
    except (OSError, ValueError):
        return None


def minify_css(style: bytes) -> bytes:
    """Remove comments, line ends, blanks around punctuation and quotes around attribute words."""
    style = re.sub(rb"\s+", b" ", re.sub(rb"/\*.*?\*/", b"", style, flags=re.DOTALL)).strip()
    style = re.sub(rb";? ?} ?", b"}", re.sub(rb" ?([{>/~!]) ?", rb"\1", style))
    return re.sub(rb'([:;,]) |(?<==)"([a-z]+)"(?=])', rb"\1\2", style)


def minify_js(script: bytes) -> bytes:
    """Remove comment lines and indentation. Our scripts contain no text of several lines."""
    return re.sub(rb"^[ \t]*(//.*)?\n?", b"", script, flags=re.MULTILINE)


MINIFIERS = {".css": minify_css, ".js": minify_js}
"""For our own files; `vendor` files are sent as they are."""


@lru_cache(200)
def _read(path: Path) -> Asset:
    minify = bytes if path.parent.name == "vendor" else MINIFIERS.get(path.suffix, bytes)
    content = minify(path.read_bytes())
    compress = path.suffix in COMPRESSED_SUFFIXES and len(content) >= MIN_COMPRESSED_SIZE
    compressed = gzip.compress(content, 9, mtime=0) if compress else None
    return Asset(content, compressed, hashlib.sha256(content).hexdigest()[:20], CONTENT_TYPES[path.suffix])
