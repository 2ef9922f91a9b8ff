"""Going to addresses in every seat, and what is found on the way. A finding is a sentence; no finding is good."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.permissions.declarations import Visit
from tests.permissions.world import Viewer, World

REFUSED = {401, 403, 404}
UNKNOWN_METHOD = "PURGE"
API = "api:"


class Address(NamedTuple):
    """`name` as a Visit calls it; `route` as it stands in urls.py."""

    name: str
    route: str
    namespace: str
    view: Callable[..., Any]


def addresses_of_the_site() -> list[Address]:
    """Each once: of two names for one address, as django-allauth wants them, nobody comes by the second."""
    found = {}
    for address in _addresses(get_resolver(), route="", namespaces=()):
        found.setdefault((address.route, address.view), address)
    return list(found.values())


def undeclared(addresses: Iterable[Address], visits: Sequence[Visit]) -> list[str]:
    declared = {visit.address for visit in visits}
    return [
        f"/{address.route} says nowhere who may come: add Visit({address.name!r}, asks=…) to the file of its part in "
        "tests/permissions/visits/."
        for address in addresses
        if address.name not in declared
    ]


def stale(addresses: Iterable[Address], visits: Sequence[Visit]) -> list[str]:
    names = {address.name for address in addresses}
    return sorted(
        {
            f"There is no address {visit.address!r} any more: take its Visit away."
            for visit in visits
            if visit.address not in names
        }
    )


def walk(world: World, visit: Visit) -> list[str]:
    """Make the visit in every seat, each time as if it were the first.

    The API is visited by programs as well, for one who may come and one who may not: that it takes their word for who
    they are. What each may do there does not depend on how they came.
    """
    with transaction.atomic():
        findings = _walked(world, visit)
        transaction.set_rollback(True)
    return findings


def _walked(world: World, visit: Visit) -> list[str]:
    path = path_of(world, visit)
    ways = [(seat, world.browser_of) for seat in Viewer]
    if visit.address.startswith(API):
        ways += [(seat, world.program_of) for seat in _one_of_each(visit)]
    findings = []
    for seat, come in ways:
        cache.clear()  # rate limits
        response = _undone(come(seat), visit.method, path, visit.data(world), visit.address)
        status = response.status_code
        expected = visit.may_be_made_by(seat)
        if status >= 500 or status in (405, 415, 429):
            findings.append(f"{visit}: {status} for the {seat}: the visit does not get as far as being asked")
        elif _came_in(response) != expected:
            may = "may come but is refused" if expected else "may not come but does"
            findings.append(f"{visit}: the {seat} {may} ({status}), it asks {visit.asks}")
        if not has_strict_policy(response):
            findings.append(f"{visit}: the {seat} gets an answer without a strict Content-Security-Policy")
    return findings


def _one_of_each(visit: Visit) -> list[Viewer]:
    """The first who may make the visit and the first who may not, if there are such."""
    return list({visit.may_be_made_by(seat): seat for seat in reversed(Viewer)}.values())


def has_strict_policy(response: HttpResponse) -> bool:
    """Nothing is allowed but what is named, and nothing inline is."""
    policy = response.headers.get("Content-Security-Policy", "")
    return "default-src 'none'" in policy.split("; ") and "'unsafe-" not in policy


def undeclared_methods(world: World, visits: Sequence[Visit]) -> list[str]:
    """All visits to one address: the view says which methods it knows when asked for one that nobody knows."""
    seats = [seat for seat in Viewer if visits[0].may_be_made_by(seat)]
    if not seats:
        return []
    path = path_of(world, visits[0])
    response = _undone(world.browser_of(seats[0]), UNKNOWN_METHOD, path, {}, visits[0].address)
    # A view that takes whatever comes is visited both ways.
    known = set(response["Allow"].split(", ")) if response.status_code == 405 else {"GET", "POST"}
    missing = known - {"HEAD", "OPTIONS"} - {visit.method for visit in visits}
    return [
        f"{visits[0].address} takes {method}, and no Visit says who may do that" for method in sorted(missing)
    ]


def path_of(world: World, visit: Visit) -> str:
    arguments = dict(visit.arguments(world))
    is_name = "/" not in visit.address and "." not in visit.address
    return reverse(visit.address, kwargs=arguments) if is_name else f"/{visit.address}"


def _undone(client: Client, method: str, path: str, data: Any, address: str) -> HttpResponse:
    """The answer; what the request wrote is taken back, so that the next seat finds the same site."""
    with transaction.atomic():
        if method == "GET":
            response = client.get(path, data)
        elif method == "POST" and not address.startswith(API):
            response = client.post(path, data)
        else:
            response = client.generic(method, path, json.dumps(data), content_type="application/json")
        if response.streaming:
            b"".join(response)  # type: ignore[arg-type]
        transaction.set_rollback(True)
    return response  # type: ignore[no-any-return]


def _came_in(response: HttpResponse) -> bool:
    if response.status_code in REFUSED:
        return False
    gates = {reverse("sign-in"), reverse("admin:login")}
    return urlsplit(response.headers.get("Location", "")).path not in gates


def _addresses(resolver: URLResolver, *, route: str, namespaces: tuple[str, ...]) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            deeper = (*namespaces, pattern.namespace) if pattern.namespace else namespaces
            yield from _addresses(pattern, route=here, namespaces=deeper)
        elif isinstance(pattern, URLPattern):
            name = ":".join((*namespaces, pattern.name)) if pattern.name else here
            yield Address(name, here, ":".join(namespaces), pattern.callback)
