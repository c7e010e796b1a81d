"""Simulated networks, as `ifaddr` and the default route report them."""

import ifaddr
import pytest

from companion.network import addresses

WIFI, HOME, HOTSPOT = "192.168.1.23", "10.0.0.5", "192.168.12.1"
IN_WIFI, AT_HOME, OWN_HOTSPOT = f"wlan0={WIFI}", f"enp3s0={HOME}", f"ap0={HOTSPOT}"


class Networks:
    """The machine's networks as `adapter=address/prefix`, and the address of the default route."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        patch.setattr(addresses, "_kinds", {})
        self.become()

    def become(self, *adapters: str, route: str | None = None) -> None:
        """Replace the networks."""
        self._patch.setattr(ifaddr, "get_adapters", lambda: [_adapter(one) for one in adapters])
        self._patch.setattr(addresses, "_default_route", lambda: route)
        self._patch.setattr(addresses, "_found", (-addresses.CACHE_SECONDS, ()))


def _adapter(told: str) -> ifaddr.Adapter:
    name, _, address = told.partition("=")
    ip, _, prefix = address.partition("/")
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, int(prefix or 24), name)])
