"""A table's page as a device is shown it: the stage without what is for others, as the style sheet picks it out."""

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}
TURN = "turn"


class _Eyes(HTMLParser):
    """Writes down what is shown, markup and all."""

    def __init__(self, me: set[str], turn: set[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.shown: list[str] = []
        self._me = me | ({TURN} if me & turn else set())
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Once something is hidden, so is all in it."""
        if self._hidden or self._is_hidden(dict(attrs)):
            if tag not in VOID:
                self._hidden.append(tag)
            return
        self.shown.append(self.get_starttag_text() or "")

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is in it."""
        if not self._hidden and not self._is_hidden(dict(attrs)):
            self.shown.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Of what is shown, or of the innermost that is not."""
        if not self._hidden:
            self.shown.append(f"</{tag}>")
        elif self._hidden[-1] == tag:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._hidden:
            self.shown.append(data)

    def handle_entityref(self, name: str) -> None:
        """Such as &amp;."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Such as &#39;."""
        self.handle_data(f"&#{name};")

    def _is_hidden(self, attrs: dict[str, str | None]) -> bool:
        wanted, unwanted = attrs.get("data-for"), attrs.get("data-not")
        return (wanted is not None and not self._me & set(wanted.split())) or bool(
            unwanted and self._me & set(unwanted.split())
        )


def words(page: str, attribute: str) -> set[str]:
    """The words of an attribute that stands once on a page."""
    _, found, rest = page.partition(f' {attribute}="')
    return set(rest.partition('"')[0].split()) if found else set()


def seen(page: str) -> str:
    """What the device that asked for a page is shown of it."""
    eyes = _Eyes(words(page, "data-me"), words(page, "data-turn"))
    eyes.feed(page)
    eyes.close()
    return "".join(eyes.shown)
