"""The press and its shortcuts: quicker than WeasyPrint alone, and not a byte different."""

import gc
import json
import re
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from re import DOTALL, findall

import pytest

from companion import material, sheets
from companion.paths import data_dir
from companion.press import bare, borders, lasting, letters, lines, measures, pictures, reading, styles
from companion.press import printing as press
from companion.printer import Sheet
from companion.table.chair import Chair
from tests.evenings.houses import remembered
from tests.games.playing import whole_game
from tests.printables.seldom import SELDOM, page
from tests.printables.sheets import at_table, known_game, made_here, summary

Alone = Callable[[Sheet], bytes]

ALONE = """
import base64, json, sys
from weasyprint import CSS, HTML
def finish(document, pdf):
    pdf.catalog["ViewerPreferences"] = "<</PrintScaling /None/Duplex /Simplex>>"
for line in sys.stdin:
    html, to_scale, sheets = json.loads(line)
    page, styles = HTML(string=html), [CSS(filename=name) for name in sheets]
    pdf = page.write_pdf(stylesheets=styles, finisher=finish if to_scale else None)
    print(base64.b64encode(pdf).decode(), flush=True)
"""

WHAT_IS_LOADED = """
import sys
from companion import __main__
sys.argv = ["companion", "print", sys.argv[1], "-o", sys.argv[2]]
try:
    __main__.main()
except SystemExit as end:
    assert not end.code, end.code
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@cache
def whole(slug: str, players: int) -> Chair:
    game = whole_game(slug, players, {}, 1)
    return at_table(game.header, game.acts)


def a_summary(slug: str, players: int, paper: str = "a4", lang: str = "en") -> Sheet:
    return summary(whole(slug, players), paper, lang)


def so_far() -> Sheet:
    return summary(known_game())


def a_score_sheet(slug: str) -> Sheet:
    return sheets.score_sheet(slug, (), lang="en", paper="a4")


def a_card() -> Sheet:
    return sheets.table_card(known_game(), "http://x/t/k", "http://x", lang="en", paper="a4")


def a_season() -> Sheet:
    evening = replace(remembered("wetten", 3, 1), began=1_675_000_000.0)
    return sheets.season(2023, [evening, replace(evening, table=2)], {}, lang="fr", paper="a4")


def material_of(slug: str, name: str) -> Sheet:
    return material.sheet(slug, [name], {}, lang="de", paper="letter")


SHEETS: dict[str, Callable[[], Sheet]] = {
    "vabanque-en": partial(a_summary, "vabanque", 6),
    "vabanque-de": partial(a_summary, "vabanque", 3, "letter", "de"),
    "banque_fatale-de": partial(a_summary, "banque_fatale", 4, "letter", "de"),
    "wetten-en": partial(a_summary, "wetten", 5),
    "toy": partial(a_summary, "toy", 3),
    "so-far": so_far,
    "table-card": a_card,
    "season": a_season,
    **{f"{slug}-score": partial(a_score_sheet, slug) for slug in ("vabanque", "banque_fatale", "wetten")},
    **{
        f"{slug}-{name}": partial(material_of, slug, name)
        for slug in material.games()
        for name in material.sheets(slug)
    },
}
"""How a sheet of every kind is made."""


@cache
def made(name: str) -> Sheet:
    return SHEETS[name]()


@pytest.fixture(scope="module")
def alone() -> Iterator[Alone]:
    """What WeasyPrint makes of a sheet in a process that knows nothing of ours."""
    asked = subprocess.Popen([sys.executable, "-c", ALONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert asked.stdin is not None
    assert asked.stdout is not None
    told, answers = asked.stdin, asked.stdout

    def made_alone(sheet: Sheet) -> bytes:
        files = [str(data_dir("printables") / f"{name}.css") for name in ("base", sheet.paper, *sheet.styles)]
        told.write(json.dumps([sheet.html, sheet.to_scale, files]).encode() + b"\n")
        told.flush()
        return b64decode(answers.readline())

    yield made_alone
    told.close()
    assert asked.wait() == 0


ALWAYS = {"vabanque-de", "banque_fatale-de", "wetten-en", "toy", "table-card", "vabanque-score", "wetten-race_cards"}
"""One of each kind. Between them they have all that the shortcuts are about."""
assert SHEETS.keys() >= ALWAYS
at_length = pytest.mark.at_length(beside="tests/printables/test_press.py::test_the_shortcuts_change_not_a_byte")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ALWAYS else at_length, id=name) for name in SHEETS]
)
def test_the_shortcuts_change_not_a_byte(name: str, alone: Alone) -> None:
    sheet = made(name)
    pdf = made_here(sheet)
    assert press.quick(), "the shortcuts were written for another WeasyPrint: try them with this one"
    pictures = Counter(findall(r"<svg.*?</svg>", sheet.html, DOTALL))
    if any("<text" in picture for picture, times in pictures.items() if times > 1):
        assert len(pdf) < len(alone(sheet)), "a picture with words in it is in the file once"
    else:
        assert pdf == alone(sheet)


def test_cells_that_are_alike_look_alike_at_the_end_of_a_page_too(alone: Alone) -> None:
    tall = '<td rowspan="2">one<br>two<br>three<br>four</td>'
    rows = f"<tr><td>1</td>{tall}<td><p>1</p></td></tr><tr><td><b>1</b> 1</td><td>1 <b>1</b></td></tr>" * 24
    for kind in ("ledger", "ledger bids", "boxes"):
        sheet = Sheet(
            f'<html lang="en"><head></head><body><table class="{kind}"><tbody>{rows}</tbody></table></body></html>',
            "a4",
        )
        assert made_here(sheet) == alone(sheet)


LONG_WORDS = "Donaudampfschiffahrtsgesellschaft, extraordinarily, Hottentottenpotentatentantenattentat"


def words_in(lang: str, width: int) -> Sheet:
    """The same words in a narrow column, which each language parts its own way."""
    column = f"<p style='width: {width}mm; hyphens: auto'>{LONG_WORDS}</p><p>{LONG_WORDS}</p>"
    return Sheet(f'<html lang="{lang}"><head><title>Words</title></head><body>{column}</body></html>', "a4")


def test_what_was_printed_before_changes_not_a_byte(alone: Alone) -> None:
    names = [words_in(lang, width) for lang in ("en", "de", "en", "fr") for width in (20, 30)]
    letter = [Sheet(sheet.html, "letter") for sheet in names]
    for sheet in (*names, *letter, *names):
        assert made_here(sheet) == alone(sheet)


def test_what_is_seldom_on_a_sheet_is_printed_as_by_weasyprint_alone(alone: Alone) -> None:
    pages = [Sheet(page(name), "a4") for name in SELDOM]
    for sheet in (*pages, *reversed(pages)):  # each of them before and after each other
        assert made_here(sheet) == alone(sheet), sheet.html


def test_of_a_sheet_that_is_done_no_box_is_held() -> None:
    made_here(a_summary("banque_fatale", 4))
    gc.collect()
    held = [box.text for box in gc.get_objects() if type(box).__name__ == "TextBox"]
    assert "Anna" not in held


def test_what_sheets_share_is_reckoned_once() -> None:
    def of(name: str) -> Sheet:
        body = f"<body><p>{name}</p><p>The same <strong>words</strong></p></body>"
        return Sheet(f'<html lang="en"><head><title>{name}</title></head>{body}</html>', "a4")

    def known() -> tuple[int, ...]:
        return tuple(map(len, (lasting._styles, measures._known, styles._seen, lines._fitted)))

    made_here(of("Jörg"))
    *before, words = known()
    made_here(of("Zoë"))
    assert known() == (*before, words + 1)
    made_here(of("Jörg"))
    assert known() == (*before, words + 1)


def test_where_there_is_too_much_of_it_all_begins_anew(alone: Alone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "MOST", 5)
    monkeypatch.setattr(styles, "MOST", 5)
    monkeypatch.setattr(pictures, "MOST", 1)
    for sheet in (made("toy"), words_in("en", 20), made("toy")):
        assert made_here(sheet) == alone(sheet)
        assert not lasting._lasting
        assert not any((lines._fitted, lines._narrow, letters._drawn, measures._known, styles._said, styles._seen))
        assert not any((bare._bare, borders._edges, pictures._kept))


def test_every_sheet_is_read_as_a_browser_reads_it() -> None:
    from weasyprint import HTML

    for name in SHEETS:
        sheet = made(name)
        ours, theirs = reading.read(sheet.html), HTML(string=sheet.html).etree_element
        mine = [(node.tag, node.attrib, (node.text or "").strip()) for node in ours.root.iter() if not _drawn(node)]
        tree = [(node.tag, node.attrib, (node.text or "").strip()) for node in theirs.iter() if not _drawn(node)]
        assert mine == tree, name


def _drawn(node: object) -> bool:
    return str(getattr(node, "tag", "")).startswith(f"{{{reading.SVG}}}")


def test_a_page_that_is_none_of_ours_is_printed_all_the_same() -> None:
    assert made_here(Sheet("<title>Small</title><p>A word", "a4")).startswith(b"%PDF")
    with pytest.raises(reading.NotOurs):
        reading.read("<html><p>A word</html>")


@pytest.mark.parametrize("file", sorted(data_dir("printables").rglob("*.css")), ids=lambda file: file.stem)
def test_no_rule_of_ours_looks_farther_than_the_shortcut_does(file: Path) -> None:
    text = file.read_text("utf-8")
    assert not styles.FARTHER.search(styles.for_paper(text))
    assert not re.search(r"footnote|list-item|::note", text), "these have no style of their own in the press"
    assert "outline" not in text, "the press draws none"
    assert not re.search(r"\dv(?:w|h|i|b|min|max)\b", text), "a style is kept for sheets on other paper too"


def test_a_style_sheet_that_looks_farther_takes_no_shortcut() -> None:
    from weasyprint import CSS

    for text in ("p ~ p { color: red }", "tr:nth-child(2) { color: red }", "p + p + p { color: red }"):
        assert not styles.near(CSS(string=text), text).matcher.near
    for text in ("p + p, h2 + p { width: calc(1px + 2px) }", "/* ~ */ p:last-child { color: red }"):
        assert styles.near(CSS(string=text), text).matcher.near


def test_each_page_is_told_on_the_way() -> None:
    told: list[int] = []
    sheet = material.sheet("wetten", ["slips"], {"players": "3"}, lang="en", paper="a4")
    made_here(sheet, told.append)
    assert told == [1, 2, 3]


def test_printing_a_record_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    record.write_text(known_game().export(), encoding="utf-8")
    told = [sys.executable, "-c", WHAT_IS_LOADED, str(record), str(tmp_path / "out.pdf")]
    loaded = subprocess.run(told, capture_output=True, check=True, text=True).stdout.split()
    assert {"sqlalchemy", "flask", "gevent", "qrcode", "weasyprint"} & set(loaded) == set()
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
