"""`make look ARGS=<slug>`: what everybody sees in a whole game, as pictures on one page (build/look/<slug>/index.html).

Of each kind of state the first ones, and the first after a payout, and wherever something is told for the first time:
the table screen, the phone of whoever is asked, in dark and light, its opened hand, what its owner sees who looks at it
later, and at the start the phone of a host. Then what can be corrected where that is most, the history and the rules;
beside them the record and what is printed: the summary, a score sheet, and the rules or the material.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from companion.cli.files import read_record
from companion.games import GAMES
from companion.i18n.languages import SOURCE, languages
from companion.printing import documents, material
from companion.table.model.from_record import record_view
from tests.e2e.browser.devices import Phone
from tests.e2e.browser.hosts_phone import PHONE, HostsPhone
from tests.e2e.browser.inspector import LIGHT
from tests.e2e.browser.layout_rules import at
from tests.e2e.browser.random_game import RandomGame, State
from tests.e2e.browser.standalone import a_game, record_of
from tests.integration.printing.sheets import made_here
from tests.unit.games import toy

BUILD = Path(__file__).parents[3] / "build" / "look"
STYLE = """body { font: 16px sans-serif; background: #888; } img { vertical-align: top; margin: 4px; }
img { max-width: 100%; } img:not(:only-child) { max-height: 400px; } figure { margin: 0 0 24px; }"""


def main() -> None:
    """Plays one game, and says where its pictures are."""
    GAMES[toy.GAME.slug] = toy.GAME
    parser = argparse.ArgumentParser(prog="make look", description="A whole game as everybody sees it, as pictures.")
    parser.add_argument("slug", choices=GAMES)
    parser.add_argument("--lang", choices=languages(), default=SOURCE, help="of the screen and the phones")
    parser.add_argument("--each", type=int, default=2, help="how many pictures of each kind of state")
    chosen = parser.parse_args()
    folder = BUILD / (chosen.slug if chosen.lang == SOURCE else f"{chosen.slug}-{chosen.lang}")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    with a_game(chosen.slug, lang=chosen.lang) as game:
        rows = list(pictures(game, folder, chosen.each))
        (folder / "record.jsonl").write_text(record_of(game), encoding="utf-8")
    _prints(folder, chosen.lang)
    head = f"<!doctype html><meta charset=utf-8><title>{escape(GAMES[chosen.slug].title)}</title><style>{STYLE}</style>"
    (folder / "index.html").write_text("\n".join([head, *rows]), encoding="utf-8")
    where = (folder / "index.html").relative_to(BUILD.parents[1])
    print(f"{where}: {len(rows)} rows; beside them the record and what is printed")


def pictures(game: RandomGame, folder: Path, each: int) -> Iterator[str]:
    """Plays the game to its end; a row of the page for each state of which pictures were taken."""
    met, told, after, host, wrong = Counter[str](), set[str](), set[str](), HostsPhone(game), 0
    before = State("start", None)
    for number, state in enumerate(game.played(asleep=True)):
        if met[before.kind] <= each and (picture := _held(game, before.seat)):
            name = f"{number:03}-{before.kind}-held"
            yield _row(name, [_taken(picture, folder / f"{name}.png")])
        news = before.paged and state.kind not in after
        before = state
        met[state.kind] += 1
        if met[state.kind] <= each or game.told - told or news:
            told |= game.told
            after.update([state.kind] if news else [])
            game.seen()
            names = list(_state(game, state, folder, f"{number:03}-{state.kind}"))
            if state.kind == "start":
                names.append(_taken(host.shows(""), folder / f"{number:03}-start-host.png"))
            yield _row(names[0].removesuffix("-screen.png"), names)
            if host.corrects > wrong:
                wrong = host.corrects
                _taken(host.shows("/correct"), folder / "correct.png")
    if wrong:
        yield _row("correct", ["correct.png"])
    for name, path in (("history", f"/t/{game.session.key}/history"), ("rules", f"/rules/{game.slug}")):
        page = game.phone(None).page
        game.phone(None).open(path)
        at(page, (PHONE[0], page.evaluate("document.documentElement.scrollHeight")))  # what sticks lies at its end
        yield _row(name, [_taken(page.screenshot(), folder / f"{name}.png")])


def _row(title: str, names: Sequence[str]) -> str:
    shown = "".join(f'<img src="{name}" alt="{name}">' for name in names)
    return f"<figure><figcaption>{escape(title)}</figcaption>{shown}</figure>"


def _state(game: RandomGame, state: State, folder: Path, name: str) -> Iterator[str]:
    """Takes the pictures of one state, and gives their names."""
    screen, phone = game.session.screen.page, game.phone(state.seat)
    at(phone.page, PHONE)
    for scheme in ("dark", "light"):
        phone.page.emulate_media(color_scheme=scheme)
        screen.evaluate(LIGHT, "all" if scheme == "light" else "not all")
        for page, what in ((screen, "screen"), (phone.page, "phone")):
            ending = "" if scheme == "dark" else f"-{scheme}"
            yield _taken(page.screenshot(), folder / f"{name}-{what}{ending}.png")
    if picture := _hand(phone):
        yield _taken(picture, folder / f"{name}-hand.png")


def _held(game: RandomGame, seat: int | None) -> bytes:
    """Picture of a hand that its owner looks at after a choice, where there is one."""
    if seat is None:
        return b""
    phone = game.phone(seat)
    game.seen()
    at(phone.page, PHONE)
    if not phone.page.locator(".look").filter(visible=True).count():
        return b""
    with phone.looks():
        return phone.page.screenshot()


def _hand(phone: Phone) -> bytes:
    """The opened hand, whatever is in it."""
    opener = phone.page.locator("[data-open]").filter(visible=True)
    if not opener.count():
        return b""
    opener.first.tap()
    phone.page.wait_for_selector("#look.choosing *", state="attached")
    picture = phone.page.screenshot()
    phone.page.locator("#look [data-close], #look:not(:has([data-close]))").first.dispatch_event("click")
    phone.covered()
    return picture


def _taken(picture: bytes, path: Path) -> str:
    path.write_bytes(picture)
    return path.name


def _prints(folder: Path, lang: str) -> None:
    game = read_record(str(folder / "record.jsonl"))
    assert game is not None, "the record of the game cannot be read: what it says stands above"
    end, paper = record_view(game), "a4"
    prints = {
        "summary": documents.summary(end, lang=lang, paper=paper, dated=False),
        "score-sheet": documents.score_sheet(end.slug, end.people, lang=lang, paper=paper),
    }
    if end.slug in material.printable_games():
        asked = "players" in end.game.box.choices or not material.sheets(end.slug)
        players = {"players": str(len(end.people))} if asked else {}
        prints["material"] = material.game_sheet(end.slug, (), players, lang=lang, paper=paper)
    for name, sheet in prints.items():
        (folder / f"{name}.pdf").write_bytes(made_here(sheet))


if __name__ == "__main__":
    main()
