"""Pictures drawn once: a symbol that stands a hundred times on a sheet has the same strokes each time."""

from typing import Any
from xml.etree.ElementTree import Element

from companion.press.reading import SVG

_shown: dict[Element, Any] = {}
"""What the pictures of the sheet in hand show."""


def show(pictures: dict[Element, Any]) -> None:
    """The pictures of a sheet."""
    _shown.update(pictures)


def forget() -> None:
    """The sheet is done."""
    _shown.clear()


def of(drawing: Element, fetcher: Any) -> Any:
    """A picture that remembers how it was drawn."""
    from weasyprint.images import SVGImage

    class Picture(SVGImage):  # type: ignore[misc]  # of a class without types
        def draw(self, stream: Any, concrete_width: float, concrete_height: float, style: Any) -> None:
            key = (id(stream._resources), concrete_width, concrete_height)
            strokes = self.__dict__.setdefault("strokes", {})
            if key in strokes:
                stream.stream.extend(strokes[key])
                return
            before = len(stream.stream)
            super().draw(stream, concrete_width, concrete_height, style)
            strokes[key] = stream.stream[before:]

    return Picture(drawing, None, fetcher, None)


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
