"""`make playthroughs`: plays all of them, and writes what is shown now into this folder."""

import tests.conftest  # noqa: F401  # the game of the tests is known too
from companion.games import GAMES
from tests.playthroughs.recorded import HERE, names, played


def main() -> None:
    """Each game gets a folder."""
    for slug in GAMES:
        (HERE / slug).mkdir(exist_ok=True)
    for name in names():
        (HERE / name).write_text(played(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
