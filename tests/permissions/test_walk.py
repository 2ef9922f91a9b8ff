"""Every address of the site, visited in every seat: who comes in is who may, according to the table."""

import re
from collections import defaultdict

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.permissions.declarations import Visit
from tests.permissions.visits import ALL_VISITS
from tests.permissions.walk import (
    addresses_of_the_site,
    stale,
    undeclared,
    undeclared_methods,
    walk,
)
from tests.permissions.world import World

# Who may come is decided in Python. That every page is shown from both databases is seen in
# tests/templates/test_rendered_pages.py, and that every form writes into both in the tests of its part.
pytestmark = pytest.mark.one_database

ADDRESSES = [address for address in addresses_of_the_site() if address.namespace != "admin"]
BY_ADDRESS: dict[str, list[Visit]] = defaultdict(list)
for visit_ in ALL_VISITS:
    BY_ADDRESS[visit_.address].append(visit_)


def test_every_address_says_who_may_come() -> None:
    assert undeclared(ADDRESSES, ALL_VISITS) == []


def test_every_visit_leads_to_an_address_that_exists() -> None:
    assert stale(ADDRESSES, ALL_VISITS) == []


def test_every_address_has_a_name_of_its_own() -> None:
    names = [address.name for address in ADDRESSES]

    assert sorted(names) == sorted(set(names))


def test_every_operation_of_the_api_says_who_may_do_it() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    operations = {(method.upper(), path) for path, methods in schema["paths"].items() for method in methods}
    routes = {
        address.name: path_in_schema(address.route) for address in ADDRESSES if address.namespace == "api"
    }
    visited = {(visit.method, routes[visit.address]) for visit in ALL_VISITS if visit.address in routes}

    assert len(operations) >= 15
    assert operations - visited == set()


def path_in_schema(route: str) -> str:
    """`api/v1/^people/(?P<pk>[0-9]+)/$` is `/api/v1/people/{id}/` there."""
    path = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"{\1}", route).replace("^", "").replace("$", "")
    return "/" + path.replace("{pk}", "{id}")


@pytest.mark.parametrize("visits", BY_ADDRESS.values(), ids=list(BY_ADDRESS))
def test_those_come_in_who_may_and_nobody_else(world: World, visits: list[Visit]) -> None:
    findings = [finding for visit in visits for finding in walk(world, visit)]

    assert findings + undeclared_methods(world, visits) == []
