"""Pages come in their theme, so that none flashes: the table screen is dark until it is told otherwise."""

import re

import pytest

from tests.unit.web.support.devices import Device, Session

SHEET = re.compile(r'<link rel="stylesheet" href="[^"]*light\.css[^"]*" media="([^"]*)"')
SYSTEM = "(prefers-color-scheme: light)"


def theme(device: Device, path: str, chosen: str = "") -> tuple[str, set[str]]:
    """The theme that a page names, and when its light style sheets count."""
    device.client.set_cookie("companion-theme", chosen, domain="companion.test")
    html = device.get(path).text
    return "".join(re.findall(r'<html lang="en" data-theme="([a-z]*)"', html)), set(SHEET.findall(html))


@pytest.mark.parametrize("page", ["/screen", "/history?screen=1", "/rules?screen=1"])
def test_table_screen_is_dark_unless_light_was_chosen(session: Session, page: str) -> None:
    session.begin()
    path = f"/t/{session.key}{page}"
    assert theme(session.host, path) == ("dark", {"not all"})
    assert theme(session.host, path, "light") == ("light", {"all"})
    assert theme(session.host, path, "blue") == ("dark", {"not all"})


@pytest.mark.parametrize("path", ["/t/{key}", "/", "/rules/vabanque"])
def test_other_pages_follow_the_system(session: Session, path: str) -> None:
    assert theme(session.players[0], path.format(key=session.key)) == ("", {SYSTEM})


def test_door_follows_the_system_on_a_hosts_phone(session: Session) -> None:
    session.host.client.set_cookie("companion-kind", "phone", domain="companion.test")
    assert theme(session.host, f"/t/{session.key}/door") == ("", {SYSTEM})
