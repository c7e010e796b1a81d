"""A game's printed material: the sheets in its folder, in the order of their file names.

A sheet is `printables/<slug>/material/<number>_<name>.html`. It gets `box`, filled by the game from the chosen options
(`companion.games.game.Box`), and no table, so it cannot reveal secrets. `_words.html` in the same folder names
sheets and choices.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.games import GAMES
from companion.games.choices import parse_choices_or_defaults
from companion.games.types import InvalidMove
from companion.i18n import languages
from companion.paths import data_dir
from companion.printing.client import Sheet
from companion.printing.documents import existing_styles, rules
from companion.rendering import rules_page, templating

LETTER_COUNTRIES = frozenset(("BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"))
"""Countries that use Letter (Unicode CLDR, measurement data); all others use A4."""

RULES = "rules"
"""The sheet with the rules, named like its style sheet; a game without other material has only this."""


def games_with_material() -> list[str]:
    return [slug for slug in GAMES if sheets(slug)]


def sheets(slug: str) -> Mapping[str, str]:
    """Map the names of a game's sheets to their files."""
    return _files(data_dir("printables") / slug / "material") if slug in GAMES else {}


@cache
def _files(folder: Path) -> Mapping[str, str]:
    files = sorted(folder.glob("[0-9]*_*.html"))
    return MappingProxyType({file.stem.partition("_")[2]: file.name for file in files})


def select_sheets(slug: str, names: Sequence[str]) -> tuple[str, ...]:
    """Select sheets by name, in their order; all if none is named. Raises InvalidMove."""
    there = sheets(slug)
    for name in names:
        if name not in there:
            raise InvalidMove("not-one-of", key="sheet", expected=", ".join(there))
    return tuple(name for name in there if name in names or not names)


def printable_games() -> list[str]:
    """List the games with material or printable rules."""
    return [slug for slug in GAMES if sheets(slug) or rules_page.has_rules(slug)]


def game_sheet(slug: str, names: Sequence[str], given: Mapping[str, str], *, lang: str, paper: str) -> Sheet:
    """Return these sheets of a game, or its rules if it has no material. Raises InvalidMove."""
    if sheets(slug):
        return material_sheet(slug, names, given, lang=lang, paper=paper)
    if set(names) - {RULES}:
        raise InvalidMove("not-one-of", key="sheet", expected=RULES)
    if unknown := given.keys() - {"players"}:
        raise InvalidMove("unknown-option", key=min(unknown), expected="players")
    return rules(slug, rules_page.parse_players(slug, given.get("players")), lang=lang, paper=paper)


def parse_options(slug: str, given: Mapping[str, str]) -> dict[str, object]:
    """Parse the options of a game's sheets; missing ones get their default. Raises InvalidMove."""
    choices = GAMES[slug].box.choices
    for key in given:
        if key not in choices:
            raise InvalidMove("unknown-option", key=key, expected=", ".join(choices))
    return parse_choices_or_defaults(given, choices)


def material_sheet(
    slug: str, names: Sequence[str], given: Mapping[str, str], *, lang: str, paper: str, on_screen: bool = False
) -> Sheet:
    """Return these sheets as one document, or those of the chosen set. Raises InvalidMove."""
    files, game, options = sheets(slug), GAMES[slug], parse_options(slug, given)
    chosen = names or game.box.sets.get(options.get("set"), ())
    parts = {name: f"{slug}/material/{files[name]}" for name in select_sheets(slug, chosen)}
    styles = ("material", *([RULES] if RULES in parts else []), *existing_styles(slug, "game", "material"))
    duplex = options.get("backs") == "duplex"
    template = templating.html_environment(lang).get_template("material.html")
    values = rules_page.template_values(slug, int(str(options.get("players", rules_page.default_players(slug)))))
    box = game.box.fill(options)
    html = template.render(values, parts=parts, box=box, paper=paper, styles=styles, duplex=duplex, on_screen=on_screen)
    return Sheet(html, paper, styles, to_scale=True, duplex=duplex)


def default_paper(tag: str) -> str:
    """Return the usual paper for a language tag such as en-GB, de or en_US."""
    country = languages.find_country(tag)
    return "letter" if country in LETTER_COUNTRIES else "a4"
