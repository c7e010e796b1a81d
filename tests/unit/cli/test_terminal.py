"""The command line speaks the chosen language, else that of the machine, and reads its environment variables."""

import re
import subprocess
from pathlib import Path

import pytest

from companion.__main__ import UNSERVED
from companion.cli import cli, terminal
from companion.i18n.languages import languages
from tests.support import forked


def companion(*told: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the real command with these environment variables."""
    return forked.companion(*told, environment={"PATH": "", **settings})


@pytest.mark.parametrize(
    ("told", "settings", "lang"),
    [
        ([], {}, "en"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        ([], {"LANG": "POSIX"}, "en"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "fr_CA@euro"}, "fr"),
        ([], {"LANG": "xx_XX.UTF-8"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ([], {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it", "LC_ALL": "fr_FR"}, "fr"),
        ([], {"LANG": "de", "LC_ALL": ""}, "de"),
        (["score", "--lang", "it"], {"LANG": "de_DE.UTF-8"}, "it"),
        (["score", "--lang=fr"], {"LANG": "de_DE.UTF-8"}, "fr"),
        (["score", "--lang"], {"LANG": "de_DE.UTF-8"}, "en"),
        (["score", "--lang", "xx"], {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_language_is_chosen_by_option_then_environment(told: list[str], settings: dict[str, str], lang: str) -> None:
    assert terminal.detect_language(told, settings) == lang


@pytest.mark.parametrize(
    ("lang", "usage", "no_such"),
    [
        ("en", "Usage:", "there is no"),
        ("de", "Aufruf:", "gibt es nicht"),
        ("fr", "Usage\u00a0:", "n’existe pas"),
        ("it", "Uso:", "non esiste"),
    ],
)
def test_help_and_errors_are_translated(lang: str, usage: str, no_such: str, tmp_path: Path) -> None:
    assert lang in languages()
    assert companion("score", "--help", LANG=f"{lang}_CH.UTF-8" if lang != "en" else "C").stdout.startswith(usage)
    refused = companion("export", "CODE", "--lang", lang, "--data", str(tmp_path))
    assert refused.returncode == 1
    assert no_such in refused.stderr


def test_scores_and_bad_records_are_translated(tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    record.write_text('{"record":1,"game":"vabanque","players":["Anna","Ben","Carla"]}\n{"do":"fly"}\n')
    said = {lang: companion("score", str(record), "--lang", lang).stderr for lang in languages()}
    assert all(text.startswith(f"{record}:2: ") for text in said.values())
    assert said.pop("en") not in said.values()
    record.write_text(record.read_text().splitlines()[0] + "\n")
    tables = {lang: companion("score", str(record), "--lang", lang).stdout for lang in languages()}
    assert tables.pop("en") not in tables.values()
    assert len({companion("score", "--json", str(record), "--lang", lang).stdout for lang in languages()}) == 1


def test_only_the_serve_command_is_patched() -> None:
    assert {*UNSERVED, "serve"} == set(cli.commands)


def test_environment_sets_options_and_errors_name_them(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for told, settings in ((["--data", str(file)], {}), ([], {"COMPANION_DATA": str(file)})):
        for command in (["serve"], []) if settings else (["serve"],):
            refused = companion(*command, *told, **settings)
            assert refused.returncode == 2
            assert refused.stderr.endswith(f"Invalid value for '--data': Directory '{file}' is a file.\n")
    for name, value in (("PORT", "http"), ("OPEN", "perhaps"), ("PUBLIC", "board.example"), ("TIDY_AFTER", "soon")):
        refused = companion(**{f"COMPANION_{name}": value})
        option = name.lower().replace("_", "-")
        assert refused.returncode == 2
        assert re.search(rf"\nError: COMPANION_{name}: Invalid value for '?--{option}\b", refused.stderr)
    assert "COMPANION_" not in companion("serve", "--port", "http", COMPANION_PORT="http").stderr
    proxies = companion("serve", COMPANION_TRUST_PROXY="127.0.0.1 nobody")
    assert proxies.stderr.endswith(
        "Invalid value for --trust-proxy: 'nobody' is neither an address nor a network; "
        "write it as 127.0.0.1 or 10.0.0.0/8\n"
    )


@pytest.mark.parametrize(
    ("told", "name", "near"),
    [
        ([], "CLOSED", "COMPANION_OPEN=no"),
        (["serve"], "NO_BROWSER", "COMPANION_BROWSER=no"),
        (["tidy"], "PROT", "COMPANION_PORT"),
        (["backup", "copy"], "TABLES_PER_DEVICE", "COMPANION_TABLES_A_DEVICE"),
        (["serve"], "TRUSTED_PROXY", "COMPANION_TRUST_PROXY"),
        (["serve"], "XYZZY", ""),
    ],
)
def test_unknown_variable_is_refused_with_the_nearest(told: list[str], name: str, near: str, tmp_path: Path) -> None:
    refused = companion(*told, COMPANION_DATA=str(tmp_path), **{f"COMPANION_{name}": "yes"})
    assert refused.returncode == 2
    why = f"did you mean {near}?" if near else "companion serve --help lists all"
    assert refused.stderr.endswith(f"Error: there is no setting COMPANION_{name}; {why}\n")


def test_foreign_variables_are_ignored(tmp_path: Path) -> None:
    others = {"COMPANION_CHROMIUM": "/usr/bin/chromium", "COMPANIONS": "3", "MY_COMPANION_PORT": "1"}
    told = companion("tidy", "--data", str(tmp_path), **others).stderr
    assert "no setting" not in told
    assert companion("score", "--help", COMPANION_XYZZY="1").returncode == 0
    assert companion("serve", "--help", COMPANION_XYZZY="1").returncode == 0
