"""`make playthroughs`: plays all of them, or with games' slugs theirs and the house's, and writes what is shown now."""

import sys

import tests.conftest  # noqa: F401  # the game of the tests is known too
from companion.games import GAMES
from tests.playthroughs.recorded import HERE, names, played


def main() -> None:
    """Each game gets a folder."""
    for slug in GAMES:
        (HERE / slug).mkdir(exist_ok=True)
    wanted = {*sys.argv[1:], "house.txt"}
    for name in names():
        if len(wanted) > 1 and name.partition("/")[0] not in wanted:
            continue
        (HERE / name).write_text(played(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
