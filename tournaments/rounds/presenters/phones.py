"""Addresses for the phones in the room, and the page that shows them as QR codes."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from core.web.room import LOOPBACK_NAMES, room_addresses
from players.accounts.services.mail import site_origin
from tournaments.models import Event
from tournaments.rounds.presenters.lists import render_qr_code


class PhoneCode(NamedTuple):
    address: str
    picture: str


class PhonesPage(NamedTuple):
    """`is_reachable`: phones come through, as far as the site knows; `others` are more addresses of the machine."""

    site: PhoneCode
    event: PhoneCode
    is_open: bool
    is_reachable: bool
    others: list[str]


def phone_address(request: HttpRequest, path: str) -> str:
    """As this page was asked for, unless that is an address which leads every phone to itself."""
    if settings.ROOM_PORT and _is_loopback(request):
        return site_origin() + path
    return request.build_absolute_uri(path)


def present_phones(request: HttpRequest, event: Event) -> PhonesPage:
    addresses = room_addresses() if settings.ROOM_PORT else ()
    return PhonesPage(
        site=_code(phone_address(request, reverse("home"))),
        event=_code(phone_address(request, reverse("find-board", args=[event.pk]))),
        is_open=bool(settings.ROOM_PORT) or not _is_loopback(request),
        is_reachable=bool(addresses) or not _is_loopback(request),
        others=[f"http://{address}:{settings.ROOM_PORT}" for address in addresses[1:]],
    )


def _code(address: str) -> PhoneCode:
    return PhoneCode(address, render_qr_code(address))


def _is_loopback(request: HttpRequest) -> bool:
    host = request.get_host()
    return host.removesuffix(f":{request.get_port()}") in LOOPBACK_NAMES
