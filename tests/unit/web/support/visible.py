"""A table's page as one device sees it: without the parts that the style sheet hides from it."""

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}
TURN = "turn"


class _Visible(HTMLParser):
    """Keeps the markup that is shown."""

    def __init__(self, me: set[str], turn: set[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.shown: list[str] = []
        self._me = me | ({TURN} if me & turn else set())
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._show(attrs) or tag in VOID:
            return
        self._hidden.append(tag)

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._show(attrs)

    def handle_endtag(self, tag: str) -> None:
        self.handle_data(f"</{tag}>")
        if self._hidden and self._hidden[-1] == tag:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.shown.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def _show(self, attrs: list[tuple[str, str | None]]) -> bool:
        """Show a tag, unless it is hidden or lies in something hidden."""
        known = dict(attrs)
        wanted, unwanted = known.get("data-for"), (known.get("data-not") or "").split()
        visible = not self._hidden and (wanted is None or bool(self._me & set(wanted.split())))
        if visible := visible and not self._me & set(unwanted):
            self.handle_data(self.get_starttag_text() or "")
        return visible


def words(page: str, attribute: str) -> set[str]:
    """The words of an attribute that stands once on a page."""
    _, found, rest = page.partition(f' {attribute}="')
    return set(rest.partition('"')[0].split()) if found else set()


def seen(page: str) -> str:
    """Return the part of a page that is shown to the device that asked for it."""
    visible = _Visible(words(page, "data-me"), words(page, "data-turn"))
    visible.feed(page)
    visible.close()
    return "".join(visible.shown)
