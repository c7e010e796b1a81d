"""The host in QR codes. It follows the network, or the operator's choice, in all processes of this machine."""

from socket import gethostname

from companion.network import addresses
from companion.table.model.tokens import hash_token
from companion.table.service.table_service import TableService
from companion.web.settings import Settings

NAME = f"host-{hash_token(gethostname())[:16]}"
"""The key under which the processes of this machine share their choice in the database."""


def choose(service: TableService, settings: Settings, host: str) -> None:
    if service.store.shared:
        service.store.set_setting(NAME, host)
    settings.chosen_host = host
    _set_host(service, settings, host)


def refresh(service: TableService, settings: Settings) -> bool:
    """Detect the host again; a chosen one stays while this machine has it. Return whether it changed."""
    if not settings.follows_network:
        return False
    host = settings.fixed_host or addresses.choose_address(settings.listen, settings.host)
    if settings.chosen_host in addresses.candidates():
        host = settings.chosen_host
    if host == settings.host:
        return False
    _set_host(service, settings, host)
    return True


def follow_other_processes(service: TableService, settings: Settings) -> None:
    """Use what another process of this machine chose, now and after each change, unless the host is fixed."""

    def follow() -> None:
        candidates = addresses.candidates()
        host = service.store.get_setting(NAME) if settings.host in candidates else None
        if host and host != settings.host and host in candidates:
            settings.chosen_host = host
            _set_host(service, settings, host)

    if service.store.shared:
        follow()
        service.listen(follow)


def _set_host(service: TableService, settings: Settings, host: str) -> None:
    settings.host = host
    service.notifier.wake_all()
