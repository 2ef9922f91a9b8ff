"""Changing the password, and getting a new one by mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.core import mail
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from jobs.models import OutgoingMail
from players.accounts.services.tokens import create_token, use_token
from players.models import Scope, User
from tests.players.accounts.passwords import PASSWORD

# Links and passwords are checked in Python; that accounts are written is seen in test_profile.py.
pytestmark = pytest.mark.one_database

NEW = "eight lapwings and a fence post"


def error_codes(form: BaseForm) -> dict[str, list[str]]:
    """Of each field; of an error without a code its sentence."""
    return {
        field: [error.code or error.messages[0] for error in errors]
        for field, errors in form.errors.as_data().items()
    }


def test_changing_the_password_keeps_this_session_and_ends_the_others(signed_in: Client, agnes: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(agnes)
    before = signed_in.session.session_key

    response = signed_in.post(reverse("change-password"), {"present_password": PASSWORD, "password": NEW})

    assert response["Location"] == "/account/security/"
    assert User.objects.get().check_password(NEW)
    assert signed_in.get(reverse("account")).status_code == 200
    assert signed_in.session.session_key != before
    assert elsewhere.get(reverse("account")).status_code == 302


@pytest.mark.parametrize(
    ("form", "errors"),
    [
        (
            {"present_password": "wrong", "password": NEW},
            {"present_password": ["This is not your current password. Please type it again."]},
        ),
        (
            {"present_password": PASSWORD, "password": "short"},
            {"password": ["password_too_short"]},
        ),
        (
            {"present_password": PASSWORD, "password": "agnes@example.org"},
            {"password": ["password_too_similar"]},
        ),
        (
            {},
            {"present_password": ["required"], "password": ["required"]},
        ),
        (
            {"present_password": "\0", "password": "\0"},
            {
                "present_password": ["null_characters_not_allowed"],
                "password": ["null_characters_not_allowed"],
            },
        ),
    ],
)
def test_a_password_that_cannot_be_changed_stays(
    signed_in: Client, form: dict[str, str], errors: dict[str, list[str]]
) -> None:
    response = signed_in.post(reverse("change-password"), form)

    assert error_codes(response.context["form"]) == errors
    assert User.objects.get().check_password(PASSWORD)


def link_in_the_mail(client: Client, email: str = "agnes@example.org") -> str:
    client.post(reverse("reset-password"), {"email": email})
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_the_mail_is_plain_text_with_a_link(client: Client, agnes: User) -> None:
    link = link_in_the_mail(client, "AGNES@example.org")

    (message,) = mail.outbox
    assert (message.subject, message.to) == ("Your new password for Kiebitz", ["agnes@example.org"])
    assert message.body == (
        "Hello Agnes Brandt,\n\n"
        "somebody, probably you, asked for a new password for your account at Kiebitz.\n"
        "Choose one here within four hours:\n\n"
        f"http://testserver{link}\n\n"
        "If it was not you, do nothing: your password stays as it is.\n"
    )
    assert re.fullmatch(r"/account/password/new/[A-Za-z0-9]+/[a-z0-9]+-[a-z0-9]+/", link)


def test_the_link_begins_with_the_sites_own_address_whatever_the_request_says(
    client: Client, agnes: User, settings: LazySettings
) -> None:
    settings.SITE_URL = "https://club.example.org"
    settings.ALLOWED_HOSTS = ["*"]

    client.post(
        reverse("reset-password"), {"email": "agnes@example.org"}, headers={"Host": "forged.example.com"}
    )

    (message,) = mail.outbox
    assert re.findall(r"https?://[^/\s]+", str(message.body)) == ["https://club.example.org"]


def test_the_mail_waits_in_the_outbox_until_it_is_delivered(
    client: Client, agnes: User, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "jobs.mail.OutboxBackend"

    client.post(reverse("reset-password"), {"email": "agnes@example.org"})

    assert OutgoingMail.objects.get().recipients == ["agnes@example.org"]


@pytest.mark.parametrize("email", ["agnes@example.org", "nobody@example.org"])
def test_the_answer_does_not_say_whether_there_is_an_account(client: Client, agnes: User, email: str) -> None:
    response = client.post(reverse("reset-password"), {"email": email}, follow=True)

    assert response.redirect_chain == [("/account/password/forgotten/sent/", 302)]
    assert email not in response.content.decode()


def test_a_closed_account_gets_no_mail(client: Client, agnes: User) -> None:
    User.objects.update(is_active=False)

    client.post(reverse("reset-password"), {"email": "agnes@example.org"})

    assert mail.outbox == []


def test_the_link_leads_to_a_new_password_and_signs_in(client: Client, agnes: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(agnes)
    form = client.get(link_in_the_mail(client), follow=True)
    ((address, _),) = form.redirect_chain
    assert address.endswith("/new/")

    response = client.post(address, {"password": NEW})

    assert response["Location"] == "/"
    assert get_user(client) == agnes  # type: ignore[arg-type]
    assert User.objects.get().check_password(NEW)
    assert elsewhere.get(reverse("account")).status_code == 302


def test_a_new_password_lifts_the_lock_out(client: Client, agnes: User) -> None:
    AccessAttempt.objects.create(
        username="agnes@example.org",
        ip_address="127.0.0.1",
        failures_since_start=99,
        attempt_time=timezone.now(),
    )
    link = link_in_the_mail(client)
    client.post(client.get(link)["Location"], {"password": NEW})

    response = Client().post(reverse("sign-in"), {"username": "agnes@example.org", "password": NEW})

    assert response.status_code == 302


def test_a_weak_new_password_is_refused_and_the_link_stays_good(client: Client, agnes: User) -> None:
    address = client.get(link_in_the_mail(client))["Location"]

    response = client.post(address, {"password": "short"})

    assert error_codes(response.context["form"]) == {"password": ["password_too_short"]}
    assert client.post(address, {"password": NEW}).status_code == 302


def test_a_link_works_once(client: Client, agnes: User) -> None:
    link = link_in_the_mail(client)
    client.post(client.get(link)["Location"], {"password": NEW})

    response = Client().get(link)

    assert response.status_code == 410
    assert "This link no longer works" in response.content.decode()


def test_signing_in_meanwhile_makes_the_link_invalid(client: Client, agnes: User) -> None:
    link = link_in_the_mail(client)
    Client().post(reverse("sign-in"), {"username": "agnes@example.org", "password": PASSWORD})

    assert Client().get(link).status_code == 410


@pytest.mark.parametrize(
    ("identifier", "token"),
    [
        ("x", "y"),
        ("MQ", "new"),
        ("%00", "%00"),
        ("OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "abc-def"),
        ("4pyT", "abc-def"),
        ("_____", "-"),
        ("M" * 5000, "t" * 5000),
    ],
)
def test_malformed_links_get_the_page_that_offers_a_new_one(
    client: Client, agnes: User, identifier: str, token: str
) -> None:
    for method in (client.get, client.post):
        response = method(f"/account/password/new/{identifier}/{token}/")
        assert response.status_code == 410
        assert f'href="{reverse("reset-password")}"' in response.content.decode()


@pytest.mark.parametrize("email", ["", "nonsense", "a\0@example.org", "a" * 10_000 + "@example.org"])
def test_bad_addresses_are_answered_by_the_form(client: Client, db: None, email: str) -> None:
    response = client.post(reverse("reset-password"), {"email": email})

    assert response.status_code == 200
    assert list(response.context["form"].errors) == ["email"]
    assert response.context["form"]["email"].value() == email
    assert mail.outbox == []


@pytest.mark.parametrize(("box", "works"), [({"revoke_tokens": "on"}, False), ({}, True)])
def test_a_changed_password_revokes_api_tokens_unless_the_box_is_unticked(
    signed_in: Client, agnes: User, box: dict[str, str], works: bool
) -> None:
    token = create_token(account=agnes, name="screen", scopes=[Scope.READ])
    assert signed_in.get(reverse("change-password")).context["form"]["revoke_tokens"].value() is True

    signed_in.post(reverse("change-password"), {"present_password": PASSWORD, "password": NEW, **box})

    assert (use_token(secret=token.secret) is not None) is works
    lines = AuditEntry.objects.filter(action="token.revoked").count()
    assert lines == (0 if works else 1)


@pytest.mark.parametrize(("box", "works"), [({"revoke_tokens": "on"}, False), ({}, True)])
def test_a_reset_password_revokes_api_tokens_unless_the_box_is_unticked(
    client: Client, agnes: User, box: dict[str, str], works: bool
) -> None:
    token = create_token(account=agnes, name="screen", scopes=[Scope.READ])
    address = client.get(link_in_the_mail(client))["Location"]
    assert client.get(address).context["form"]["revoke_tokens"].value() is True

    client.post(address, {"password": NEW, **box})

    assert (use_token(secret=token.secret) is not None) is works


def test_without_tokens_nothing_is_offered(signed_in: Client) -> None:
    assert "revoke_tokens" not in signed_in.get(reverse("change-password")).context["form"].fields


def test_an_address_that_waits_to_be_confirmed_resets_nothing(client: Client, agnes: User) -> None:
    """It may be mistyped, and a stranger's."""
    EmailAddress.objects.create(user=agnes, email="stranger@example.net", verified=False)

    client.post(reverse("reset-password"), {"email": "stranger@example.net"})

    assert mail.outbox == []


def test_a_reset_shows_that_mail_reaches_the_owner(client: Client, agnes: User) -> None:
    client.post(client.get(link_in_the_mail(client))["Location"], {"password": NEW})

    address = EmailAddress.objects.get()
    assert (address.email, address.primary, address.verified) == ("agnes@example.org", True, True)
