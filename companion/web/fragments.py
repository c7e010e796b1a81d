"""The parts of a table's page. A fragment's file name and DOM id are the same word; it renders alone as in the page."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import current_app, render_template

from companion.table.chair import Chair, chair
from companion.table.desk import Desk
from companion.table.log import Table
from companion.table.seats import Rights

FRAGMENTS = ("entry", "turn", "notices", "board", "payout", "ask", "people", "foot")


@dataclass(frozen=True, slots=True)
class View:
    """How a device looks at a table: the chair, as a phone or as the screen in the middle."""

    chair: Chair
    rights: Rights
    screen: bool

    @property
    def scene(self) -> str:
        """What the table is at: lobby, start, play, payout or over."""
        if self.chair.state is None:
            return "lobby"
        if self.chair.paging:
            return "payout"
        if self.chair.over:
            return "over"
        return "start" if any(ask.do == "start" for ask in self.chair.asks) else "play"

    @property
    def may_act(self) -> bool:
        """Whether the device may turn pages and enter what anybody may."""
        return self.rights.host or self.chair.seat is not None

    @property
    def may_take_over(self) -> bool:
        """Whether the device may make itself the host."""
        return self.rights.house and not self.rights.host and not self.rights.handed_over


def view(desk: Desk, key: str, device: str | None, *, screen: bool) -> View:
    """What a device may see of a table. The screen is nobody's chair, whoever looks at it."""
    table = desk.table(key)
    rights = desk.rights(key, device)
    return View(chair(table, _seat(table, rights, screen), host=rights.hosting), rights, screen or _shows(rights))


def _seat(table: Table, rights: Rights, screen: bool) -> int | None:
    return None if screen else table.house.seat(rights.acting)


def _shows(rights: Rights) -> bool:
    """A host without a seat holds the laptop in the middle."""
    return rights.host and rights.acting is None


def render(view: View, name: str, **more: object) -> str:
    """One fragment by its name: the game's own, else the one that serves every game."""
    return render_template([f"{view.chair.slug}/_{name}.html", f"table/_{name}.html"], **context(view), **more)


def render_all(view: View) -> dict[str, str]:
    """Every fragment of the page, by name."""
    return {name: render(view, name) for name in FRAGMENTS}


def context(view: View) -> Mapping[str, object]:
    """What every fragment is rendered from."""
    return {"view": view, "chair": view.chair, "scene": view.scene, "settings": current_app.config["SETTINGS"]}
