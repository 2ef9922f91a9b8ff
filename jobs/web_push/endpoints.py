"""Where messages go: addresses that browsers name. None of them may lead into our own network.

An address is looked at when it is stored, and again each time it is connected to: its name is looked up once, and the
connection goes to what was looked at.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

MAX_ENDPOINT_LENGTH: Final = 1000
HTTPS_PORT: Final = 443
# How networks without the old addresses write them: the last four bytes are what is reached (RFC 6052).
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")


class ForbiddenEndpoint(ValueError):
    """An address that no push service has."""


class Endpoint(NamedTuple):
    host: str
    port: int
    target: str
    is_encrypted: bool


def read_endpoint(address: str) -> Endpoint:
    """ForbiddenEndpoint unless it is https, on the usual port, and no address of a private network.

    For tests alone, PUSH_TO_LOOPBACK lets plain servers on this machine pass.
    """
    if (
        len(address) > MAX_ENDPOINT_LENGTH
        or not address.isascii()
        or not address.isprintable()
        or " " in address
    ):
        raise ForbiddenEndpoint("It is too long, or has characters that no address has.")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ForbiddenEndpoint("It is no address.") from error
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise ForbiddenEndpoint("It names no server, or more than a server and a path.")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if settings.PUSH_TO_LOOPBACK and parts.scheme == "http" and host == "127.0.0.1" and port:
        return Endpoint(host, port, target, is_encrypted=False)
    if parts.scheme != "https" or (port or HTTPS_PORT) != HTTPS_PORT:
        raise ForbiddenEndpoint("It is not https on its usual port.")
    if (literal := _as_ip_address(host)) is not None and not is_public(literal):
        raise ForbiddenEndpoint("It is an address of a private network.")
    if literal is None and ("." not in host or host.endswith((".local", ".internal", ".localhost"))):
        raise ForbiddenEndpoint("It is a name of a private network.")
    return Endpoint(host, HTTPS_PORT, target, is_encrypted=True)


def resolve(endpoint: Endpoint) -> str:
    """The IP address to connect to. ForbiddenEndpoint if the name leads into a private network, OSError if nowhere."""
    found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(place[0]) for *_, place in found]
    if not endpoint.is_encrypted:
        return addresses[0]
    # One of several would be enough for somebody who wants in.
    if not all(is_public(ip_address(address.partition("%")[0])) for address in addresses):
        raise ForbiddenEndpoint("Its name leads into a private network.")
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether everybody on the internet reaches the same machine by it."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo is not None:
            return False
        if inner is not None:
            return is_public(inner)
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def _as_ip_address(host: str) -> IPv4Address | IPv6Address | None:
    """Also as other programs read it: 127.1, 0x7f000001 and 2130706433 are the same machine."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
