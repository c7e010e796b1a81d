"""The address in QR codes: it follows the network, or the operator's choice, in all processes of this machine."""

from socket import gethostname

from companion.network import addresses
from companion.table.model.tokens import hashed
from companion.table.service.table_service import TableService
from companion.web.settings import Settings

NAME = f"host-{hashed(gethostname())[:16]}"
"""What processes of this machine hold it under; each machine has its own."""


def choose(service: TableService, settings: Settings, host: str) -> None:
    """From now on it is this one."""
    if service.store.shared:
        service.store.say(NAME, host)
    settings.chosen = settings.host = host
    service.bus.wake_all()


def look_again(service: TableService, settings: Settings) -> bool:
    """Follow the addresses of this machine: a choice holds while its address is there. Returns whether it changed."""
    if not settings.follows:
        return False
    there = addresses.candidates()
    host = settings.given or addresses.choose_address(settings.listen, settings.host)
    if settings.chosen in there:
        host = settings.chosen
    if host == settings.host:
        return False
    settings.host = host
    service.bus.wake_all()
    return True


def follow(service: TableService, settings: Settings) -> None:
    """Does as other processes of this machine do, from the start on. A name that was given by hand stays."""

    def look() -> None:
        there = addresses.candidates()
        host = service.store.said(NAME) if settings.host in there else None
        if host and host != settings.host and host in there:
            settings.chosen = settings.host = host
            service.bus.wake_all()

    if service.store.shared:
        look()
        service.follow(look)
