"""One language at a time where no page is drawn: in the terminal, in each branch of a template, in the catalogues."""

import copy
import gettext
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from jinja2 import nodes

from companion.cli import cli, terminal
from companion.games import GAMES
from companion.i18n import languages
from companion.paths import data_dir
from companion.printing import material
from companion.records import record
from companion.rendering import templating
from companion.server import serve
from companion.table.storage.schema import meta
from companion.table.storage.store import BadFile, Store
from companion.web.settings import Settings
from tests.support.cast import CAST
from tests.support.pseudo_language import HEARD, UNSAID, WORD, is_marked, own_words, pieces, readable, speaking
from tests.unit.games.playing import whole_game
from tests.unit.games.worded import WORDED

LANG = "de"

Run = Callable[..., str]

UNSPOKEN = re.compile(r"--?[a-z-]+|\b[A-Z_]{2,}(\.pdf)?\b|\b\d+[hdw]\b|https?://\S+")
"""Options, times, addresses, and what stands in help for what is to be put there: FILE.pdf."""
TYPED = {
    *("companion", *cli.commands),
    *("a4", "letter", "x", "y", "z", *languages.languages()),
    *(word for slug in GAMES for word in (slug, *material.sheets(slug), *GAMES[slug].box.choices)),
    *("sheet", "browser"),
}
"""Words of the command line itself, which are the same in every language."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs a command in the language of marks, and gives what it writes."""
    with speaking(tmp_path_factory.mktemp("marks")), pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", LANG)
        patch.setattr(terminal, "_spoken", [LANG])
        patch.setattr(gettext, "_localedirs", {})
        terminal.set_language(LANG)
        copied = copy.deepcopy(cli)
        for one in (copied, *copied.commands.values()):
            one._help_option = None  # click keeps it in the words in which it was shown first
        command = terminal.translate_help(copied)

        def run(*told: object) -> str:
            return CliRunner().invoke(command, [*map(str, told)], prog_name="companion").output

        yield run


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record of each game, of one that is not over, and with what is none."""
    folder = tmp_path_factory.mktemp("records")
    for slug in WORDED:
        game = whole_game(slug, GAMES[slug].players[0], {}, 1)
        for name, acts in ((slug, game.acts), (f"{slug}-begun", game.acts[:5])):
            folder.joinpath(f"{name}.jsonl").write_text(record.write(game.header, acts))
    folder.joinpath("none.jsonl").write_text(
        '{"record":1,"game":"wetten","players":["Anna","Ben","Carla"]}\n{"do":"fly"}'
    )
    return folder


def left(text: str, typed: Sequence[str] = ()) -> list[str]:
    """The lines with words that are neither of a language nor typed."""
    known = own_words(LANG) | {*CAST, "Companion"}
    known |= {word for told in (*TYPED, *typed, *(GAMES[slug].title for slug in GAMES)) for word in WORD.findall(told)}
    return [readable(line) for line in text.splitlines() if {*WORD.findall(UNSPOKEN.sub(" ", line))} - known]


COMMANDS: dict[str, Sequence[str]] = {
    "help": ("-h",),
    **{f"help of {word}": (word, "--help") for word in cli.commands},
    "its version": ("--version",),
    **{f"{slug}, scored": ("score", f"{slug}.jsonl") for slug in WORDED},
    **{f"{slug}, scored on the way": ("score", f"{slug}-begun.jsonl") for slug in WORDED},
    "no argument": ("score",),
    "no such command": ("fly",),
    "no such option": ("score", "--fly"),
    "almost an option": ("serve", "--brows"),
    "almost one of two": ("serve", "--browsed"),
    "an option without its value": ("score", "--lang"),
    "a value for none": ("score", "--json=yes", "x"),
    "no such language": ("score", "x", "--lang", "xx"),
    "one word too many": ("print", "x", "y", "-o", "x.pdf"),
    "some words too many": ("print", "x", "y", "z", "-o", "x.pdf"),
    "no such game": ("paper", "chess", "-o", "x.pdf"),
    "a game of rules alone": ("paper", "toy", "-o", "x.pdf"),
    "no such sheet": ("paper", "wetten", "-o", "x.pdf", "--sheet", "SHEET"),
    "no such choice": ("paper", "wetten", "-o", "x.pdf", "--set", "KEY=7"),
    "no such paper": ("paper", "wetten", "-o", "x.pdf", "--paper", "a5"),
    "no paper at all": ("paper", "wetten"),
    "a folder for a PDF": ("paper", "wetten", "-o", "."),
    "a file for a folder": ("export", "AAAAA", "--data", "none.jsonl"),
    "no house there": ("export", "AAAAA", "--data", "companion.sqlite3"),
    "no such game to tell of": ("stats", "--game", "chess"),
    "no house to tell of": ("stats", "--data", "companion.sqlite3"),
    "no port": ("serve", "--port", "x"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_writes_in_one_language(command: str, run: Run, records: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(records)
    said = run(*COMMANDS[command])
    assert is_marked(said) or command == "its version"
    assert left(said, COMMANDS[command]) == [], UNSAID


def test_server_greets_in_one_language(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version")
    settings = Settings(tmp_path, 8040, "192.0.2.1", "")
    greetings = []
    for invitation in ("invitation", None):  # none where the house cannot be written to
        serve._print_address(settings, invitation)
        greetings.append(capsys.readouterr().out)
    assert all(map(is_marked, greetings))
    assert left("".join(greetings)) == []
    assert ["/house/" in one for one in greetings] == [True, False]
    assert len(greetings[1].splitlines()) > len(greetings[0].splitlines()) - 2, "it says that nothing can be written"


def test_unopened_database_is_told_in_one_language(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "companion.sqlite3"
    path.write_text("")  # in a damaged one SQLite says why, in its own words
    with pytest.raises(BadFile) as bad:
        Store(path, reads_only=True)
    assert run("--version")
    assert left(str(bad.value).replace(str(path), ""), [table.name for table in meta.sorted_tables]) == []


PLACES = re.compile(r"{% block (?:kind|me) %}.*?{% endblock %}|[\w-]+=\"[^\"]*\"")
TEMPLATES = [
    path for top in ("templates", "printables") for path in data_dir(top).rglob("*") if path.suffix in (".html", ".txt")
]
NO_LANGUAGE = {"Companion": "its name", "A": "the edge of a sheet that is glued to the one of the same letter"}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_template_has_no_words_outside_gettext(path: Path) -> None:
    """In all branches. Some languages have a blank before a colon and the like: these belong to a sentence too."""
    found = [PLACES.sub("", text) for name, text in literal(path) if not name or name in HEARD]
    words = {word for text in found for word in WORD.findall(text)}
    assert words - NO_LANGUAGE.keys() == set()
    alone = [text for text in found if set(text) & set(":;!?«»„“”")]
    assert alone == [], 'it wants a sentence of its own round it, as in _("%(what)s: %(number)s", what=…, number=…)'


IMPORTED = re.compile(r"""{%-?\s*(?:import|from)\s[^%]*?([\w.]+)["']""")
SAYS = {"_", "gettext", "ngettext", "pgettext", "npgettext"}


def test_macros_translate_at_each_call() -> None:
    """Code outside of a template's macros runs once, in the language of whoever came first."""
    files = {name for path in TEMPLATES for name in IMPORTED.findall(path.read_text(encoding="utf-8"))}
    assert "_words.html" in files
    for path in (path for path in TEMPLATES if path.name in files):
        tree = templating.html_environment("en").parse(path.read_text(encoding="utf-8"))
        for made in (one for one in tree.body if isinstance(one, nodes.Assign | nodes.AssignBlock)):
            says = {call.node.name for call in made.find_all(nodes.Call) if isinstance(call.node, nodes.Name)}
            assert not says & SAYS, f"{path}, line {made.lineno}: said in one language to all, so it wants a macro"


@cache
def literal(path: Path) -> tuple[tuple[str, str], ...]:
    """Return the fixed text of a template; a sign stands for the rest."""
    source = PLACES.sub(lambda one: one[0] if "=" in one[0] else "", path.read_text(encoding="utf-8"))
    tokens = templating.html_environment("en").lex(source)
    html = "".join(told if kind == "data" else "\ue000" for _, kind, told in tokens if kind in ("data", "variable_end"))
    return (("", html),) if path.suffix == ".txt" else tuple(pieces(html))
