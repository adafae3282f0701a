"""Hosts: the names that a server answers to.

Any web site can point its own name at this machine, and a browser would then let its pages read our answers (DNS
rebinding). So a request must use a name that only this server has.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from dataclasses import dataclass

from minemind.web.clients import is_address

__all__ = ["Hosts", "is_loopback"]

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

# A name or an address, in brackets if it has colons itself, and optionally a port.
_AUTHORITY = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")


@dataclass(frozen=True)
class Hosts:
    """Names and addresses, in lower case. With `any_address`, every address is accepted: none can be rebound."""

    names: frozenset[str] = LOOPBACK_NAMES
    any_address: bool = False

    @classmethod
    def of(cls, host: str, names: Collection[str] = ()) -> Hosts:
        """The names of a server that listens on `host`: that one, the other `names`, and those of loopback.

        A server that listens on all addresses of the machine answers to any address, and to the machine's name.
        """
        known = LOOPBACK_NAMES | {name.lower() for name in names}
        if _is_everywhere(host):
            return cls(known | {socket.gethostname().lower()}, any_address=True)
        return cls(known | {host.lower()})

    def knows(self, authority: str) -> bool:
        """Whether this is a name of ours: the host of a request, with or without a port."""
        match = _AUTHORITY.fullmatch(authority)
        if match is None:
            return False
        name = (match["six"] or match["name"]).lower().removesuffix(".")
        return name in self.names or (self.any_address and is_address(name))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    if not is_address(host):
        return host.lower() == "localhost"
    return ipaddress.ip_address(host).is_loopback


def _is_everywhere(host: str) -> bool:
    return is_address(host) and ipaddress.ip_address(host).is_unspecified
