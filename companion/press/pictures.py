"""Pictures drawn once: a symbol that stands a hundred times on a sheet has the same strokes, on others too."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from companion.press.reading import SVG, NotOurs

SMALL = 2_000
"""Letters of a picture that is kept for other sheets: a symbol, and no way in to a table."""
MOST = 1_000
OF_THE_SHEET = re.compile(r"<(?:text|use|image)|url\(|opacity")
"""What has strokes name things of a sheet: its fonts, groups and grounds. Words are drawn once a sheet all the same."""
STATE = ("_current_color", "_current_color_stroke", "_current_alpha", "_current_alpha_stroke")
"""What a stream has said before a picture, which need not say it again."""
_ALPHA = re.compile(rb"/(\S+) gs")

_shown: dict[Element, Any] = {}
"""What the pictures of the sheet in hand show."""
_kept: dict[str, Any] = {}


def show(pictures: dict[Element, Any]) -> None:
    """The pictures of a sheet."""
    _shown.update(pictures)


def forget() -> None:
    """The sheet is done."""
    _shown.clear()
    for picture in _kept.values():  # it knows the sheet that it was last on
        picture._context = picture._svg.context = picture._svg.stream = None
    if len(_kept) > MOST:
        _kept.clear()


def of(drawing: str, fetcher: Any) -> Any:
    """A picture that remembers how it was drawn. Raises NotOurs."""
    if drawing in _kept:
        return _kept[drawing]
    try:
        picture = _picture()(ElementTree.fromstring(drawing), None, fetcher, None)
    except ElementTree.ParseError as error:
        raise NotOurs from error
    picture.plain = not OF_THE_SHEET.search(drawing)
    picture.once = picture.plain or "<text" in drawing
    if picture.plain and len(drawing) < SMALL:
        _kept[drawing] = picture
    return picture


@cache
def _picture() -> Any:
    from weasyprint.images import SVGImage

    class Picture(SVGImage):  # type: ignore[misc]  # of a class without types
        def draw(self, stream: Any, concrete_width: float, concrete_height: float, style: Any) -> None:
            said = (getattr(stream, name) for name in STATE)
            key = (None if self.plain else id(stream._resources), concrete_width, concrete_height, *said)
            strokes = self.__dict__.setdefault("strokes", {})
            if self.once and key in strokes and strokes[key][1] <= stream._resources["ExtGState"].keys():
                stream.stream.extend(strokes[key][0])
                return
            before = len(stream.stream)
            super().draw(stream, concrete_width, concrete_height, style)
            drawn = tuple(stream.stream[before:])
            strokes[key] = drawn, {name.decode() for name in _ALPHA.findall(b"\n".join(drawn))}

    return Picture


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint import html

    drawn = html.HTML_HANDLERS[f"{{{SVG}}}svg"]

    def handle_svg(element: Element, box: Any, get_image_from_uri: Any, base_url: Any) -> Any:
        picture = _shown.get(element)
        if picture is None:
            return drawn(element, box, get_image_from_uri, base_url)
        picture._context = get_image_from_uri.keywords["context"]
        picture._svg.font_config = picture._context.font_config
        return [html.make_replaced_box(element, box, picture)]

    html.HTML_HANDLERS[f"{{{SVG}}}svg"] = handle_svg
