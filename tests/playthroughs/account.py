"""What was shown, in its order: of each page its mark, and those of its lines that were not shown before."""

from tests.playthroughs.outline import outline


class Account:
    """Grows while a game is played."""

    def __init__(self, title: str) -> None:
        self._told = [title]
        self._known: set[str] = set()
        self._marks: dict[str, str] = {}

    def moment(self, name: str) -> None:
        """What comes now is shown at this moment."""
        self._told.append(f"\n{name}")

    def shows(self, name: str, html: str) -> None:
        """Nothing is written down where it is shown as it was last."""
        seen = outline(html)
        if self._marks.get(name) == seen.mark:
            return
        self._marks[name] = seen.mark
        self._told.append(f"  {name}  {seen.mark}" if seen.lines or html.strip() else f"  {name}  nothing")
        for line in seen.lines:
            if line not in self._known:
                self._known.add(line)
                self._told.append(f"    {line}")

    def __str__(self) -> str:
        return "\n".join(self._told) + "\n"
