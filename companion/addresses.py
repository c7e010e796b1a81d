"""Which addresses of this machine phones can reach, the likeliest first."""

import socket
from ipaddress import IPv4Address
from time import monotonic

VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vbox",
    "vethernet",
    "utun",
    "tun",
    "tap",
    "zt",
    "tailscale",
    "wg",
)
ANY = ("", "0.0.0.0")
FRESH = 5.0
FALLBACK = "127.0.0.1"

_found: tuple[float, tuple[str, ...]] = (-FRESH, ())


def candidates() -> tuple[str, ...]:
    """IPv4 addresses of this machine, never the loopback where there is another: real adapters before virtual ones."""
    global _found
    if monotonic() - _found[0] > FRESH:
        _found = (monotonic(), _look())
    return _found[1]


def reachable(listen: str) -> tuple[str, ...]:
    """Those at which somebody is answered: the one that is listened on, where that is one, else all."""
    return candidates() if listen in ANY else (listen,)


def told(listen: str) -> str:
    """The address to tell phones of: the one that is listened on, where that is one, else the likeliest."""
    return reachable(listen)[0]


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine itself reaches a name or an address."""
    try:
        return IPv4Address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _look() -> tuple[str, ...]:
    import ifaddr  # it looks for libraries with another program, and who listens at one address needs none of it

    route = _outward()
    found = [
        (adapter.nice_name.lower(), str(address.ip))
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4 and not IPv4Address(address.ip).is_loopback
    ]
    found.sort(key=lambda pair: _rank(pair[0], pair[1], route))
    return tuple(dict.fromkeys(ip for _, ip in found)) or (FALLBACK,)


def _rank(adapter: str, ip: str, route: str | None) -> tuple[bool, bool, bool, str]:
    address = IPv4Address(ip)
    return adapter.startswith(VIRTUAL), address.is_link_local or not address.is_private, ip != route, ip


def _outward() -> str | None:
    """The address that this machine would speak from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
