"""Signing in with a provider of OpenID Connect in a browser, whose policy has to let the form go there."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from playwright.sync_api import expect

from config.environment import OpenIdProvider
from players.models import User
from tests.browser.accessibility import violations_by_day_and_night
from tests.browser.pages import PHONE, OpenBrowser
from tests.players.accounts.openid_provider import CLIENT, SECRET, OpenIdServer, running_provider


@pytest.fixture
def provider(settings: LazySettings, transactional_db: None) -> Iterator[OpenIdServer]:
    with running_provider() as server:
        settings.OIDC = OpenIdProvider("Federation", server.address, CLIENT, SECRET)
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [settings.OIDC.as_app()]}}
        directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
        settings.CONTENT_SECURITY_POLICY = {
            "DIRECTIVES": {**directives, "form-action": [*directives["form-action"], settings.OIDC.origin]}
        }
        yield server


def test_one_tap_leads_to_the_provider_and_back(open_browser: OpenBrowser, provider: OpenIdServer) -> None:
    page = open_browser(viewport=PHONE, has_touch=True)
    page.goto("/account/sign-in/?next=/account/security/")
    assert violations_by_day_and_night(page) == []

    page.get_by_role("button", name="Continue with Federation").tap()

    expect(page.get_by_role("heading", name="Connected account")).to_be_visible()
    assert violations_by_day_and_night(page) == []
    assert User.objects.get().email == "agnes@federation.example"
