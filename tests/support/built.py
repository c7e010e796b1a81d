"""Checks that the build is complete; without it tests fail far from the reason."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "static" / "vendor"
CATALOGUES = ROOT / "companion" / "translations"


def not_built(vendor: Path = VENDOR, catalogues: Path = CATALOGUES) -> Iterator[str]:
    """Everything that is missing, or older than its source."""
    if not any(vendor.glob("*.js")):
        yield "static/vendor"
    for words in sorted(catalogues.glob("*/LC_MESSAGES/messages.po")):
        made = words.with_suffix(".mo")
        if not made.is_file() or made.stat().st_mtime < words.stat().st_mtime:
            yield f"the words of {words.parts[-3]!r}"
