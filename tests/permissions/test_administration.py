"""The administration pages: one rule for all of them."""

import re

import pytest
from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import Permission as DjangoPermission
from django.test import Client, RequestFactory

from players.models import User
from tests.permissions.walk import addresses_of_the_site, has_strict_policy
from tests.permissions.world import Viewer, World

# As in test_walk.py: who may come is decided in Python.
pytestmark = pytest.mark.one_database

# Where one signs in and out, and the words for it.
GATES = {"admin:login", "admin:logout", "admin:jsi18n"}
PATTERNS = {"admin/^(?P<app_label>": "admin/players/", "admin/(?P<url>": "admin/nowhere/"}


def paths_behind_the_gates() -> list[str]:
    routes = [
        address.route
        for address in addresses_of_the_site()
        if address.namespace == "admin" and address.name not in GATES
    ]
    return [f"/{_filled(route)}" for route in routes]


def _filled(route: str) -> str:
    for opening, path in PATTERNS.items():
        if route.startswith(opening):
            return path
    return re.sub(r"<(\w+:)?\w+>", "1", route)


def is_let_in(client: Client, path: str) -> bool:
    response = client.get(path)
    assert response.status_code < 500, path
    assert has_strict_policy(response), path
    return not response.headers.get("Location", "").startswith("/admin/login/")


@pytest.mark.parametrize("seat", Viewer)
def test_only_site_administrators_get_behind_the_gates(world: World, seat: Viewer) -> None:
    client = world.browser_of(seat)
    paths = paths_behind_the_gates()

    let_in = [path for path in paths if is_let_in(client, path)]

    assert len(paths) > 40
    assert let_in == (paths if seat is Viewer.ADMINISTRATOR else [])


def test_an_administrator_sees_every_list_without_permissions_of_djangos_own(world: World) -> None:
    client = world.browser_of(Viewer.ADMINISTRATOR)
    lists = [
        f"/{address.route}" for address in addresses_of_the_site() if address.name.endswith("_changelist")
    ]

    assert {path: client.get(path).status_code for path in lists} == dict.fromkeys(lists, 200)


def test_permissions_of_djangos_own_open_nothing(world: World) -> None:
    account = world.accounts[Viewer.OWNER]
    account.user_permissions.set(DjangoPermission.objects.all())
    User.objects.filter(pk=account.pk).update(is_superuser=True)

    assert not is_let_in(world.browser_of(Viewer.OWNER), "/admin/players/club/")


def test_an_administrator_whose_account_is_closed_is_nobody(world: World) -> None:
    client = world.browser_of(Viewer.ADMINISTRATOR)
    User.objects.filter(pk=world.accounts[Viewer.ADMINISTRATOR].pk).update(is_active=False)

    assert not is_let_in(client, "/admin/")


# What administrators write there goes through a service, which leaves a line; tests of its app prove it for each.
WRITTEN_THROUGH_SERVICES = {
    "players.club": {"add", "change", "delete"},
    "players.membership": {"change", "delete"},
    "players.user": {"add", "change"},
}
ACTIONS = {"try_again", "reset_second_factors"}


def test_nothing_is_written_there_but_through_services(world: World) -> None:
    request = RequestFactory().get("/admin/")
    request.user = world.accounts[Viewer.ADMINISTRATOR]
    written: dict[str, set[str]] = {}

    for model, page in admin.site._registry.items():
        rights = {
            "add": page.has_add_permission(request),
            "change": page.has_change_permission(request),
            "delete": page.has_delete_permission(request),
        }
        if allowed := {right for right, is_allowed in rights.items() if is_allowed}:
            written[model._meta.label_lower] = allowed
        for step in {"add": "save_model", "change": "save_model", "delete": "delete_model"}.items():
            if step[0] in allowed:
                assert getattr(type(page), step[1]) is not getattr(ModelAdmin, step[1]), (model, step)
        assert not page.get_inline_instances(request), model
        assert not page.list_editable, model
        actions = page.get_actions(request)
        assert set(actions) <= ACTIONS, (model, actions)

    assert written == WRITTEN_THROUGH_SERVICES
