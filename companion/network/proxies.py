"""Trusted proxies, whose `X-Forwarded-For` is believed. None by default."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

OF_ONE = 64
"""Prefix of an IPv6 address that belongs to one household, for rate limits."""


class Proxies:
    """The addresses and networks of trusted proxies."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Raises ValueError if one of them is neither an address nor a network."""
        self._networks: tuple[Network, ...] = tuple(ip_network(one, strict=False) for one in networks)
        self.trusts = lru_cache(4_096)(self._trusts)

    def _trusts(self, peer: str) -> bool:
        found = _parse_address(peer)
        return found is not None and any(found in network for network in self._networks)

    def client_of(self, peer: str, forwarded: str) -> str:
        """Return the client of a request: the last forwarded address that is not a trusted proxy's, or the peer.

        Each proxy appends the address it saw, so whatever a client makes up stands before that.
        """
        hops = forwarded.split(",") if self._networks else []
        while self.trusts(peer) and hops:
            before = hops.pop().strip()
            if _parse_address(before) is None:
                break
            peer = before
        return _rate_limit_key(peer)


@lru_cache(4_096)
def _parse_address(word: str) -> Address | None:
    try:
        found = ip_address(word)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(4_096)
def _rate_limit_key(peer: str) -> str:
    found = _parse_address(peer)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(ip_network((found, OF_ONE), strict=False))
    return peer if found is None else str(found)
