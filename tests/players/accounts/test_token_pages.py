"""The pages of API tokens."""

import re
from datetime import timedelta

from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from players.accounts.services.tokens import create_token, use_token
from players.models import ApiToken, Scope, User
from tests.markup import compact
from tests.players.accounts.passwords import PASSWORD

FORM = {
    "name": "Results screen",
    "scopes": ["read", "organise"],
    "lifetime": "90",
    "present_password": PASSWORD,
}


def test_a_new_token_is_shown_once(signed_in: Client, agnes: User) -> None:
    response = signed_in.post("/account/tokens/new/", FORM)

    text = response.content.decode()
    (secret,) = re.findall(r"kiebitz_[\w-]{43}", text)
    token = use_token(secret=secret)
    assert token is not None
    assert (token.account, token.name, token.scopes) == (
        agnes,
        "Results screen",
        {Scope.READ, Scope.ORGANISE},
    )
    assert token.expires_at is not None
    assert abs(token.expires_at - timezone.now() - timedelta(days=90)) < timedelta(minutes=1)
    assert "no-store" in response["Cache-Control"]
    assert secret not in signed_in.get("/account/tokens/").content.decode()


def test_a_token_may_be_valid_until_revoked(signed_in: Client) -> None:
    signed_in.post("/account/tokens/new/", FORM | {"lifetime": "for-ever"})

    assert ApiToken.objects.get().expires_at is None


def test_the_list_shows_what_is_known_of_each(signed_in: Client, agnes: User) -> None:
    create_token(account=agnes, name="Unused <b>", scopes=[Scope.READ])
    revoked = create_token(account=agnes, name="Old", scopes=[Scope.SUBMIT]).row
    signed_in.post(f"/account/tokens/{revoked.pk}/revoke/")

    text = compact(signed_in.get("/account/tokens/"))

    assert "Unused &lt;b&gt;" in text
    assert text.count('<span class="tag">revoked</span>') == 1
    assert text.count(">Revoke") == 1


def test_revoking_says_so(signed_in: Client, agnes: User) -> None:
    row, secret = create_token(account=agnes, name="Screen", scopes=[Scope.READ])

    response = signed_in.post(f"/account/tokens/{row.pk}/revoke/", follow=True)

    assert "“Screen” is revoked" in response.content.decode()
    assert use_token(secret=secret) is None


def test_nobody_revokes_the_token_of_another(signed_in: Client) -> None:
    jorge = User.objects.create_user("jorge@example.org", None, display_name="Jorge")
    row, secret = create_token(account=jorge, name="Screen", scopes=[Scope.READ])

    assert signed_in.post(f"/account/tokens/{row.pk}/revoke/").status_code == 404
    assert use_token(secret=secret) == row


def test_without_the_password_there_is_no_token(signed_in: Client) -> None:
    response = signed_in.post("/account/tokens/new/", FORM | {"present_password": "guessed"})

    text = response.content.decode()
    ((field, (problem,)),) = response.context["form"].errors.items()
    assert field == "present_password"
    assert problem in text
    assert 'value="Results screen"' in text
    assert not ApiToken.objects.exists()


def test_guessing_the_password_is_limited(signed_in: Client) -> None:
    for _ in range(10):
        signed_in.post("/account/tokens/new/", FORM | {"present_password": "guessed"})

    response = signed_in.post("/account/tokens/new/", FORM)

    assert response.status_code == 429
    assert int(response["Retry-After"]) > 0
    assert not ApiToken.objects.exists()


def test_too_many_tokens_are_refused_with_a_sentence(signed_in: Client, agnes: User) -> None:
    for number in range(20):
        create_token(account=agnes, name=f"Token {number}", scopes=[Scope.READ])

    response = signed_in.post("/account/tokens/new/", FORM)

    assert "You have 20 tokens." in response.content.decode()


def test_bad_input_is_told_and_nothing_is_made(signed_in: Client) -> None:
    bad = {"name": "\u202eevil", "scopes": ["rule"], "lifetime": "7", "present_password": PASSWORD}

    response = signed_in.post("/account/tokens/new/", bad)

    assert sorted(response.context["form"].errors) == ["lifetime", "name", "scopes"]
    assert not ApiToken.objects.exists()


def test_the_list_takes_a_fixed_number_of_queries(
    signed_in: Client, agnes: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(15):
        create_token(account=agnes, name=f"Token {number}", scopes=[Scope.READ])

    with django_assert_max_num_queries(5):
        signed_in.get("/account/tokens/")
