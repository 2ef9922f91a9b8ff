"""Signing in with an account elsewhere, at a real provider of OpenID Connect that runs beside the test."""

from collections.abc import Iterator
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from config.environment import OpenIdProvider
from players.accounts import policies
from players.models import User
from tests.players.accounts.codes import Phone, switch_on
from tests.players.accounts.openid_provider import CLIENT, SECRET, OpenIdServer, running_provider
from tests.players.accounts.passwords import PASSWORD

# What the provider says is checked in Python; most of the time goes to the provider beside the test.
pytestmark = pytest.mark.one_database


@pytest.fixture
def provider(db: None, settings: LazySettings) -> Iterator[OpenIdServer]:
    with running_provider() as server:
        use(settings, server.address)
        yield server


def use(settings: LazySettings, address: str) -> None:
    settings.OIDC = OpenIdProvider("Federation", address, CLIENT, SECRET)
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [settings.OIDC.as_app()]}}


def key(settings: LazySettings) -> str:
    return str(settings.OIDC.key)


def sign_in(client: Client, settings: LazySettings, **form: str) -> Any:
    return come_back(client, client.post(reverse("openid_connect_login", args=[key(settings)]), form))


def come_back(client: Client, response: Any) -> Any:
    """As a browser does: to the provider, which says yes, and back."""
    answer = requests.get(response["Location"], allow_redirects=False, timeout=9)
    back = urlsplit(answer.headers["Location"])
    return client.get(f"{back.path}?{back.query}")


def account_in(client: Client) -> User | None:
    user = get_user(client)  # type: ignore[arg-type]
    return user if isinstance(user, User) else None


def connect(client: Client, settings: LazySettings, password: str = PASSWORD) -> Any:
    return client.post(reverse("connect-provider", args=[key(settings)]), {"present_password": password})


def test_the_first_time_makes_an_account_without_a_password(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    provider.person["email_verified"] = True

    response = sign_in(client, settings, next="/clubs/")

    assert response["Location"] == "/clubs/"
    user = account_in(client)
    assert user is not None
    assert (user.email, user.display_name) == ("agnes@federation.example", "Agnes Brandt")
    assert not user.has_usable_password()
    assert EmailAddress.objects.get().verified
    assert [line.action for line in AuditEntry.objects.all()] == ["account.provider_connected"]
    assert SocialToken.objects.count() == 0


def test_the_next_time_it_is_the_same_account_whatever_its_address(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    sign_in(client, settings)
    provider.person["email"] = "brandt@federation.example"
    another = Client()

    sign_in(another, settings)

    assert account_in(another) == User.objects.get()
    assert SocialAccount.objects.count() == 1


@pytest.mark.parametrize("is_verified", [True, False])
def test_an_account_with_the_same_address_is_not_taken(
    client: Client, provider: OpenIdServer, settings: LazySettings, agnes: User, is_verified: bool
) -> None:
    """Whoever signed up with it need not be its owner, and the provider's owner need not be theirs."""
    provider.person |= {"email": "AGNES@example.org", "email_verified": is_verified}

    response = sign_in(client, settings)

    assert response["Location"] == "/account/sign-in/"
    assert account_in(client) is None
    assert (User.objects.count(), SocialAccount.objects.count()) == (1, 0)


def test_the_owner_connects_the_two_with_the_password(
    signed_in: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    assert connect(signed_in, settings, "wrong").status_code == 200

    response = come_back(signed_in, connect(signed_in, settings))

    assert response["Location"] == "/account/security/"
    assert SocialAccount.objects.get().user == agnes
    assert mail.outbox[-1].to == ["agnes@example.org"]
    assert AuditEntry.objects.get().action == "account.provider_connected"
    another = Client()
    sign_in(another, settings)
    assert account_in(another) == agnes


def test_nobody_connects_what_is_connected_with_another(
    signed_in: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    sign_in(Client(), settings)

    come_back(signed_in, connect(signed_in, settings))

    assert SocialAccount.objects.get().user.email == "agnes@federation.example"


def test_signing_in_cannot_be_turned_into_connecting(
    signed_in: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    """Somebody at a screen that was left open does not know the password."""
    sign_in(signed_in, settings, process="connect")

    assert not SocialAccount.objects.filter(user=agnes).exists()


def test_disconnecting_takes_the_password(
    signed_in: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    come_back(signed_in, connect(signed_in, settings))
    address = reverse("disconnect-provider")

    signed_in.post(address, {"present_password": "wrong"})
    assert SocialAccount.objects.count() == 1
    signed_in.post(address, {"present_password": PASSWORD})

    assert SocialAccount.objects.count() == 0
    assert AuditEntry.objects.latest("pk").action == "account.provider_disconnected"


def test_the_second_factor_is_asked_for_as_well(
    client: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    SocialAccount.objects.create(user=agnes, provider=key(settings), uid="42")
    switch_on(agnes)

    response = sign_in(client, settings, next="/clubs/")

    assert response["Location"] == "/account/sign-in/code/"
    assert account_in(client) is None
    response = client.post(reverse("second-step"), {"code": Phone(agnes).code()})
    assert response["Location"] == "/clubs/"


def test_a_closed_account_is_not_let_in(
    client: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    SocialAccount.objects.create(user=agnes, provider=key(settings), uid="42")
    User.objects.update(is_active=False)

    assert sign_in(client, settings)["Location"] == "/account/sign-in/"
    assert account_in(client) is None


@pytest.mark.parametrize("breaks", ["issuer", "audience", "age", "signature", "subject", "token"])
def test_a_token_that_is_not_for_us_signs_nobody_in(
    client: Client, provider: OpenIdServer, settings: LazySettings, breaks: str
) -> None:
    provider.breaks = breaks

    assert sign_in(client, settings)["Location"] == "/account/sign-in/"
    assert User.objects.count() == 0


def test_an_answer_that_nobody_asked_for_signs_nobody_in(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    """A link with a stranger's code would sign the victim in to the stranger's account."""
    start = client.post(reverse("openid_connect_login", args=[key(settings)]))
    answer = requests.get(start["Location"], allow_redirects=False, timeout=9)
    back = urlsplit(answer.headers["Location"])
    victim = Client()

    response = victim.get(f"{back.path}?{back.query}")

    assert response["Location"] == "/account/sign-in/"
    assert account_in(victim) is None


def test_whoever_says_no_at_the_provider_is_back_at_signing_in(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    start = client.post(reverse("openid_connect_login", args=[key(settings)]))
    state = requests.utils.unquote(start["Location"]).split("state=")[1].split("&")[0]

    answer = client.get(
        reverse("openid_connect_callback", args=[key(settings)]), {"error": "access_denied", "state": state}
    )

    assert answer["Location"] == "/account/sign-in/"


def test_a_provider_that_is_away_keeps_nobody_from_the_password(
    client: Client, settings: LazySettings, agnes: User
) -> None:
    use(settings, "http://127.0.0.1:1")

    response = client.post(reverse("openid_connect_login", args=[key(settings)]))

    assert response["Location"] == "/account/sign-in/"
    assert "Continue with Federation" in client.get(reverse("sign-in")).content.decode()


def test_another_servers_people_are_not_the_same(
    client: Client, provider: OpenIdServer, settings: LazySettings, agnes: User
) -> None:
    SocialAccount.objects.create(user=agnes, provider="oidc-another", uid="42")

    sign_in(client, settings)

    assert account_in(client) != agnes


def test_without_an_address_there_is_no_account(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    del provider.person["email"]

    assert sign_in(client, settings)["Location"] == "/account/sign-up/"
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    ("told", "name"), [("Agnes\u202eB", "agnes"), ("", "agnes"), ("…", "agnes"), ("x" * 200, "x" * 80)]
)
def test_a_name_that_cannot_be_shown_is_replaced(
    client: Client, provider: OpenIdServer, settings: LazySettings, told: str, name: str
) -> None:
    provider.person["name"] = told

    sign_in(client, settings)

    assert User.objects.get().display_name == name


def test_who_has_no_password_chooses_one_by_mail_before_what_takes_one(
    client: Client, provider: OpenIdServer, settings: LazySettings
) -> None:
    sign_in(client, settings)

    page = client.post(reverse("add-passkey"), {"present_password": "anything at all"})
    assert "no password yet" in page.context["form"].errors["present_password"][0]
    assert client.get(reverse("change-password"))["Location"] == reverse("reset-password")

    client.post(reverse("reset-password"), {"email": "agnes@federation.example"})
    link = next(word for word in str(mail.outbox[-1].body).split() if word.startswith("http://testserver"))
    address = client.get(link.removeprefix("http://testserver"))["Location"]
    client.post(address, {"password": PASSWORD})
    assert User.objects.get().check_password(PASSWORD)


def test_asking_is_limited(client: Client, provider: OpenIdServer, settings: LazySettings) -> None:
    address, limit = reverse("openid_connect_login", args=[key(settings)]), policies.PROVIDER_BY_ADDRESS
    for _ in range(limit.times):
        limit.seconds_to_wait("127.0.0.1")

    assert client.post(address).status_code == 429


def test_a_link_cannot_begin_it(client: Client, provider: OpenIdServer, settings: LazySettings) -> None:
    assert client.get(reverse("openid_connect_login", args=[key(settings)])).status_code == 405


def test_without_a_provider_there_is_no_such_door(client: Client, db: None) -> None:
    assert "Continue with" not in client.get(reverse("sign-in")).content.decode()
    assert client.post(reverse("openid_connect_login", args=["oidc-x"])).status_code == 404


def test_the_operator_learns_the_return_address(settings: LazySettings) -> None:
    with pytest.raises(CommandError, match="there is no provider"):
        call_command("oidc_address")
    use(settings, "https://login.example.org")
    said = StringIO()

    call_command("oidc_address", stdout=said)

    assert said.getvalue() == f"http://testserver/account/sign-in/provider/{key(settings)}/back/\n"
