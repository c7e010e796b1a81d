"""The stage: what lies open at a table, drawn from nobody's chair, once for all who look in one language and kind.

What belongs to one seat or to the host stands in it for all (`data-for`) and is picked out by style sheet. A fragment
is the frame of its parts: its file name and DOM id are one word. A part has an id of its own and is drawn from values
that say all it needs; while they stay the same it is neither drawn nor sent.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, Template
from markupsafe import Markup

from companion.i18n import languages
from companion.network import addresses
from companion.rendering import templating
from companion.table.model.history import HistoryItem
from companion.table.model.player_view import PlayerView
from companion.web.http import links
from companion.web.http.assets import asset, has_asset
from companion.web.http.links import url_for
from companion.web.settings import Settings

FRAGMENTS = ("entry", "turn", "notices", "board", "payout", "ask", "people", "corner", "foot")
OF_THE_GAME = ("turn", "board", "payout", "people")
MARK = "\x1a"  # stands in a frame on both sides of a part's id


@dataclass(frozen=True, slots=True)
class WayIn:
    """Where the table can be reached: what the QR code begins with, and all addresses there are.

    `origin` is empty while there is no network.
    """

    origin: str
    host: str
    others: tuple[str, ...]

    @classmethod
    def now(cls, settings: Settings) -> "WayIn":
        """As it stands."""
        there = () if settings.public else addresses.listening_addresses(settings.listen)
        return cls(settings.way_in, settings.host, tuple(ip for ip in there if not addresses.is_loopback(ip)))


@dataclass(frozen=True, slots=True)
class Part:
    """An element of the page with an id of its own, and what it was drawn from."""

    template: str
    values: Mapping[str, object]
    html: str
    svg: bool

    def message(self, id_: str) -> str:
        """What puts it into its place on a page."""
        if self.svg:  # else a browser takes what it reads for HTML
            return _partial(id_, f"<svg>{self.html}</svg>", "outerMorph strip:true")
        return _partial(id_, self.html, "outerMorph")


@dataclass(frozen=True, slots=True)
class Frame:
    """A fragment with marks in it where its parts go."""

    html: str
    parts: Mapping[str, Part]

    def whole(self) -> str:
        """With its parts in it."""
        pieces = self.html.split(MARK)
        pieces[1::2] = [self.parts[id_].html for id_ in pieces[1::2]]
        return "".join(pieces)

    def since(self, before: "Frame | None", name: str) -> Iterator[str]:
        """What makes the frame before into this one."""
        if before is None or before.html != self.html:
            yield _partial(name, self.whole())
            return
        for id_, part in self.parts.items():
            if before.parts[id_].html != part.html:
                yield part.message(id_)


class PublicPage:
    """The frames of one table as they were drawn last, in one language and kind."""

    def __init__(self, lang: str, *, screen: bool) -> None:
        self._env = environment(lang)
        self._screen = screen
        self._frames: dict[str, Frame] = {}

    def draw(self, player_view: PlayerView, way_in: WayIn) -> list[str]:
        """Draws what is not as it was, from nobody's chair; gives back what makes pages into the new stage.

        :raises ValueError: it is somebody's chair
        """
        if player_view.seat is not None or player_view.host:
            raise ValueError("the stage is drawn from nobody's chair")
        context = {"player_view": player_view, "scene": player_view.scene, "screen": self._screen, "way_in": way_in}
        drawn = {name: self._drawn(name, player_view.slug, context) for name in FRAGMENTS}
        before, self._frames = self._frames, drawn
        return [update for name, frame in drawn.items() for update in frame.since(before.get(name), name)]

    def looked_back(self, player_view: PlayerView) -> dict[str, str]:
        """The fragments that are about the game, by name, from a chair of earlier: for one device, kept by no stage."""
        context = {"player_view": player_view, "scene": player_view.scene, "screen": self._screen}
        return {name: self._drawn(name, player_view.slug, context).whole() for name in OF_THE_GAME}

    def whole(self) -> dict[str, str]:
        """Every fragment of the page, by name."""
        return {name: frame.whole() for name, frame in self._frames.items()}

    def _drawn(self, name: str, slug: str, context: Mapping[str, object]) -> Frame:
        before = self._frames.get(name)
        pieces = Pieces(self._env, before.parts if before else {})
        html = _fragment(self._env, slug, name).render(context, part=pieces.part, parts=pieces.parts)
        return Frame(html, pieces.drawn)


class Pieces:
    """The parts of one frame: what they were drawn as before, and are now."""

    def __init__(self, env: Environment, before: Mapping[str, Part]) -> None:
        self._env = env
        self._before = before
        self.drawn: dict[str, Part] = {}

    def part(self, id_: str, template: str, /, *, svg: bool = False, **values: object) -> Markup:
        """A place for a part; drawn only where its values are others than before."""
        known = self._before.get(id_)
        if known is None or known.values != values or known.template != template:
            html = _template(self._env, template).render(values, id=id_).strip()
            known = Part(template, values, html, svg)
        self.drawn[id_] = known
        return Markup(f"{MARK}{id_}{MARK}")

    def parts(
        self, name: str, template: str, ids: Iterable[object], each: Iterable[object], /, **shared: object
    ) -> Markup:
        """Parts that are alike, each drawn from `one` of several values and what they share."""
        places = (self.part(f"{name}-{id_}", template, one=one, **shared) for id_, one in zip(ids, each, strict=False))  # type: ignore[arg-type]  # svg is a bool
        return Markup("\n".join(places))  # each is a Markup


def _partial(id_: str, html: str, how: str = "innerMorph") -> str:
    return f'<hx-partial hx-target="#{id_}" hx-swap="{how}">{html}</hx-partial>'


def full(fragments: Mapping[str, str]) -> str:
    """What makes any page of the table into this stage."""
    return "\n".join(_partial(name, html) for name, html in fragments.items())


def hand(lang: str, player_view: PlayerView, *, looks_only: bool) -> str:
    """The answer to the look request, from the chair of the one who looks: no part of any stage.

    Who `looks_only` is asked for nothing there, and shown no mistyped move.
    """
    template = _fragment(environment(lang), player_view.slug, "hand")
    return template.render(player_view=player_view, hand=player_view.hand(), looks_only=looks_only)


def told(
    lang: str, player_view: PlayerView, rounds: Sequence[tuple[int, Sequence[HistoryItem]]], *, screen: bool
) -> str:
    """All entries in words: for one device, and no part of any stage."""
    template = _fragment(environment(lang), player_view.slug, "history")
    return template.render(player_view=player_view, rounds=rounds, screen=screen)


@cache
def environment(lang: str) -> Environment:
    """The templates in one language: its words are bound once, and nothing of a request can be reached."""
    env = templating.create_environment(lang, autoescape=True)
    env.globals |= {
        "url_for": url_for,
        "asset": asset,
        "has_asset": has_asset,
        "material_links": links.material_links,
        "languages": languages.languages,
        "current_language": lambda: lang,
        "is_plain": _is_plain,
    }
    return env


def plain_pages(slug: str) -> bool:
    """Whether a game's board, or its forms, are those that serve every game."""
    return _is_plain(slug, "board") or _is_plain(slug, "ask")


@cache
def _is_plain(slug: str, name: str) -> bool:
    return _fragment(environment(languages.SOURCE), slug, name).name == f"table/_{name}.html"


@cache
def _fragment(env: Environment, slug: str, name: str) -> Template:
    """The game's own, else the one that serves every game."""
    return env.select_template([f"{slug}/_{name}.html", f"table/_{name}.html"])


@cache
def _template(env: Environment, name: str) -> Template:
    return env.get_template(name)
