"""The address for phones: real adapters come before virtual ones, and none if no phone can connect."""

import ifaddr
import pytest

from companion.network import addresses
from tests.support.networks import AT_HOME, HOME, HOTSPOT, IN_WIFI, OWN_HOTSPOT, WIFI, Networks


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> Networks:
    return Networks(monkeypatch)


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
def test_wifi_comes_before_virtual_adapters(networks: Networks, other: str, wifi: str) -> None:
    outward = other.partition("=")[2].partition("/")[0]
    networks.become(other, f"{wifi}={WIFI}", "lo=127.0.0.1/8", route=outward)
    assert addresses.candidates()[0] == WIFI
    assert addresses.choose_address("") == WIFI


@pytest.mark.parametrize(
    "hotspot",
    [
        "wlp2s0=10.42.0.1",
        "ap0=192.168.12.1",
        "Microsoft Wi-Fi Direct Virtual Adapter #2=192.168.137.1",
        "bridge100=192.168.2.1",
    ],
)
def test_own_hotspot_comes_before_the_cable(networks: Networks, hotspot: str) -> None:
    networks.become(AT_HOME, hotspot, route=HOME)
    assert addresses.candidates() == (hotspot.partition("=")[2], HOME)


def test_default_route_decides_between_networks(networks: Networks) -> None:
    networks.become(AT_HOME, IN_WIFI, route=WIFI)
    assert addresses.candidates() == (WIFI, HOME)


def test_external_virtual_switch_is_a_real_adapter(networks: Networks) -> None:
    """Hyper-V's external switch takes over the machine's own address."""
    virtual = "Hyper-V Virtual Ethernet Adapter"
    networks.become(f"{virtual}=172.17.32.1/20", f"{virtual} #2={WIFI}", route=WIFI)
    assert addresses.candidates() == (WIFI, "172.17.32.1")


@pytest.mark.parametrize("other", ["docker0=172.17.0.1/16", "tun0=10.8.0.2", "wg0=10.2.0.2/32", "eth0=169.254.7.7/16"])
def test_machine_without_a_network_has_no_address(networks: Networks, other: str) -> None:
    networks.become("lo=127.0.0.1/8", other, route="10.8.0.2")
    assert addresses.choose_address("") == addresses.FALLBACK
    assert addresses.is_own(other.partition("=")[2].partition("/")[0]), "it is the machine's own all the same"


def test_address_stays_until_gone_or_a_better_comes(networks: Networks) -> None:
    networks.become(AT_HOME, IN_WIFI, route=WIFI)
    assert addresses.choose_address("", HOME) == HOME
    networks.become(IN_WIFI)
    assert addresses.choose_address("", HOME) == WIFI
    networks.become(IN_WIFI, OWN_HOTSPOT)
    assert addresses.choose_address("", WIFI) == HOTSPOT
    networks.become()
    assert addresses.choose_address("", WIFI) == addresses.FALLBACK
    networks.become(IN_WIFI)
    assert addresses.choose_address("", addresses.FALLBACK) == WIFI


def test_unreadable_adapters_give_no_address(networks: Networks, monkeypatch: pytest.MonkeyPatch) -> None:
    networks.become()

    def refused() -> list[ifaddr.Adapter]:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refused)
    assert addresses.candidates() == (addresses.FALLBACK,)
