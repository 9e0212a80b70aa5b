"""The link that makes somebody a host: `mezani serve` prints one while there is no host, `mezani host-link` at will."""

import time
from dataclasses import dataclass

from mezani.house.hosts import Hosts
from mezani.tables.store import Store
from mezani.web.addresses import addresses
from mezani.web.settings import Settings

PRINTED = "host link printed"
ONCE = 30.0  # seconds in which only one of several servers that are started together prints a link


@dataclass(frozen=True)
class HostLink:
    """Where links of this server begin, and whether one is wanted although there is a host."""

    base: str
    wanted: bool

    async def offer(self, hosts: Hosts) -> None:
        """Print a link if one is needed."""
        if not self.wanted and await hosts.are_known():
            return
        now = time.time()
        if await hosts.facts.claim(PRINTED, now, now + ONCE):
            print(said(self.base, await hosts.new_link()), flush=True)


def said(base: str, token: str) -> str:
    """What is printed."""
    return f"To be the host, open this link within an hour; it works once: {base.rstrip('/')}/become-host/{token}"


async def new_host_link(settings: Settings) -> str:
    """A link for a house whose server may be running."""
    store = Store(settings.database_address)
    try:
        token = await Hosts(store.people, store.house).new_link()
    finally:
        await store.engine.dispose()
    return said(settings.public_address or addresses(settings.address, settings.port)[0], token)
