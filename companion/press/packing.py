"""Pages and fonts packed beside the work: zlib lets others go on, so one is packed while the next is drawn or cut."""

import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

LEVEL = 9
"""As pydyf packs."""

_packed: dict[int, tuple[Any, Future[bytes]]] = {}
"""By the number of a page's stream, or of what alone is in a stream, which stands beside it packed."""


def forget() -> None:
    """The sheet is done."""
    _packed.clear()


def take() -> None:
    """Puts the shortcut in place."""
    import pydyf
    from weasyprint.document import Page
    from weasyprint.pdf.fonts import Font

    worker = ThreadPoolExecutor(1, "packs a page")
    paint, clean, reckon = Page.paint, Font.clean, pydyf.Stream.data.fget

    def paint_and_pack(self: Any, stream: Any, *rest: Any, **more: Any) -> None:
        paint(self, stream, *rest, **more)
        drawn = b"\n".join(map(pydyf._to_bytes, stream.stream))
        _packed[id(stream)] = stream, worker.submit(zlib.compress, drawn, LEVEL)

    def clean_and_pack(self: Any, *how: Any) -> None:
        clean(self, *how)
        _packed[id(self.file_content)] = self.file_content, worker.submit(zlib.compress, self.file_content, LEVEL)

    def data(self: Any) -> bytes:
        whole = self.stream[0] if len(self.stream) == 1 else self
        if id(whole) not in _packed:
            return bytes(reckon(self))
        content = _packed[id(whole)][1].result()
        extra = pydyf.Dictionary(self.extra | {"Filter": "/FlateDecode", "Length": len(content)})
        return b"\n".join((extra.data, b"stream", content, b"endstream"))

    Page.paint, Font.clean, pydyf.Stream.data = paint_and_pack, clean_and_pack, property(data)
