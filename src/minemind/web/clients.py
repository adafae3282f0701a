"""Clients: which addresses count as one client."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

__all__ = ["client_at", "is_address"]

# One IPv6 client usually has all addresses of a network with this many leading bits.
NETWORK_BITS = 64


@lru_cache(maxsize=1024)
def client_at(address: str) -> str:
    """The client that an address belongs to: an IPv4 address, or an IPv6 network."""
    try:
        place = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a socket without an address, or whatever a proxy says
    if isinstance(place, ipaddress.IPv4Address):
        return str(place)
    if place.ipv4_mapped is not None:
        return str(place.ipv4_mapped)
    return str(ipaddress.ip_network((place, NETWORK_BITS), strict=False))


def is_address(text: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
