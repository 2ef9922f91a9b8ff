"""The profile: name and e-mail address."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts.services import accounts
from players.models import User
from players.people.services.people import create_person
from tests.players.accounts.passwords import PASSWORD


def link_in_the_mail() -> str:
    found = re.search(r"http://testserver(/account/email/confirm/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def ask_for(client: Client, email: str, password: str = PASSWORD) -> str:
    client.post(reverse("change-email"), {"email": email, "present_password": password})
    return link_in_the_mail()


def test_the_name_is_changed_and_the_history_tells_it(signed_in: Client) -> None:
    response = signed_in.post(reverse("account"), {"display_name": " Agnes  Brandt-Meyer "}, follow=True)

    assert "Your name is saved." in response.content.decode()
    assert User.objects.get().display_name == "Agnes Brandt-Meyer"
    (line,) = AuditEntry.objects.all()
    assert (line.before, line.after) == (
        {"display_name": "Agnes Brandt"},
        {"display_name": "Agnes Brandt-Meyer"},
    )


def test_the_same_name_is_no_change(signed_in: Client) -> None:
    signed_in.post(reverse("account"), {"display_name": "Agnes Brandt"})

    assert AuditEntry.objects.count() == 0


@pytest.mark.parametrize("name", ["", "…", "Agnes\u202e", "x" * 81, "\0"])
def test_a_bad_name_is_refused(signed_in: Client, name: str) -> None:
    response = signed_in.post(reverse("account"), {"display_name": name})

    assert list(response.context["form"].errors) == ["display_name"]
    assert User.objects.get().display_name == "Agnes Brandt"


def test_the_page_leads_to_the_person_one_is(signed_in: Client, agnes: User) -> None:
    assert "You have no player profile yet." in signed_in.get(reverse("account")).content.decode()

    create_person(actor=None, name="Agnes B.", account=agnes)

    text = signed_in.get(reverse("account")).content.decode()
    assert "In clubs, results and lists your name is Agnes B." in text


def test_the_new_address_is_asked_to_confirm(signed_in: Client) -> None:
    response = signed_in.post(
        reverse("change-email"), {"email": "agnes@example.net", "present_password": PASSWORD}, follow=True
    )

    assert "An e-mail is on its way to agnes@example.net." in response.content.decode()
    (message,) = mail.outbox
    assert (message.subject, message.to) == ("Your new e-mail address at Kiebitz", ["agnes@example.net"])
    assert User.objects.get().email == "agnes@example.org"


def test_looking_at_the_link_changes_nothing(signed_in: Client) -> None:
    response = signed_in.get(ask_for(signed_in, "agnes@example.net"))

    assert response.status_code == 200
    assert "agnes@example.net" in response.content.decode()
    assert User.objects.get().email == "agnes@example.org"


def test_confirming_changes_the_address_and_tells_the_old_one(signed_in: Client, agnes: User) -> None:
    response = signed_in.post(ask_for(signed_in, "Agnes@Example.NET"), follow=True)

    assert "Your e-mail address is now Agnes@example.net." in response.content.decode()
    assert User.objects.get().email == "Agnes@example.net"
    message = mail.outbox[-1]
    assert (message.subject, message.to) == (
        "Your e-mail address at Kiebitz was changed",
        ["agnes@example.org"],
    )
    (line,) = AuditEntry.objects.all()
    assert (line.before, line.after) == ({"email": "•••"}, {"email": "•••"})


def test_the_new_address_signs_in(signed_in: Client) -> None:
    signed_in.post(ask_for(signed_in, "agnes@example.net"))

    form = {"username": "agnes@example.net", "password": PASSWORD}
    assert Client().post(reverse("sign-in"), form)["Location"] == "/"


def test_capital_letters_can_be_changed(signed_in: Client) -> None:
    signed_in.post(ask_for(signed_in, "Agnes@example.org"))

    assert User.objects.get().email == "Agnes@example.org"


def test_a_link_works_once(signed_in: Client) -> None:
    link = ask_for(signed_in, "agnes@example.net")
    signed_in.post(link)

    assert signed_in.post(link).status_code == 404


def test_whoever_reads_the_mail_but_is_not_signed_in_confirms_nothing(signed_in: Client) -> None:
    """A mistyped address may be somebody else's."""
    link = ask_for(signed_in, "stranger@example.net")

    assert Client().post(link)["Location"].startswith("/account/sign-in/")
    stranger = User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")
    another = Client()
    another.force_login(stranger)
    assert another.post(link).status_code == 404
    assert sorted(User.objects.values_list("email", flat=True)) == ["agnes@example.org", "jorge@example.org"]


def test_a_link_grows_old(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    link = ask_for(signed_in, "agnes@example.net")
    monkeypatch.setattr(accounts, "EMAIL_LINK_MAX_AGE", -1)

    response = signed_in.get(link)

    assert response.status_code == 404
    assert "This link does not work" in response.content.decode()


@pytest.mark.parametrize("token", ["x", "a:b:c", "%00", "x" * 5000])
def test_malformed_links_do_not_work(signed_in: Client, token: str) -> None:
    assert signed_in.get(f"/account/email/confirm/{token}/").status_code == 404


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"email": "agnes@example.org", "present_password": PASSWORD}, "email"),
        ({"email": "JORGE@example.org", "present_password": PASSWORD}, "email"),
        ({"email": "nonsense", "present_password": PASSWORD}, "email"),
        ({"email": "agnes@example.net", "present_password": "wrong"}, "present_password"),
    ],
)
def test_an_address_that_cannot_be_had_is_refused(
    signed_in: Client, form: dict[str, str], field: str
) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")

    response = signed_in.post(reverse("change-email"), form)

    assert list(response.context["form"].errors) == [field]
    assert mail.outbox == []


def test_an_address_taken_in_the_meantime_is_refused(signed_in: Client, agnes: User) -> None:
    link = ask_for(signed_in, "agnes@example.net")
    User.objects.create_user("AGNES@example.net", PASSWORD, display_name="Another")

    response = signed_in.post(link)

    assert response.context["problem"] == "Another account now has this e-mail address."
    agnes.refresh_from_db()
    assert agnes.email == "agnes@example.org"
    assert AuditEntry.objects.count() == 0


@pytest.mark.django_db
def test_the_database_decides_who_gets_an_address(agnes: User) -> None:
    User.objects.create_user("jorge@example.org", PASSWORD, display_name="Jorge")

    with pytest.raises(Refused):
        accounts.change_email(account=agnes, email="JORGE@example.org")

    assert agnes.email == "agnes@example.org"
