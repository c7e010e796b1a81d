"""Pages packed beside the work: zlib lets others go on, so a page is packed while the next one is drawn."""

import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

LEVEL = 9
"""As pydyf packs."""

_packed: dict[int, Future[bytes]] = {}
"""By the number of a page's stream."""


def forget() -> None:
    """The sheet is done."""
    _packed.clear()


def take() -> None:
    """Puts the shortcut in place."""
    import pydyf
    from weasyprint.document import Page
    from weasyprint.pdf.stream import Stream

    worker = ThreadPoolExecutor(1, "packs a page")
    paint = Page.paint

    def paint_and_pack(self: Any, stream: Any, *rest: Any, **more: Any) -> None:
        paint(self, stream, *rest, **more)
        if stream.compress:
            drawn = b"\n".join(map(pydyf._to_bytes, stream.stream))
            _packed[id(stream)] = worker.submit(zlib.compress, drawn, LEVEL)

    def data(self: Any) -> bytes:
        packed = _packed.get(id(self))
        if packed is None:
            return bytes(pydyf.Stream.data.fget(self))
        strokes = packed.result()
        extra = pydyf.Dictionary(self.extra | {"Filter": "/FlateDecode", "Length": len(strokes)})
        return b"\n".join((extra.data, b"stream", strokes, b"endstream"))

    Page.paint, Stream.data = paint_and_pack, property(data)
