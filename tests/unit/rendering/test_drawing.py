"""Drawings are cached."""

import pytest

from companion.rendering import drawing


def test_qr_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qrcode.QRCode.make", lambda *_, **__: None)
    monkeypatch.setattr("qrcode.QRCode.get_matrix", lambda _: [[True]])
    drawing.qr.cache_clear()
    for number in range(drawing.CACHED_CODES + 20):
        assert drawing.qr(f"a seat's code, {number}") == (1, "M0 0h1v1h-1z")
    assert drawing.qr.cache_info().currsize == drawing.CACHED_CODES
    drawing.qr.cache_clear()
