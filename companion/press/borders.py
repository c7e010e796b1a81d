"""Borders that meet: most boxes of a table have none, and what has none is asked once for its style.

What WeasyPrint's `collapse_table_borders` does (CSS 2.1, 17.6.2), for tables written from left to right.
"""

from typing import Any

from companion.press import lasting
from companion.press.measures import BORDERS, SIDES
from companion.press.swapping import swap

STYLES = ("none", "inset", "groove", "outset", "ridge", "dotted", "dashed", "solid", "double", "hidden")
"""From the weakest to the strongest."""
WITHOUT = dict.fromkeys(BORDERS, 0.0)
MET = {"inset": "ridge", "outset": "groove"}

Edge = tuple[tuple[int, float, int], tuple[str, float, Any]]
"""How strong a border is, and its style, width and colour."""

_edges: dict[int, tuple[Any, tuple[Edge | None, ...]]] = {}
"""By a style: its borders above, on the right, below and on the left; None where it has none."""


def forget() -> None:
    """The sheet is done."""
    lasting.keep(_edges)


def take() -> None:
    """Puts the shortcut in place."""
    from weasyprint.layout.table import collapse_table_borders as reckon

    def collapse_table_borders(table: Any, grid_width: int, grid_height: int) -> Any:
        if not (grid_width and grid_height) or table.style["direction"] != "ltr":
            return reckon(table, grid_width, grid_height)
        grid = _Grid(grid_width, grid_height)
        grid.meet(table)
        grid.widen(table)
        return grid.upright, grid.level

    swap(reckon, collapse_table_borders)


class _Grid:
    """The lines between cells: those that stand, row by row, and those that lie, line by line."""

    def __init__(self, width: int, height: int) -> None:
        from weasyprint.layout.table import TRANSPARENT

        self.width, self.height = width, height
        weak: Edge = ((0, 0, 0), ("none", 0, TRANSPARENT))
        self.none_at_all: Edge = ((1, 0, STYLES.index("hidden")), ("hidden", 0, TRANSPARENT))
        self.upright = [[weak] * (width + 1) for _ in range(height)]
        self.level = [[weak] * width for _ in range(height + 1)]

    def meet(self, table: Any) -> None:
        """Gives each line the strongest border of the boxes that touch it; of equals the first here wins."""
        rows = list(enumerate(row for group in table.children for row in group.children))
        for y, row in rows:
            for cell in row.children:
                self._clear_within(cell, y)
                self._touch(cell.style, cell.grid_x, y, cell.colspan, cell.rowspan)
        for y, row in rows:
            self._touch(row.style, 0, y, self.width, 1)
        y = 0
        for group in table.children:
            self._touch(group.style, 0, y, self.width, len(group.children))
            y += len(group.children)
        for column in (column for group in table.column_groups for column in group.children):
            self._touch(column.style, column.grid_x, 0, 1, self.height)
        for group in table.column_groups:
            self._touch(group.style, group.grid_x, 0, group.span, self.height)
        self._touch(table.style, 0, 0, self.width, self.height)

    def _clear_within(self, cell: Any, y: int) -> None:
        """No line goes through a cell of several columns or rows."""
        left, right, below = cell.grid_x, cell.grid_x + cell.colspan, y + cell.rowspan
        for across in range(left + 1, right):
            for down in range(y, below):
                self.upright[down][across] = self.none_at_all
        for down in range(y + 1, below):
            self.level[down][left:right] = [self.none_at_all] * cell.colspan

    def _touch(self, style: Any, x: int, y: int, width: int, height: int) -> None:
        edges = lasting.told(_edges, style, _edges_of)
        if not any(edges):
            return
        top, right, bottom, left = edges
        for row in self.upright[y : y + height]:
            _strongest(row, x, left)
            _strongest(row, x + width, right)
        for across in range(x, x + width):
            _strongest(self.level[y], across, top)
            _strongest(self.level[y + height], across, bottom)

    def widen(self, table: Any) -> None:
        """Gives each cell half of the lines round it, and the table those at its ends."""
        y = 0
        for group in table.children:
            group.__dict__.update(WITHOUT)
            for row in group.children:
                row.__dict__.update(WITHOUT)
                for cell in row.children:
                    self._halve(cell, cell.grid_x, y, cell.colspan, cell.rowspan)
                y += 1
        for group in table.column_groups:
            for box in (group, *group.children):
                box.__dict__.update(WITHOUT)
        self._halve(table, 0, 0, self.width, self.height, 1)

    def _halve(self, box: Any, x: int, y: int, width: int, height: int, beside: int | None = None) -> None:
        """Half of the widest line on each side, as WeasyPrint sets it; a table looks `beside` its first row alone."""
        rows = self.upright[y : y + (beside or height)]
        lines = (
            self.level[y][x : x + width],
            [row[x + width] for row in rows],
            self.level[y + height][x : x + width],
            [row[x] for row in rows],
        )
        for border, line in zip(BORDERS, lines, strict=True):
            setattr(box, border, max(width for _, (_, width, _) in line) / 2)


def _strongest(line: list[Edge], at: int, edge: Edge | None) -> None:
    if edge is not None and line[at][0] < edge[0]:
        line[at] = edge


def _edges_of(style: Any) -> tuple[Edge | None, ...]:
    return tuple(_edge(style, side) for side in SIDES)


def _edge(style: Any, side: str) -> Edge | None:
    from weasyprint.draw.color import get_color

    kind, width = style[f"border_{side}_style"], style[f"border_{side}_width"]
    score = (int(kind == "hidden"), width, STYLES.index(kind))
    if score == (0, 0, 0):
        return None
    return score, (MET.get(kind, kind), width, get_color(style, f"border_{side}_color"))
