"""Which address phones are told of: of real adapters before virtual ones, and none where no phone gets in."""

from collections.abc import Callable

import ifaddr
import pytest

from companion import addresses

Machine = Callable[..., None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Makes this a machine with these adapters, named `adapter=address/prefix`, that speaks outside from `route`."""
    monkeypatch.setattr(addresses, "_kinds", {})

    def has(*adapters: str, route: str | None = None) -> None:
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: [_adapter(one) for one in adapters])
        monkeypatch.setattr(addresses, "_outward", lambda: route)
        monkeypatch.setattr(addresses, "_found", (-addresses.FRESH, ()))

    return has


def _adapter(told: str) -> ifaddr.Adapter:
    name, _, address = told.partition("=")
    ip, _, prefix = address.partition("/")
    return ifaddr.Adapter(name, name, [ifaddr.IP(ip, int(prefix or 24), name)])


WIFI = "192.168.1.23"


@pytest.mark.parametrize(
    "other",
    [
        "proton0=10.2.0.2/32",
        "proton0=10.2.0.2/24",
        "nordlynx=10.5.0.2/16",
        "ppp0=10.0.0.7/24",
        "tun0=10.8.0.2",
        "wg0-mullvad=10.64.0.5/16",
        "enp9s0=10.0.0.9/32",
        "podman0=10.88.0.1/16",
        "cni0=10.42.0.1",
        "docker0=172.17.0.1/16",
        "br-5f2c=172.18.0.1/16",
        "bridge100=192.168.64.1",
        "Hyper-V Virtual Ethernet Adapter=172.17.32.1/20",
        "VirtualBox Host-Only Ethernet Adapter=192.168.56.1",
        "VMware Virtual Ethernet Adapter for VMnet8=10.0.100.1",
        "Fortinet SSL VPN Virtual Ethernet Adapter=10.212.134.200",
        "TAP-Windows Adapter V9=10.9.0.2",
        "eth1=169.254.7.7/16",
        "eth1=8.8.4.4",
    ],
)
@pytest.mark.parametrize("wifi", ["wlan0", "Intel(R) Wi-Fi 6 AX201 160MHz"])
def test_wifi_comes_before_what_no_phone_is_in(machine: Machine, other: str, wifi: str) -> None:
    outward = other.partition("=")[2].partition("/")[0]
    machine(other, f"{wifi}={WIFI}", "lo=127.0.0.1/8", route=outward)
    assert addresses.candidates()[0] == WIFI
    assert addresses.told("") == WIFI


@pytest.mark.parametrize(
    "hotspot",
    [
        "wlp2s0=10.42.0.1",
        "ap0=192.168.12.1",
        "Microsoft Wi-Fi Direct Virtual Adapter #2=192.168.137.1",
        "bridge100=192.168.2.1",
    ],
)
def test_the_own_hotspot_comes_before_the_cable(machine: Machine, hotspot: str) -> None:
    machine("enp3s0=10.0.0.5", hotspot, route="10.0.0.5")
    assert addresses.candidates() == (hotspot.partition("=")[2], "10.0.0.5")


def test_two_networks_are_told_by_the_way_outside(machine: Machine) -> None:
    machine("enp3s0=10.0.0.5", f"wlan0={WIFI}", route=WIFI)
    assert addresses.candidates() == (WIFI, "10.0.0.5")


def test_a_switch_that_leads_outside_is_the_real_adapter(machine: Machine) -> None:
    """Hyper-V's external switch takes the machine's own address over."""
    virtual = "Hyper-V Virtual Ethernet Adapter"
    machine(f"{virtual}=172.17.32.1/20", f"{virtual} #2={WIFI}", route=WIFI)
    assert addresses.candidates() == (WIFI, "172.17.32.1")


@pytest.mark.parametrize("other", ["docker0=172.17.0.1/16", "tun0=10.8.0.2", "wg0=10.2.0.2/32", "eth0=169.254.7.7/16"])
def test_no_phone_is_told_of_a_machine_without_a_network(machine: Machine, other: str) -> None:
    machine("lo=127.0.0.1/8", other, route="10.8.0.2")
    assert addresses.told("") == addresses.FALLBACK
    assert addresses.is_own(other.partition("=")[2].partition("/")[0]), "it is the machine's own all the same"


def test_an_address_stays_until_it_is_gone_or_a_better_kind_comes(machine: Machine) -> None:
    machine("enp3s0=10.0.0.5", f"wlan0={WIFI}", route=WIFI)
    assert addresses.told("", "10.0.0.5") == "10.0.0.5"
    machine(f"wlan0={WIFI}")
    assert addresses.told("", "10.0.0.5") == WIFI
    machine(f"wlan0={WIFI}", "ap0=192.168.12.1")
    assert addresses.told("", WIFI) == "192.168.12.1"
    machine()
    assert addresses.told("", WIFI) == addresses.FALLBACK
    machine(f"wlan0={WIFI}")
    assert addresses.told("", addresses.FALLBACK) == WIFI


def test_a_machine_that_may_not_be_asked_has_no_address(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine()

    def refused() -> list[ifaddr.Adapter]:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refused)
    assert addresses.candidates() == (addresses.FALLBACK,)
