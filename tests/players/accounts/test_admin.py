"""What administrators and operators do to accounts, and the lines it leaves."""

import re
from io import StringIO

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from audit.models import AuditEntry
from core.errors import Refused
from players.accounts.services.accounts import delete_account
from players.accounts.services.mail import PASSWORD_CHANGED_NOTICE
from players.clubs.services.members import add_member
from players.models import Club, Person, Role, User
from players.people.services.people import create_person
from tests.players.accounts.passwords import PASSWORD


@pytest.fixture
def administrator(client: Client, db: None) -> Client:
    client.force_login(
        User.objects.create_user("admin@example.org", None, display_name="Admin", is_staff=True)
    )
    return client


def change(client: Client, account: User, **changes: str) -> None:
    form = {"email": account.email, "display_name": account.display_name, "is_active": "on", **changes}
    response = client.post(reverse("admin:players_user_change", args=[account.pk]), form)
    assert response.status_code == 302


def test_making_somebody_administrator_leaves_a_line(administrator: Client, agnes: User) -> None:
    change(administrator, agnes, is_staff="on")

    (line,) = AuditEntry.objects.all()
    assert str(line) == "Admin changed the account of Agnes Brandt"
    assert (line.before, line.after) == ({"is_staff": False}, {"is_staff": True})


def test_an_address_changed_by_an_administrator_is_not_repeated(administrator: Client, agnes: User) -> None:
    change(administrator, agnes, email="new@example.org")

    (line,) = AuditEntry.objects.all()
    assert (line.before, line.after) == ({"email": "•••"}, {"email": "•••"})


def test_saving_without_a_change_leaves_no_line(administrator: Client, agnes: User) -> None:
    change(administrator, agnes)

    assert AuditEntry.objects.count() == 0


def test_a_new_account_leaves_a_line(administrator: Client) -> None:
    form = {
        "email": "jorge@example.org",
        "display_name": "Jorge",
        "usable_password": "true",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    administrator.post(reverse("admin:players_user_add"), form)

    (line,) = AuditEntry.objects.all()
    assert str(line) == "Admin made an account for Jorge"
    assert User.objects.get(email="jorge@example.org").check_password(PASSWORD)


def set_password(client: Client, account: User, password: str) -> int:
    form = {"password1": password, "password2": password, "usable_password": "true", "set-password": ""}
    address = reverse("admin:auth_user_password_change", args=[account.pk])
    return client.post(address, form).status_code


def test_a_password_set_by_an_administrator_leaves_a_line_and_is_told_to_the_owner(
    administrator: Client, agnes: User, mailoutbox: list[EmailMessage]
) -> None:
    assert set_password(administrator, agnes, "another-Word-7-times") == 302

    agnes.refresh_from_db()
    assert agnes.check_password("another-Word-7-times")
    (line,) = AuditEntry.objects.all()
    assert str(line) == "Admin changed the password of Agnes Brandt"
    assert (line.before, line.after) == ({}, {})
    (mail,) = mailoutbox
    assert mail.to == ["agnes@example.org"]
    assert mail.subject == str(PASSWORD_CHANGED_NOTICE.subject)
    assert "by the people who run the site" in mail.body


def test_a_password_that_is_refused_changes_and_says_nothing(
    administrator: Client, agnes: User, mailoutbox: list[EmailMessage]
) -> None:
    assert set_password(administrator, agnes, "short") == 200

    assert (AuditEntry.objects.count(), mailoutbox) == (0, [])


def test_a_closed_account_is_out_at_once(administrator: Client, agnes: User) -> None:
    browser = Client()
    browser.force_login(agnes)

    change(administrator, agnes, is_active="")

    assert browser.get(reverse("account")).status_code == 302


def test_the_administration_deletes_no_accounts(administrator: Client, agnes: User) -> None:
    response = administrator.post(reverse("admin:players_user_delete", args=[agnes.pk]), {"post": "yes"})

    assert response.status_code == 403
    assert User.objects.filter(pk=agnes.pk).exists()


@pytest.mark.parametrize(
    ("choice", "name"), [("keep_name", "Agnes Brandt"), ("forget_name", "Deleted player")]
)
def test_the_operator_deletes_an_account_by_a_command(agnes: User, choice: str, name: str) -> None:
    create_person(actor=None, name="Agnes Brandt", account=agnes)
    said = StringIO()

    call_command("delete_account", "AGNES@example.org", **{choice: True}, stdout=said)

    assert said.getvalue() == "The account agnes@example.org is deleted.\n"
    assert (User.objects.count(), Person.objects.get().name) == (0, name)


def test_the_command_says_what_it_cannot_do(agnes: User) -> None:
    person = create_person(actor=None, name="Agnes Brandt", account=agnes)
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    add_member(actor=None, club=club, person=person, role=Role.OWNER)

    with pytest.raises(CommandError, match=r"^There is no account with the address nobody@example.org\.$"):
        call_command("delete_account", "nobody@example.org", keep_name=True)
    with pytest.raises(Refused, match="Lapwing") as refused:
        delete_account(account=agnes, keep_name=True)
    with pytest.raises(CommandError, match=f"^{re.escape(str(refused.value))}$"):
        call_command("delete_account", "agnes@example.org", keep_name=True)
    with pytest.raises(CommandError, match="one of the arguments --keep-name --forget-name is required"):
        call_command("delete_account", "agnes@example.org")
