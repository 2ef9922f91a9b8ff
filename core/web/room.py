"""The room: under which addresses phones beside this computer reach the site, found by itself.

`make run ROOM=1` opens the site to them. Only the machine's own private addresses count, and its name in the local
network: whoever calls the site by another name, as a web page that plays tricks with names does, is refused.
No Django here: the settings are made with it.
"""

import fcntl
import ipaddress
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
SIOCGIFADDR: Final = 0x8915
SECONDS_KEPT: Final = 5.0
# Nothing is sent there: the system only says from which of its addresses it would be.
SOMEWHERE: Final = (("10.255.255.255", socket.AF_INET), ("192.0.2.1", socket.AF_INET))


class RoomAddresses(NamedTuple):
    """IP addresses as a browser writes them; the first is the one to show."""

    found: tuple[str, ...]
    found_at: float


class RoomHosts(list[str]):
    """ALLOWED_HOSTS that follow the network: the laptop may join it after the site was started."""

    def __init__(self) -> None:
        super().__init__(LOOPBACK_NAMES)

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from room_addresses()
        yield from local_names()


_kept = RoomAddresses((), float("-inf"))


def room_addresses() -> tuple[str, ...]:
    global _kept
    if time.monotonic() - _kept.found_at > SECONDS_KEPT:
        _kept = RoomAddresses(tuple(find_addresses()), time.monotonic())
    return _kept.found


def room_origin(port: int) -> str:
    """Where phones in the room reach the site, as http://192.168.1.20:8000; empty without a network."""
    return next((f"http://{address}:{port}" for address in room_addresses()), "")


def find_addresses() -> list[str]:
    """This machine's IPv4 addresses in private networks; the one that leads out comes first.

    `make run ROOM=1` listens on IPv4 alone, which every Wi-Fi has.
    """
    addresses = [*_addresses_that_lead_out(), *_addresses_of_interfaces()]
    return [address for address in dict.fromkeys(addresses) if is_of_a_room(address)]


def is_of_a_room(address: str) -> bool:
    """Private, and what a browser can be told: an address of the internet is opened by ALLOWED_HOSTS alone."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return ip.is_private and not (ip.is_loopback or ip.is_unspecified or ip.is_reserved or ip.is_link_local)


def local_names() -> list[str]:
    """As the local network calls this machine, where it announces itself there."""
    name = socket.gethostname().partition(".")[0].lower()
    return [f"{name}.local"] if name and name != "localhost" else []


def _addresses_that_lead_out() -> Iterator[str]:
    for target, family in SOMEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            yield str(probe.getsockname()[0])


def _addresses_of_interfaces() -> Iterator[str]:
    if sys.platform != "linux":
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            # An interface without an address answers with an error.
            with suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])
