"""The print worker: what it loads, and what it tells on the way."""

import subprocess
import sys
from pathlib import Path

from companion.printing import material
from tests.integration.printing.sheets import known_game, made_here

WHAT_IS_LOADED = """
import sys
from companion import __main__
sys.argv = ["companion", "print", sys.argv[1], "-o", sys.argv[2]]
try:
    __main__.main()
except SystemExit as end:
    assert not end.code, end.code
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_each_page_is_told_on_the_way() -> None:
    told: list[int] = []
    sheet = material.sheet("wetten", ["slips"], {"players": "3"}, lang="en", paper="a4")
    made_here(sheet, told.append)
    assert told == [1, 2, 3]


def test_print_command_loads_only_what_it_needs(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    record.write_text(known_game().export(), encoding="utf-8")
    told = [sys.executable, "-c", WHAT_IS_LOADED, str(record), str(tmp_path / "out.pdf")]
    loaded = subprocess.run(told, capture_output=True, check=True, text=True).stdout.split()
    assert {"sqlalchemy", "flask", "gevent", "qrcode", "weasyprint"} & set(loaded) == set()
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
