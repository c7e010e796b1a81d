"""Files for hosts: systemd accepts its units, and the options that they set exist."""

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli import cli
from companion.i18n import languages
from companion.paths import HERE
from companion.web.app import create_app
from companion.web.live.sse import HEARTBEAT
from companion.web.settings import Settings

DEPLOY = HERE.parent / "deploy"
PAGE = HERE.parent / "docs" / "hosting.md"
UNITS = {"companion.service": "companion.service", "companion@.service": "companion@8041.service"}
PROGRAM = "/opt/companion/bin/companion"
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed: it reads units"
)
SET = re.compile(r"COMPANION_[A-Z_]+")


def known() -> set[str]:
    """Every variable that an option is set by."""
    found: set[str] = set()
    for command in cli.commands.values():
        for param in command.params:
            found |= {param.envvar} if isinstance(param.envvar, str) else set(param.envvar or ())
    return found


def verified(*units: Path) -> str:
    """Return what systemd finds wrong in units, none of whose programs is installed here."""
    for unit in units:
        unit.write_text(unit.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true"), encoding="utf-8")
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *units],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return f"{told.returncode or ''}{told.stdout}{told.stderr}"


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_a_unit(unit: str, tmp_path: Path) -> None:
    assert (DEPLOY / unit).read_text(encoding="utf-8").count(PROGRAM) == 1
    file = shutil.copy(DEPLOY / unit, tmp_path / UNITS[unit])
    (tmp_path / f"{unit}.d").mkdir()
    shutil.copy(DEPLOY / "metrics.conf", tmp_path / f"{unit}.d")
    assert verified(Path(file)) == ""


@needs_systemd
def test_systemd_accepts_the_backup_units(tmp_path: Path) -> None:
    units = [shutil.copy(DEPLOY / f"companion-backup.{kind}", tmp_path) for kind in ("service", "timer")]
    assert verified(*map(Path, units)) == ""


def test_backups_and_commands_run_as_the_service(tmp_path: Path) -> None:
    fake = tmp_path / "systemd-run"
    fake.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    fake.chmod(0o755)
    told = subprocess.run(
        [DEPLOY / "companion", "restore", "a b"],
        capture_output=True, text=True, check=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
    )  # fmt: skip
    words = told.stdout.splitlines()
    assert words[-3:] == [PROGRAM, "restore", "a b"]
    backup = (DEPLOY / "companion-backup.service").read_text(encoding="utf-8").splitlines()
    as_service = {"DynamicUser=yes", "User=companion", "UMask=0077", "EnvironmentFile=-/etc/companion/companion.env"}
    as_service |= {"StateDirectory=companion companion-backups", "StateDirectoryMode=0700"}
    assert as_service <= set(words) & set(backup)


def test_old_backups_are_deleted_only_after_a_new_one() -> None:
    lines = (DEPLOY / "companion-backup.service").read_text(encoding="utf-8").splitlines()
    (deleting,) = (line for line in lines if "-delete" in line)
    assert deleting.startswith("ExecStartPost=find %S/companion-backups/ ")  # without the slash, find stops at the link


@pytest.mark.parametrize("unit", UNITS)
def test_unit_runs_without_rights(unit: str) -> None:
    lines = (DEPLOY / unit).read_text(encoding="utf-8").splitlines()
    wanted = {
        "DynamicUser=yes", "StateDirectory=companion", "NoNewPrivileges=yes", "ProtectSystem=strict",
        "ProtectHome=yes", "PrivateTmp=yes", "CapabilityBoundingSet=", "StateDirectoryMode=0700",
        "PrivateUsers=yes", "MemoryMax=2G", "TasksMax=256",
    }  # fmt: skip
    assert wanted - set(lines) == set()


def test_every_named_variable_exists() -> None:
    files = [*DEPLOY.iterdir(), PAGE]
    named = {name for file in files for name in SET.findall(file.read_text(encoding="utf-8"))}
    assert {"COMPANION_PUBLIC", "COMPANION_TRUST_PROXY", "COMPANION_DATA"} <= named
    assert named - known() == set()


def test_nginx_logs_neither_guest_nor_table() -> None:
    servers = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").split("\nserver {")[1:]
    assert len(servers) == 2
    for server in servers:
        assert "access_log off;" in server
        assert "error_log /dev/null crit;" in server


def test_nginx_waits_longer_for_pdfs_only(tmp_path: Path) -> None:
    conf = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    (where,) = re.findall(r"location ~ (\S+) \{\n\s+proxy_pass \S+;\n\s+proxy_read_timeout 60s;", conf)
    rules = {rule.rule for rule in create_app(Settings(tmp_path, 1, "companion.test")).url_map.iter_rules()}
    assert {rule for rule in rules if re.search(where, rule)} == {rule for rule in rules if "pdf" in rule} != set()
    assert float(re.findall(r"\n    proxy_read_timeout (\d+)s;", conf)[0]) > 2 * HEARTBEAT


def test_nginx_allows_the_style_of_its_error_page() -> None:
    page = (DEPLOY / "unavailable.html").read_text(encoding="utf-8")
    (style,) = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    mark = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{mark}'" in (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert set(re.findall(r'lang="(\w+)"', page)) == set(languages.languages())
    assert '<meta http-equiv="refresh" content="5">' in page


def test_every_file_for_hosts_is_in_the_page() -> None:
    named = set(re.findall(r"\b((?:deploy|requirements)/[\w@.-]*\w)", PAGE.read_text(encoding="utf-8")))
    assert {f"deploy/{file.name}" for file in DEPLOY.iterdir()} <= named
    assert [file for file in named if not (HERE.parent / file).is_file()] == []


def test_every_named_option_exists() -> None:
    page = PAGE.read_text(encoding="utf-8")
    there = {opt for command in cli.commands.values() for param in command.params for opt in param.opts}
    there |= {opt for command in cli.commands.values() for param in command.params for opt in param.secondary_opts}
    others = ("pip install", "systemctl", "certbot")
    lines = [line for line in page.splitlines() if not any(other in line for other in others)]
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", "\n".join(lines)))
    assert named - there == {"--help"}


@pytest.mark.parametrize("unit", UNITS)
def test_service_without_its_database_is_tried_again(unit: str) -> None:
    lines = (DEPLOY / unit).read_text(encoding="utf-8").splitlines()
    assert {"Restart=on-failure", "RestartSec=1", "StartLimitIntervalSec=0"} <= set(lines)
