"""The files for those who host: systemd reads its units, and what they set are options that there are."""

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from companion import languages
from companion.cli import cli
from companion.paths import HERE
from companion.web import create_app
from companion.web.settings import Settings
from companion.web.stream import HEARTBEAT

DEPLOY = HERE.parent / "deploy"
UNITS = {"companion.service": "companion.service", "companion@.service": "companion@8041.service"}
PROGRAM = "/opt/companion/bin/companion"
SET = re.compile(r"COMPANION_[A-Z_]+")


def known() -> set[str]:
    """Every variable that an option is set by."""
    found: set[str] = set()
    for command in cli.commands.values():
        for param in command.params:
            found |= {param.envvar} if isinstance(param.envvar, str) else set(param.envvar or ())
    return found


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed: it reads units")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_nothing_wrong_in_a_unit(unit: str, tmp_path: Path) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    assert text.count(PROGRAM) == 1
    (tmp_path / unit).write_text(text.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    (tmp_path / f"{unit}.d").mkdir()
    shutil.copy(DEPLOY / "metrics.conf", tmp_path / f"{unit}.d")
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / UNITS[unit])],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_runs_as_nobody_and_writes_nothing_but_its_own(unit: str) -> None:
    lines = (DEPLOY / unit).read_text(encoding="utf-8").splitlines()
    wanted = {
        "DynamicUser=yes", "StateDirectory=companion", "NoNewPrivileges=yes", "ProtectSystem=strict",
        "ProtectHome=yes", "PrivateTmp=yes", "CapabilityBoundingSet=", "StateDirectoryMode=0700",
        "PrivateUsers=yes", "MemoryMax=2G", "TasksMax=256",
    }  # fmt: skip
    assert wanted - set(lines) == set()


def test_every_variable_in_these_files_and_in_the_page_is_one_that_there_is() -> None:
    files = [*DEPLOY.iterdir(), HERE.parent / "HOSTING.md"]
    named = {name for file in files for name in SET.findall(file.read_text(encoding="utf-8"))}
    assert {"COMPANION_PUBLIC", "COMPANION_TRUST_PROXY", "COMPANION_DATA"} <= named
    assert named - known() == set()


def test_nginx_writes_down_neither_who_asks_nor_for_which_table() -> None:
    servers = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").split("\nserver {")[1:]
    assert len(servers) == 2
    for server in servers:
        assert "access_log off;" in server
        assert "error_log /dev/null crit;" in server


def test_nginx_waits_longer_for_pdfs_and_for_nothing_else(tmp_path: Path) -> None:
    conf = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    (where,) = re.findall(r"location ~ (\S+) \{\n\s+proxy_pass \S+;\n\s+proxy_read_timeout 60s;", conf)
    rules = {rule.rule for rule in create_app(Settings(tmp_path, 1, "companion.test")).url_map.iter_rules()}
    assert {rule for rule in rules if re.search(where, rule)} == {rule for rule in rules if "pdf" in rule} != set()
    assert float(re.findall(r"\n    proxy_read_timeout (\d+)s;", conf)[0]) > 2 * HEARTBEAT


def test_nginx_allows_the_style_of_the_page_while_no_process_answers() -> None:
    page = (DEPLOY / "unavailable.html").read_text(encoding="utf-8")
    (style,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    mark = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{mark}'" in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert set(re.findall(r'lang="(\w+)"', page)) == set(languages.languages())
    assert '<meta http-equiv="refresh" content="5">' in page


def test_the_page_shows_the_nginx_file_as_it_was_run() -> None:
    page = (HERE.parent / "HOSTING.md").read_text(encoding="utf-8")
    assert (DEPLOY / "nginx.conf").read_text(encoding="utf-8") in page


def test_every_option_that_the_page_names_is_one_that_there_is() -> None:
    page = (HERE.parent / "HOSTING.md").read_text(encoding="utf-8")
    there = {opt for command in cli.commands.values() for param in command.params for opt in param.opts}
    there |= {opt for command in cli.commands.values() for param in command.params for opt in param.secondary_opts}
    others = ("pip install", "systemctl", "systemd-run")
    lines = [line for line in page.splitlines() if not any(other in line for other in others)]
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", "\n".join(lines)))
    assert {"--public", "--closed", "--older-than"} <= named
    assert named - there - {"--help"} == set()


@pytest.mark.parametrize("unit", UNITS)
def test_a_service_whose_database_is_not_there_yet_is_tried_again_however_long_that_takes(unit: str) -> None:
    lines = (DEPLOY / unit).read_text(encoding="utf-8").splitlines()
    assert {"Restart=on-failure", "RestartSec=1", "StartLimitIntervalSec=0"} <= set(lines)
