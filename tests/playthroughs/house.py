"""A house that has seen some evenings: pages of people, games, years and tables, rules, material, and commands."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from click.testing import CliRunner

from companion import record
from companion.cli import cli
from companion.games import GAMES
from companion.table.known import mark_of
from tests.cast import CAST
from tests.evenings.houses import game
from tests.games import toy
from tests.playthroughs.account import Account
from tests.web.devices import Device, Evening, an_app, done
from tests.web.remembered import an_evening_of, sat_at
from tests.web.routes import PAGES
from tests.web.stillness import NOW, Paper

NO_PAGES = {"static", "prints.style", "metrics.metrics"}
"""Files, and seconds."""
APART = 150
"""Days between one evening and the next."""


def house(data: Path) -> str:
    """All that can be asked for without the key of a table. Clock and tokens must stand still."""
    app = an_app(data, clock=lambda: NOW)
    app.config |= {"DRAWN": count(), "SEED": b"house", "PRINTER": Paper()}
    evening = Evening(app, Device("operator", app.test_client()))
    evening.host.get(f"/house/{evening.desk.invitations.new()}")
    with app.app_context():
        keys = list(_evenings(evening))
    guest = evening.device("guest")
    for key in keys[::2]:
        sat_at(evening, guest, key)
    _tables(evening)
    account = Account("A house that has seen some evenings")
    for device in (evening.host, guest, evening.device("stranger")):
        account.moment(device.name)
        for path in _paths():
            answer = device.get(path)
            account.shows(f"{answer.status_code} {path}", answer.text)
    account.moment("commands")
    for command, said in _commands(data):
        account.shows(command, said)
    return str(account)


def _evenings(evening: Evening) -> Iterator[str]:
    """Of each game one of the most and two of the fewest; gives their keys. One game more only adds to it.

    So the game of the tests, which stands behind all others in the list, was played first.
    """
    slugs = sorted(GAMES, key=lambda slug: slug != toy.GAME.slug)
    for day, (slug, nth) in enumerate([(slug, nth) for slug in slugs for nth in (-1, 0, 0)]):
        names = CAST[: GAMES[slug].players[nth]]
        yield an_evening_of(evening, slug, names[day % 3 :] + names[: day % 3], APART * day, 4_000 if day % 4 else None)


def _tables(evening: Evening) -> None:
    """One in the lobby, one that is played, and one that was put away."""
    for slug in GAMES:
        evening.open(game=slug)
    evening.sit(GAMES[slug].players[0]).begin()
    evening.open()
    done(evening.host.tap(evening.key, "away"))


def _paths() -> Iterator[str]:
    for endpoint, paths in PAGES.items():
        yield from (path for path in paths if endpoint not in NO_PAGES and "{key}" not in path)
    yield from (f"/people/{mark_of(name)}{more}" for name in CAST for more in ("", "/name"))
    yield from (f"/season/{year}{kind}" for year in (2023, 2024, 2025) for kind in ("", ".pdf"))
    yield from (f"/games/{slug}" for slug in GAMES)


def _commands(data: Path) -> Iterator[tuple[str, str]]:
    """Commands, and what they say."""
    for asked in ((), *(("--game", slug) for slug in GAMES), *(("--person", name) for name in CAST)):
        yield "companion " + " ".join(("stats", *asked)), _said("stats", *asked, "--data", str(data))
    for slug, rules in GAMES.items():
        file = data / f"{slug}.jsonl"
        for nth in (0, -1):
            played = game(slug, rules.players[nth], 1)
            file.write_text(record.write(played.header, played.acts), encoding="utf-8")
            yield f"companion score {slug} {rules.players[nth]}", _said("score", str(file))
        file.write_text(record.write(played.header, played.acts[:9]), encoding="utf-8")
        yield f"companion score {slug} after nine acts", _said("score", str(file))


def _said(*words: str) -> str:
    return CliRunner().invoke(cli, [*words, "--lang", "en"], prog_name="companion").output
