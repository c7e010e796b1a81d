"""The public part of a table's page: rendered without a seat, once for all viewers in one language and on one kind.

Blocks for one seat or for the host are in it too (`data-for`); style sheets show them where they belong. A fragment's
file name is also its DOM id. A fragment consists of a frame and of parts, which have ids of their own and are rendered
from explicit values: while these stay the same, a part is neither rendered nor sent again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, Template
from markupsafe import Markup

from companion.i18n import languages
from companion.network import addresses
from companion.rendering import templating
from companion.table.model.history import HistoryItem, latest_items
from companion.table.model.player_view import PlayerView
from companion.table.model.roster import TIMER_SECONDS
from companion.web.http import links
from companion.web.http.assets import asset, has_asset
from companion.web.http.links import url_for
from companion.web.settings import Settings

FRAGMENTS = ("entry", "turn", "notices", "board", "payout", "ask", "people", "own", "corner", "foot", "log")
GAME_FRAGMENTS = ("turn", "board", "payout", "people")
MARK = "\x1a"  # in a frame, before and after the id of a part


@dataclass(frozen=True, slots=True)
class JoinAddress:
    """The addresses of a table: the `origin` in its QR code (empty without a network), and the `others` there are."""

    origin: str
    host: str
    others: tuple[str, ...]

    @classmethod
    def now(cls, settings: Settings) -> "JoinAddress":
        found = () if settings.public else addresses.listening_addresses(settings.listen)
        others = tuple(ip for ip in found if not addresses.is_loopback(ip))
        return cls(settings.join_origin, settings.host, others)


@dataclass(frozen=True, slots=True)
class Part:
    """A rendered element with an id, and the values it was rendered from."""

    template: str
    values: Mapping[str, object]
    html: str
    svg: bool

    def update(self, id_: str) -> str:
        if self.svg:  # else a browser parses it as HTML
            return _partial(id_, f"<svg>{self.html}</svg>", "outerMorph strip:true")
        return _partial(id_, self.html, "outerMorph")


@dataclass(frozen=True, slots=True)
class Frame:
    """A rendered fragment with marks in place of its parts."""

    marked: str
    parts: Mapping[str, Part]

    def html(self) -> str:
        pieces = self.marked.split(MARK)
        pieces[1::2] = [self.parts[id_].html for id_ in pieces[1::2]]
        return "".join(pieces)

    def updates(self, before: "Frame | None", name: str) -> Iterator[str]:
        """Yield the messages that turn the frame `before` into this one."""
        if before is None or before.marked != self.marked:
            yield _partial(name, self.html())
            return
        for id_, part in self.parts.items():
            if before.parts[id_].html != part.html:
                yield part.update(id_)


class PublicPage:
    """The latest fragments of one table, in one language, for phones or for screens."""

    def __init__(self, lang: str, *, screen: bool) -> None:
        self._env = environment(lang)
        self._screen = screen
        self._frames: dict[str, Frame] = {}
        self._number: int | None = None

    def render(self, player_view: PlayerView, join_address: JoinAddress, *, watched: bool = False) -> list[str]:
        """Render what has changed, from the view of someone without a seat. Return the messages that update pages.

        Raises ValueError if it is the view of a seat or of the host.
        """
        if player_view.seat is not None or player_view.host:
            raise ValueError("a public page is rendered from nobody's view")
        latest = latest_items(player_view, player_view.number if self._number is None else self._number)
        values = {"join_address": join_address, "watched": watched, "latest": latest}
        frames = {name: self._frame(name, player_view, **values) for name in FRAGMENTS}
        before, self._frames, self._number = self._frames, frames, player_view.number
        return [update for name, frame in frames.items() for update in frame.updates(before.get(name), name)]

    def past_fragments(self, player_view: PlayerView) -> dict[str, str]:
        """Render the fragments about the game from a past view, by name. They are for one device and not kept."""
        return {name: self._frame(name, player_view).html() for name in GAME_FRAGMENTS}

    def fragments(self) -> dict[str, str]:
        return {name: frame.html() for name, frame in self._frames.items()}

    def _frame(self, name: str, player_view: PlayerView, **values: object) -> Frame:
        before = self._frames.get(name)
        parts = PartRenderer(self._env, before.parts if before else {})
        context = {"player_view": player_view, "scene": player_view.scene, "screen": self._screen, **values}
        marked = _fragment(self._env, player_view.slug, name).render(context, part=parts.part, parts=parts.parts)
        return Frame(marked, parts.rendered)


class PartRenderer:
    """Renders the parts of one frame, reusing those whose values have not changed."""

    def __init__(self, env: Environment, before: Mapping[str, Part]) -> None:
        self._env = env
        self._before = before
        self.rendered: dict[str, Part] = {}

    def part(self, id_: str, template: str, /, *, svg: bool = False, **values: object) -> Markup:
        """Return the mark of a part, which is rendered if its values have changed."""
        part = self._before.get(id_)
        if part is None or part.values != values or part.template != template:
            html = _template(self._env, template).render(values, id=id_).strip()
            part = Part(template, values, html, svg)
        self.rendered[id_] = part
        return Markup(f"{MARK}{id_}{MARK}")

    def parts(
        self, name: str, template: str, ids: Iterable[object], each: Iterable[object], /, **shared: object
    ) -> Markup:
        """Return the marks of similar parts, each rendered from `one` of several values and the shared ones."""
        marks = (self.part(f"{name}-{id_}", template, one=one, **shared) for id_, one in zip(ids, each, strict=False))  # type: ignore[arg-type]  # svg is a bool
        return Markup("\n".join(marks))  # each is a Markup


def _partial(id_: str, html: str, swap: str = "innerMorph") -> str:
    return f'<hx-partial hx-target="#{id_}" hx-swap="{swap}">{html}</hx-partial>'


def as_partials(fragments: Mapping[str, str]) -> str:
    """Return the message that brings any page of the table up to date."""
    return "\n".join(_partial(name, html) for name, html in fragments.items())


def render_hand(lang: str, player_view: PlayerView, *, looks_only: bool) -> str:
    """Render a viewer's own hand, which is never part of a public page.

    With `looks_only` it asks for no decision and shows no mistyped move.
    """
    template = _fragment(environment(lang), player_view.slug, "hand")
    return template.render(player_view=player_view, hand=player_view.hand(), looks_only=looks_only)


def render_history(
    lang: str, player_view: PlayerView, rounds: Sequence[tuple[int, Sequence[HistoryItem]]], *, screen: bool
) -> str:
    template = _fragment(environment(lang), player_view.slug, "history")
    return template.render(player_view=player_view, rounds=rounds, screen=screen)


@cache
def environment(lang: str) -> Environment:
    """Return the template environment for one language. Templates cannot reach the request."""
    env = templating.create_environment(lang, autoescape=True)
    env.globals |= {
        "url_for": url_for,
        "asset": asset,
        "has_asset": has_asset,
        "material_links": links.material_links,
        "languages": languages.languages,
        "timer_seconds": TIMER_SECONDS,
        "current_language": lambda: lang,
        "is_plain": _is_plain,
    }
    return env


def has_plain_pages(slug: str) -> bool:
    """Return whether a game lacks templates of its own for its board or its forms."""
    return _is_plain(slug, "board") or _is_plain(slug, "ask")


@cache
def _is_plain(slug: str, name: str) -> bool:
    return _fragment(environment(languages.SOURCE), slug, name).name == f"table/_{name}.html"


@cache
def _fragment(env: Environment, slug: str, name: str) -> Template:
    """Return the game's own template, else the one for all games."""
    return env.select_template([f"{slug}/_{name}.html", f"table/_{name}.html"])


@cache
def _template(env: Environment, name: str) -> Template:
    return env.get_template(name)
