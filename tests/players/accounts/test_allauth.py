"""Why some parts of django-allauth are not used (decision 14): what the package itself does there.

If one of these fails after an upgrade, the package does better than it did, and the decision may be looked at again.
"""

import time

import pytest
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.apps import apps
from django.conf import LazySettings
from django.contrib import admin
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from players.models import User
from tests.players.accounts.codes import Phone


def test_the_package_lets_a_code_in_twice(
    agnes: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MFA_TOTP_TOLERANCE = 1  # as a phone's clock needs it
    app = totp.TOTP.activate(agnes, totp.generate_totp_secret())
    now = time.time() // 30 * 30
    monkeypatch.setattr(time, "time", lambda: now)
    code = Phone(agnes).code()
    assert app.validate_code(code)
    cache.clear()  # as it is by itself after thirty seconds
    monkeypatch.setattr(time, "time", lambda: now + 45)

    assert app.validate_code(code)


def test_the_package_keeps_recovery_codes_so_that_they_can_be_read(agnes: User) -> None:
    RecoveryCodes.activate(agnes)

    stored = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()

    assert [len(code) for code in stored] == [8] * 10
    assert all(code.isdecimal() for code in stored)


def test_the_package_empties_an_unproved_address_when_another_is_asked_for(agnes: User) -> None:
    EmailAddress.objects.create(user=agnes, email="agnes@example.org", primary=True, verified=False)
    request = RequestFactory().get("/")

    with context.request_context(request):
        EmailAddress.objects.add_new_email(request, agnes, "agnes@example.net", send_verification=False)

    assert User.objects.get().email == ""


def test_the_package_resets_passwords_by_addresses_that_wait_to_be_confirmed(agnes: User) -> None:
    EmailAddress.objects.create(user=agnes, email="mistyped@example.net", verified=False)

    found = filter_users_by_email(
        "mistyped@example.net", is_active=True, prefer_verified=True, for_login=True
    )

    assert found == [agnes]


# --- What we make of it ---


def test_the_administration_has_no_pages_of_the_package(client: Client, agnes: User) -> None:
    User.objects.update(is_staff=True)
    client.force_login(agnes)

    registered = {model._meta.app_label for model in admin.site._registry}

    assert registered & {"account", "mfa", "socialaccount"} == set()
    assert client.get("/admin/mfa/authenticator/").status_code == 404


def test_no_address_of_the_package_is_open_but_ours(client: Client, db: None) -> None:
    installed = {app.name for app in apps.get_app_configs()}

    assert "allauth.usersessions" not in installed
    for path in ("login/", "2fa/", "email/x/", "reauthenticate/", "social/connections/"):
        assert client.get(f"{reverse('account')}{path}").status_code == 404


def test_the_pages_are_never_given_as_json(client: Client, agnes: User) -> None:
    form = {"username": "agnes@example.org", "password": "wrong"}
    response = client.post(reverse("sign-in"), form, headers={"Accept": "application/json"})

    assert response["Content-Type"].startswith("text/html")
