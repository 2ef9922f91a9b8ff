"""Signing up."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.db import connections
from django.test import Client
from django.urls import reverse

from config import settings as site_settings
from players.accounts.services import accounts
from players.models import User
from tests.players.accounts.passwords import PASSWORD
from tests.players.accounts.quick_passwords import QuickArgon2

SITES_HASHERS = site_settings.PASSWORD_HASHERS
FORM = {"display_name": "Jorge Núñez", "email": "jorge@example.org", "password": PASSWORD}
TAKEN = "There is already an account with this e-mail address. Sign in, or reset your password."


def test_signing_up_creates_the_account_and_signs_in(client: Client, db: None) -> None:
    response = client.post(reverse("sign-up"), FORM)

    assert (response.status_code, response["Location"]) == (302, "/")
    user = User.objects.get()
    assert (user.email, user.display_name, user.is_staff, user.is_superuser) == (
        "jorge@example.org",
        "Jorge Núñez",
        False,
        False,
    )
    assert get_user(client) == user  # type: ignore[arg-type]


def test_passwords_are_stored_as_argon2_with_full_effort(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.PASSWORD_HASHERS = SITES_HASHERS

    client.post(reverse("sign-up"), FORM)

    assert User.objects.get().password.startswith("argon2$argon2id$v=19$m=102400,t=2,p=8$")


def test_signing_up_gives_a_new_session(client: Client, db: None) -> None:
    client.get(reverse("sign-up"))
    session = client.session
    session["before"] = True
    session.save()
    before = session.session_key

    client.post(reverse("sign-up"), FORM)

    assert client.session.session_key != before


def test_signing_up_leads_back_to_the_page_asked_for(client: Client, db: None) -> None:
    response = client.post(reverse("sign-up"), {**FORM, "next": "/clubs/"})

    assert response["Location"] == "/clubs/"


@pytest.mark.parametrize("email", ["agnes@example.org", "Agnes@example.org", "AGNES@EXAMPLE.ORG"])
def test_an_address_has_one_account_however_it_is_written(client: Client, agnes: User, email: str) -> None:
    response = client.post(reverse("sign-up"), {**FORM, "email": email})

    assert response.context["form"].errors == {"email": [TAKEN]}
    assert User.objects.count() == 1


def test_the_database_refuses_the_second_of_two_sign_ups_that_both_looked_before(agnes: User) -> None:
    with pytest.raises(accounts.EmailTaken):
        accounts.sign_up(email="AGNES@example.org", display_name="Another", password=PASSWORD)
    assert User.objects.count() == 1


class RivalHasher(QuickArgon2):
    """While the password is hashed, between looking and writing, somebody else signs up with the same address."""

    def encode(self, password: str, salt: str) -> str:
        User.objects.create(email="JORGE@example.org", display_name="A rival", password="!")
        return str(super().encode(password, salt))


def test_whoever_is_overtaken_while_signing_up_gets_the_forms_error(
    client: Client, db: None, settings: LazySettings
) -> None:
    settings.PASSWORD_HASHERS = [f"{RivalHasher.__module__}.{RivalHasher.__qualname__}"]

    response = client.post(reverse("sign-up"), FORM)

    assert response.status_code == 200
    assert response.context["form"].errors == {"email": [TAKEN]}
    assert response.context["form"]["display_name"].value() == "Jorge Núñez"
    assert User.objects.get().display_name == "A rival"


@pytest.mark.django_db(transaction=True)
def test_simultaneous_sign_ups_make_one_account_and_the_others_see_why(settings: LazySettings) -> None:
    # The real hasher takes its time between looking and writing: all six have looked before the first one writes.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]

    def post(number: int) -> tuple[int, bool]:
        try:
            response = Client().post(reverse("sign-up"), {**FORM, "display_name": f"Jorge {number}"})
            # Not `response.context`: the test client gathers it for all threads together.
            return response.status_code, TAKEN in response.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(post, range(6)))

    assert answers == [(200, True)] * 5 + [(302, False)]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("display_name", "", "This field is required."),
        ("display_name", " \t ", "This field is required."),
        ("display_name", "…", "A name needs at least one letter."),
        (
            "display_name",
            "Jorge\u202enoitavele",
            "The name has invisible characters. Please type it again.",
        ),
        ("display_name", "x" * 81, "Ensure this value has at most 80 characters (it has 81)."),
        ("display_name", "Jorge\0", "Null characters are not allowed."),
        ("email", "nonsense", "Enter a valid email address."),
        ("email", "jorge@example.org\0", "Null characters are not allowed."),
        (
            "email",
            "j" * 10_000 + "@example.org",
            "Ensure this value has at most 254 characters (it has 10012).",
        ),
        ("password", "", "This field is required."),
        ("password", "short", "This password is too short. It must contain at least 10 characters."),
        ("password", "1029384756102938", "This password is entirely numeric."),
        ("password", "jorge@example.org", "The password is too similar to the e-mail address."),
        ("password", "Jorge Núñez", "The password is too similar to the name."),
        ("password", PASSWORD + "\0", "Null characters are not allowed."),
    ],
)
def test_bad_input_is_named_at_its_field_and_kept(
    client: Client, db: None, field: str, value: str, error: str
) -> None:
    response = client.post(reverse("sign-up"), {**FORM, field: value})

    assert response.status_code == 200
    assert error in response.context["form"].errors[field]
    assert list(response.context["form"].errors) == [field]
    assert response.context["form"]["email"].value() == {**FORM, field: value}["email"]
    assert PASSWORD not in response.content.decode()
    assert User.objects.count() == 0


def test_spaces_in_a_name_are_tidied(client: Client, db: None) -> None:
    client.post(reverse("sign-up"), {**FORM, "display_name": "  Jorge \n  Núñez "})

    assert User.objects.get().display_name == "Jorge Núñez"


def test_whoever_is_signed_in_is_taken_to_the_front_page(signed_in: Client) -> None:
    assert signed_in.get(reverse("sign-up"))["Location"] == "/"
