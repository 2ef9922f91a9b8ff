"""The room: the machine's own private addresses, and no other name."""

import pytest
from django.http.request import validate_host

from core.web import room
from core.web.room import RoomAddresses, RoomHosts, find_addresses, is_of_a_room, room_origin


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found = ["192.168.1.20", "10.8.0.2"]
    monkeypatch.setattr(room, "find_addresses", lambda: found)
    monkeypatch.setattr(room, "_kept", RoomAddresses((), float("-inf")))
    monkeypatch.setattr(room, "SECONDS_KEPT", -1.0)
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.home")
    return found


@pytest.mark.parametrize("address", ["192.168.1.20", "10.0.0.7", "172.16.3.4", "fd00::2"])
def test_private_addresses_are_of_a_room(address: str) -> None:
    assert is_of_a_room(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2001:4860::1", "127.0.0.1", "::1", "169.254.3.4", "fe80::1", "laptop"]
)
def test_addresses_of_the_internet_and_of_no_use_are_not(address: str) -> None:
    assert not is_of_a_room(address)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "192.168.1.20", "10.8.0.2", "laptop.local"])
def test_the_machine_is_answered_by_its_own_addresses_and_names(addresses: list[str], host: str) -> None:
    assert validate_host(host, RoomHosts())


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.21", "192.168.1.20.evil.example", "evil.local"])
def test_who_gives_another_name_to_the_machine_is_refused(addresses: list[str], host: str) -> None:
    assert not validate_host(host, RoomHosts())


def test_a_network_that_is_joined_later_counts(addresses: list[str]) -> None:
    hosts = RoomHosts()
    addresses[:] = ["10.1.2.3"]

    assert (validate_host("10.1.2.3", hosts), validate_host("192.168.1.20", hosts)) == (True, False)


def test_the_first_address_is_the_one_to_show_and_there_may_be_none(addresses: list[str]) -> None:
    origin = room_origin(8077)
    addresses.clear()

    assert (origin, room_origin(8077)) == ("http://192.168.1.20:8077", "")


def test_what_the_system_says_are_addresses_that_a_browser_takes() -> None:
    assert all(is_of_a_room(address) and ":" not in address for address in find_addresses())
