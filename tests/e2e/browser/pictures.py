"""`make pictures`: the pictures of README, from a whole game of Vabanque in a real browser, and a printed page.

They are made by hand when the looks have changed, never by a test.
"""

import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from companion.cli.files import read_record
from companion.printing import documents
from companion.table.model.from_record import record_view
from tests.e2e.browser.standalone import a_game, record_of
from tests.integration.printing.sheets import made_here
from tests.support.cast import CAST

FOLDER = Path(__file__).with_name("pictures")
WANTED = {
    ("card", 3): ["turn-phone"],
    ("CasinoPaid", 5): ["payout-phone"],
    ("over", 1): ["end-phone", "end-screen"],
}
"""(kind of state, how many there were): names of its pictures, which end with the device."""

REVEAL, SHOWN = "CasinoPaid", "document.querySelectorAll('.payout .flip, .payout .gets').length"
"""The payout at a table is taken where most cards lie and most get something."""


def main() -> None:
    """Plays, and takes each picture when the game is there."""
    FOLDER.mkdir(exist_ok=True)
    with a_game("vabanque", CAST) as game:
        met, most = dict[str, int](), 0
        for state in game.states():
            met[state.kind] = met.get(state.kind, 0) + 1
            names = WANTED.get((state.kind, met[state.kind]), [])
            if state.kind == REVEAL and (shown := game.session.screen.page.evaluate(SHOWN)) > most:
                most, names = shown, [*names, "reveal-screen"]
            if names:
                phone = game.phone(state.seat)
                phone.page.set_viewport_size({"width": 390, "height": 844})
                for name in names:
                    _take(phone.page if name.endswith("phone") else game.session.screen.page, name)
        record = record_of(game)
    with tempfile.TemporaryDirectory() as folder:
        _print(record, Path(folder))


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=82)


def _print(record: str, folder: Path) -> None:
    """The first page of the summary."""
    (folder / "game.jsonl").write_text(record, encoding="utf-8")
    game = read_record(str(folder / "game.jsonl"))
    assert game is not None
    pdf = made_here(documents.summary(record_view(game), lang="en", paper="a4", dated=False))
    (folder / "game.pdf").write_bytes(pdf)
    command: tuple[str, ...] = ("pdftoppm", "-r", "80", "-jpeg", "-f", "1", "-l", "1", "-singlefile")
    subprocess.run([*command, str(folder / "game.pdf"), str(FOLDER / "paper")], check=True)


if __name__ == "__main__":
    main()
