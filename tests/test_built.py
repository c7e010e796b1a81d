"""Tests begin with what was built of this very tree, or say what is missing."""

import os
from pathlib import Path

from tests.built import not_built


def test_what_is_not_built_or_was_built_before_is_named(tmp_path: Path) -> None:
    vendor, folder = tmp_path / "vendor", tmp_path / "translations" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    words, made = folder / "messages.po", folder / "messages.mo"
    words.touch()
    assert list(not_built(vendor, tmp_path / "translations")) == ["static/vendor", "the words of 'de'"]
    vendor.mkdir()
    (vendor / "htmx.js").touch()
    made.touch()
    assert list(not_built(vendor, tmp_path / "translations")) == []
    os.utime(made, (1, 1))
    assert list(not_built(vendor, tmp_path / "translations")) == ["the words of 'de'"]
