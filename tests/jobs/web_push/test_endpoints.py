"""Addresses that browsers name lead to push services, never into our own network."""

import socket
from ipaddress import ip_address
from typing import Any

import pytest
from django.conf import LazySettings

from jobs.web_push.endpoints import Endpoint, ForbiddenEndpoint, is_public, read_endpoint, resolve


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QF",
        "https://push.example.net:443/x?y=z",
    ],
)
def test_addresses_of_push_services_pass(address: str) -> None:
    assert read_endpoint(address).is_encrypted
    assert read_endpoint(address).port == 443


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.net/x",
        "ftp://push.example.net/x",
        "file:///etc/passwd",
        "https:///x",
        "https://push.example.net:8443/x",
        "https://push.example.net:0x1bb/x",
        "https://user@push.example.net/x",
        "https://user:word@push.example.net/x",
        "https://push.example.net/x#y",
        "https://push.example.net/x y",
        "https://push.example.net/x\r\nHost: other",
        "https://püsh.example.net/x",
        "https://push.example.net/" + "x" * 1000,
        "https://localhost/x",
        "https://metadata.google.internal/x",
        "https://printer.local/x",
        "https://redis/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0177.0.0.1/x",
        "https://10.0.0.1/x",
        "https://172.16.0.1/x",
        "https://192.168.0.1/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/x",
        "https://0.0.0.0/x",
        "https://224.0.0.1/x",
        "https://[::1]/x",
        "https://[::]/x",
        "https://[fe80::1]/x",
        "https://[fd00::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[::ffff:7f00:1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://[2002:7f00:1::]/x",
        "https://[2001:0:1::1]/x",
        "https://[::1",
        "",
    ],
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(ForbiddenEndpoint):
        read_endpoint(address)


def test_plain_servers_on_this_machine_pass_in_tests_alone(settings: LazySettings) -> None:
    with pytest.raises(ForbiddenEndpoint):
        read_endpoint("http://127.0.0.1:8000/x")
    settings.PUSH_TO_LOOPBACK = True

    assert read_endpoint("http://127.0.0.1:8000/x") == Endpoint("127.0.0.1", 8000, "/x", is_encrypted=False)
    for address in ("http://127.0.0.2:8000/x", "http://10.0.0.1:8000/x", "https://127.0.0.1/x"):
        with pytest.raises(ForbiddenEndpoint):
            read_endpoint(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"]
)
def test_what_everybody_reaches_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "found", [["10.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::ffff:192.168.1.1"], ["fe80::1%eth0"]]
)
def test_a_name_that_leads_into_a_private_network_is_refused(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it did not when it was stored, and if only one of its addresses does."""

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    with pytest.raises(ForbiddenEndpoint):
        resolve(read_endpoint("https://rebound.example.net/x"))


def test_the_address_that_was_looked_at_is_the_one_to_connect_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda *_, **__: [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("1.1.1.1", 443))],
    )

    assert resolve(read_endpoint("https://push.example.net/x")) == "93.184.215.14"
