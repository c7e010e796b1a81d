"""IPv4 addresses of this machine that phones can reach, the likeliest first."""

import re
import socket
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Interface
from time import monotonic

TUNNEL = re.compile(r"^(zt|wg|ppp|proton|pvpn|tap)|tun|vpn|wireguard|tailscale|nordlynx|mullvad|hamachi")
SWITCH = re.compile(
    r"^(docker|podman|cni|flannel|cali|kube|lx[cd]|incus|br-|bridge\d|veth|virbr|vmnet|vbox)"
    r"|virtual|hyper-v|vmware|loopback"
)
"""Adapters of VPNs, and of containers and virtual machines, by names (Linux, macOS) or descriptions (Windows)."""
WIRELESS = re.compile(r"^(wl|u?ap\d|wi-?fi)")
SHARING = ("192.168.137.1", "192.168.2.1")
"""Addresses of Windows' and macOS' own hotspots, whose adapters look virtual."""
HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""Domains that routers and mDNS give to machines at home. No stranger can register a name in them."""
ANY = ("", "0.0.0.0")
CACHE_SECONDS = 2.0
"""Seconds until addresses are looked up again."""
FALLBACK = "127.0.0.1"

HOTSPOT, PRIVATE, PUBLIC, SWITCHED, TUNNELLED, NOBODY = range(6)
"""Kinds of addresses, the likeliest for phones first. `NOBODY`: no phone is in its network."""

_found: tuple[float, tuple[str, ...]] = (-CACHE_SECONDS, ())
_kinds: dict[str, int] = {}


def candidates() -> tuple[str, ...]:
    """Return the addresses of this machine, the best one first; the loopback is first if no phone can reach any."""
    global _found
    if monotonic() - _found[0] >= CACHE_SECONDS:
        _found = (monotonic(), _scan())
    return _found[1]


def listening_addresses(listen: str) -> tuple[str, ...]:
    """Return the addresses at which the server answers: the one it listens on, or all."""
    return candidates() if listen in ANY else (listen,)


def choose_address(listen: str, now: str = "") -> str:
    """Choose the address for phones. Keep `now` while it exists and no other is of a better kind."""
    there = listening_addresses(listen)
    return now if now in there and _kind_of(now) <= _kind_of(there[0]) else there[0]


def is_own(ip: str) -> bool:
    """Whether it is an address of this machine, reachable by phones or not."""
    return ip in candidates() or ip in _kinds


def is_own_name(host: str) -> bool:
    """Whether it is this machine's name: alone, in a home's domain, or in the network's."""
    own = socket.gethostname().lower().rstrip(".")
    name, _, domain = host.rstrip(".").partition(".")
    if not name or name != own.partition(".")[0]:
        return False
    return domain in ("", *HOME) or f"{name}.{domain}" in (own, _full_name(own, candidates()))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a name or an address."""
    try:
        return IPv4Address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _scan() -> tuple[str, ...]:
    import ifaddr  # slow to import, and not needed for a single address

    global _kinds
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # not permitted, or out of memory
        adapters = []
    _kinds = {
        str(ip.ip): _kind(adapter.nice_name.lower(), IPv4Interface(f"{ip.ip}/{ip.network_prefix}"))
        for adapter in adapters
        for ip in adapter.ips
        if ip.is_IPv4
    }
    return _ranked(_kinds, _default_route())


def _ranked(kinds: dict[str, int], route: str | None) -> tuple[str, ...]:
    there = [ip for ip, kind in kinds.items() if kind < NOBODY]
    there.sort(key=lambda ip: (kinds[ip], ip != route, IPv4Address(ip)))
    # Hyper-V moves the machine's own address to its virtual switch
    usable = any(kinds[ip] < SWITCHED or (kinds[ip] == SWITCHED and ip == route) for ip in there)
    return tuple(there) if usable else (FALLBACK, *there)


def _kind(adapter: str, own: IPv4Interface) -> int:
    if own.is_loopback or own.is_link_local or own.network.prefixlen == own.max_prefixlen:
        return NOBODY
    if str(own.ip) in SHARING:
        return HOTSPOT
    if TUNNEL.search(adapter):
        return TUNNELLED
    if SWITCH.search(adapter):
        return SWITCHED
    if WIRELESS.search(adapter) and own.ip == own.network.network_address + 1:  # like a router
        return HOTSPOT
    return PRIVATE if own.is_private else PUBLIC


@lru_cache(4)
def _full_name(own: str, _network: tuple[str, ...]) -> str:
    """Look up the name with its domain, once per network: it may take seconds."""
    return socket.getfqdn(own).lower().rstrip(".")


def _kind_of(ip: str) -> int:
    return _kinds.get(ip, HOTSPOT)


def _default_route() -> str | None:
    """Return the address from which this machine would send; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
