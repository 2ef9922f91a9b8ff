"""Clubs, memberships and the history in the administration pages."""

from html import unescape

import pytest
from django.test import Client

from audit.models import AuditEntry
from audit.selectors import history_of
from core.errors import Refused
from players.clubs.services.clubs import create_club, edit_club
from players.models import Club, Membership, Role, User
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff, join

CLUBS, MEMBERSHIPS = "/admin/players/club/", "/admin/players/membership/"


@pytest.fixture
def root(client: Client, db: None) -> User:
    user = make_account("Root", is_staff=True)
    client.force_login(user)
    return user


def test_a_club_added_there_has_an_owner_and_a_line(client: Client, root: User) -> None:
    assert client.post(f"{CLUBS}add/", {"name": "Rook", "website": "rook.example"})["Location"] == CLUBS

    club = Club.objects.get()
    assert (club.slug, club.website) == ("rook", "https://rook.example")
    assert Membership.objects.get().person.account == root
    assert str(history_of(club)[0]) == "Root created Rook"


def test_a_club_changed_there_leaves_a_line(client: Client, root: User, staff: Staff) -> None:
    client.post(f"{CLUBS}{staff.club.pk}/change/", {"name": "Kiebitz", "welcomes_requests": "on"})

    entry = history_of(staff.club)[0]
    assert (entry.action, entry.actor_name, entry.after) == ("club.edited", "Root", {"name": "Kiebitz"})


def test_what_makes_no_sense_is_refused_on_the_form(client: Client, root: User, staff: Staff) -> None:
    with pytest.raises(Refused) as refused:
        edit_club(actor=root, club=staff.club, name="—")

    page = client.post(f"{CLUBS}{staff.club.pk}/change/", {"name": "—"})

    assert page.status_code == 200
    assert str(refused.value) in unescape(page.content.decode())
    assert Club.objects.get().name == "Lapwing"


def test_a_club_with_members_cannot_be_deleted_there(client: Client, root: User, staff: Staff) -> None:
    page = client.post(f"{CLUBS}{staff.club.pk}/delete/", {"post": "yes"}, follow=True)

    assert [message.level_tag for message in page.context["messages"]] == ["error"]
    assert Club.objects.exists()


def test_a_club_created_by_mistake_can(client: Client, root: User) -> None:
    club = create_club(actor=root, name="Rook")

    client.post(f"{CLUBS}{club.pk}/delete/", {"post": "yes"})

    assert not Club.objects.exists()
    assert str(AuditEntry.objects.latest("pk")) == "Root deleted Rook"


def test_nobody_is_made_a_member_there_without_being_asked(client: Client, root: User, staff: Staff) -> None:
    person = create_person(actor=None, name="Jan Pijl")
    fields = {"person": person.pk, "club": staff.club.pk, "role": "member"}

    assert client.post(f"{MEMBERSHIPS}add/", fields).status_code == 403
    assert not Membership.objects.filter(person=person).exists()


def test_memberships_are_changed_and_ended_with_lines(client: Client, root: User, staff: Staff) -> None:
    membership = join(staff.club, "Jan Pijl", Role.MEMBER)
    person = membership.person
    client.post(f"{MEMBERSHIPS}{membership.pk}/change/", {"role": "arbiter"})
    client.post(f"{MEMBERSHIPS}{membership.pk}/delete/", {"post": "yes"})

    assert [(entry.action, entry.actor_name, entry.target_name) for entry in history_of(person)[:2]] == [
        ("membership.removed", "Root", "Jan Pijl"),
        ("membership.role_changed", "Root", "Jan Pijl"),
    ]


def test_an_owner_without_an_account_is_refused_there_too(client: Client, root: User, staff: Staff) -> None:
    membership = join(staff.club, "Jan Pijl", Role.MEMBER)

    page = client.post(f"{MEMBERSHIPS}{membership.pk}/change/", {"role": "owner"}, follow=True)

    assert [message.level_tag for message in page.context["messages"]] == ["error"]
    assert Membership.objects.get(pk=membership.pk).role == "member"


@pytest.mark.parametrize(("step", "data"), [("change", {"role": "member"}), ("delete", {"post": "yes"})])
def test_the_last_owner_stays_there_too(
    client: Client, root: User, staff: Staff, step: str, data: dict[str, str]
) -> None:
    page = client.post(f"{MEMBERSHIPS}{staff.owner.pk}/{step}/", data, follow=True).content.decode()

    assert "Olga Owen is the last owner of the club." in page
    assert Membership.objects.get(pk=staff.owner.pk).role == "owner"


def test_the_whole_history_can_be_read_and_nothing_else(client: Client, root: User, staff: Staff) -> None:
    entry = AuditEntry.objects.latest("pk")

    assert "Mia Maus" in client.get("/admin/audit/auditentry/", {"q": "Mia"}).content.decode()
    assert client.get(f"/admin/audit/auditentry/{entry.pk}/change/").status_code == 200
    assert client.post(f"/admin/audit/auditentry/{entry.pk}/change/", {"reason": "x"}).status_code == 403
    assert client.get("/admin/audit/auditentry/add/").status_code == 403
    assert client.post(f"/admin/audit/auditentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
