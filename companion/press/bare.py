"""Bare boxes, as most are: without ground and rounded corners, known by their style, and in the flow of the page."""

from typing import Any

from companion.press import lasting
from companion.press.swapping import swap

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
NOTHING: dict[str, Any] = {f"border_{corner}_radius": (0, 0) for corner in CORNERS} | {"background": None}

_bare: dict[int, tuple[Any, bool]] = {}


def forget() -> None:
    """The sheet is done."""
    lasting.keep(_bare)


def take() -> None:
    """Puts the shortcut in place. No sheet of ours has an outline."""
    from weasyprint.draw.border import draw_outline
    from weasyprint.formatting_structure.boxes import Box
    from weasyprint.layout.background import layout_box_backgrounds

    Box.is_in_normal_flow = _in_flow(Box.is_in_normal_flow)
    swap(layout_box_backgrounds, _grounds(layout_box_backgrounds))
    swap(draw_outline, lambda _stream, _box: None)


def _in_flow(ask: Any) -> Any:
    def is_in_normal_flow(self: Any) -> bool:
        style = self.style
        return (style["position"] == "static" and style["float"] == "none") or bool(ask(self))

    return is_in_normal_flow


def _grounds(lay: Any) -> Any:
    def layout_box_backgrounds(page: Any, box: Any, fetch: Any, *rest: Any, **more: Any) -> None:
        own = box.__dict__
        if rest or more or box is page or "style" not in own or not lasting.told(_bare, own["style"], _is_bare):
            lay(page, box, fetch, *rest, **more)
            return
        own.update(NOTHING)
        for child in box.all_children():
            layout_box_backgrounds(page, child, fetch)

    return layout_box_backgrounds


def _is_bare(style: Any) -> bool:
    from weasyprint.draw.color import get_color

    return (
        all((0, "px") in style[f"border_{corner}_radius"] for corner in CORNERS)
        and style["border_image_source"][0] == style["mask_border_source"][0] == "none"
        and all(kind == "none" for kind, _ in style["background_image"])
        and get_color(style, "background_color").alpha == 0
        and not style["box_shadow"]
    )
