"""What all pages of an account have in common."""

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from players.models import User

# Headers and forms of pages, all of which tests/templates/test_rendered_pages.py shows from both databases.
pytestmark = pytest.mark.one_database

OPEN = ["sign-up", "sign-in", "reset-password", "reset-password-sent"]
OWNERS = [
    "account",
    "change-email",
    "preferences",
    "mail-choices",
    "security",
    "switch-on-second-factor",
    "sessions",
    "your-data",
    "change-password",
    "delete-account",
]
FORMS = [
    "sign-up",
    "sign-in",
    "sign-out",
    "reset-password",
    "change-email",
    "preferences",
    "mail-choices",
    "switch-on-second-factor",
    "switch-off-second-factor",
    "renew-recovery-codes",
    "end-session",
    "change-password",
    "delete-account",
    "request-data-export",
    "choose-theme",
    "set_language",
]


@pytest.mark.parametrize("name", OPEN)
def test_open_pages_are_not_cached(client: Client, db: None, name: str) -> None:
    response = client.get(reverse(name))

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("name", OWNERS)
def test_owners_pages_are_for_their_owner_and_not_cached(client: Client, agnes: User, name: str) -> None:
    response = client.get(reverse(name))
    assert response["Location"] == f"/account/sign-in/?next={reverse(name)}"
    assert "no-store" in response["Cache-Control"]

    client.force_login(agnes)
    response = client.get(reverse(name))
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_from_elsewhere_is_refused(agnes: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(agnes)

    response = client.post(reverse(name), {})

    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()
    assert get_user(client) == agnes  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["account", "change-password", "delete-account", "request-data-export", "end-session"]
)
def test_a_form_sent_after_the_session_ended_leads_to_sign_in(client: Client, db: None, name: str) -> None:
    assert client.post(reverse(name), {})["Location"] == "/account/sign-in/?next=/account/"
