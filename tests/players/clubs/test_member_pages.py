"""The list of members, roles, leaving, and handing the club over."""

from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from audit.selectors import history_of
from players.clubs.services.members import change_role
from players.models import Club, Membership, Person, Role, User
from tests.players.clubs.pages import fill, sign_in
from tests.players.clubs.staff import Staff, join

MEMBERS = "/clubs/lapwing/members/"


def names(client: Client, **query: str) -> list[str]:
    return [membership.person.name for membership in client.get(MEMBERS, query).context["page"]]


def page_of(client: Client, membership: Membership) -> str:
    return f"{MEMBERS}{membership.pk}/"


def test_visitors_see_the_listed_and_members_see_all(client: Client, staff: Staff) -> None:
    Person.objects.filter(pk=staff.arbiter.person_id).update(listed=True)
    assert names(client) == ["Ada Abt"]

    sign_in(client, staff.member)
    assert names(client) == ["Ada Abt", "Gerd Gans", "Mia Maus", "Olga Owen"]


@pytest.mark.parametrize(
    ("sort", "first"),
    [("name", "Ada Abt"), ("-name", "Olga Owen"), ("role", "Olga Owen"), ("-role", "Mia Maus"),
     ("joined", "Olga Owen"), ("-joined", "Mia Maus"), ("nonsense", "Ada Abt")],
)  # fmt: skip
def test_members_are_sorted(client: Client, staff: Staff, sort: str, first: str) -> None:
    sign_in(client, staff.member)

    assert names(client, sort=sort)[0] == first


@pytest.mark.parametrize("search", ["dvorak", "DVOŘÁK", "Antonín", "ton dvor", "dvořák antonin"])
def test_members_are_found_without_accents_capitals_and_order(
    client: Client, staff: Staff, search: str
) -> None:
    join(staff.club, "Antonín Dvořák", Role.MEMBER)
    sign_in(client, staff.member)

    assert names(client, q=search) == ["Antonín Dvořák"]


@pytest.mark.parametrize("search", ["%", "_", "nobody", "\0", "x" * 5000])
def test_who_is_not_there_is_not_found(client: Client, staff: Staff, search: str) -> None:
    sign_in(client, staff.member)

    assert names(client, q=search) == []


def test_members_are_chosen_by_role(client: Client, staff: Staff) -> None:
    sign_in(client, staff.member)

    assert names(client, role="arbiter") == ["Ada Abt"]
    assert len(names(client, role="king")) == 4


def test_a_thousand_members_take_the_same_queries(
    client: Client, staff: Staff, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    fill(staff.club, 1000, listed=True)
    sign_in(client, staff.organiser)

    # Session, account, club, standings, number of members, members, own membership, open requests.
    with django_assert_num_queries(8):
        page = client.get(MEMBERS, {"q": "nr", "page": "3"}).context["page"]

    assert (len(page), page.paginator.count) == (50, 1000)


def test_an_organiser_makes_a_member_arbiter(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    response = client.post(
        page_of(client, staff.member),
        {"step": "role", "role": "arbiter", "seen": "member", "reason": "Passed."},
    )

    assert response["Location"] == MEMBERS
    entry = history_of(staff.member.person)[0]
    assert (str(entry), entry.reason) == ("Gerd changed the role of Mia Maus in the club", "Passed.")


def test_an_organiser_makes_nobody_owner(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    page = client.post(
        page_of(client, staff.member), {"step": "role", "role": "owner", "seen": "member"}
    ).content.decode()

    assert "Select a valid choice." in page
    assert Membership.objects.get(pk=staff.member.pk).role == "member"


def test_an_organiser_changes_nothing_about_an_owner(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    page = client.get(page_of(client, staff.owner)).content.decode()
    client.post(page_of(client, staff.owner), {"step": "end", "end-seen": "owner"})
    client.post(page_of(client, staff.owner), {"step": "role", "role": "member", "seen": "owner"})

    assert "Only owners can change the role of organisers and owners." in page
    assert Membership.objects.get(pk=staff.owner.pk).role == "owner"


def test_the_second_organiser_is_told_what_the_first_did(client: Client, staff: Staff) -> None:
    sign_in(client, staff.owner)
    change_role(actor=None, membership=staff.member, role=Role.ARBITER)

    page = client.post(
        page_of(client, staff.member),
        {"step": "role", "role": "organiser", "seen": "member", "reason": "Trusted."},
    ).content.decode()

    assert "Somebody else made Mia Maus arbiter." in page
    assert 'value="Trusted."' in page
    assert Membership.objects.get(pk=staff.member.pk).role == "arbiter"


def test_a_membership_is_ended_with_a_reason(client: Client, staff: Staff) -> None:
    sign_in(client, staff.organiser)

    client.post(page_of(client, staff.member), {"step": "end", "end-seen": "member", "end-reason": "Moved."})

    assert not Membership.objects.filter(pk=staff.member.pk).exists()
    assert history_of(staff.member.person)[0].reason == "Moved."


@pytest.mark.parametrize("number", ["999999", "99999999999999999999999"])
def test_a_member_of_nowhere_is_not_found(client: Client, staff: Staff, number: str) -> None:
    sign_in(client, staff.owner)
    elsewhere = join(Club.objects.create(name="Rook", slug="rook"), "Ron Rook", Role.MEMBER)

    assert client.get(f"{MEMBERS}{number}/").status_code == 404
    assert client.get(page_of(client, elsewhere)).status_code == 404


def test_a_member_leaves(client: Client, staff: Staff) -> None:
    sign_in(client, staff.member)

    assert client.post("/clubs/lapwing/leave/", {"reason": ""})["Location"] == "/clubs/mine/"
    assert not Membership.objects.filter(pk=staff.member.pk).exists()
    assert client.get("/clubs/lapwing/leave/").status_code == 404


def test_the_last_owner_is_told_to_hand_over_first(client: Client, staff: Staff) -> None:
    sign_in(client, staff.owner)

    page = unescape(client.post("/clubs/lapwing/leave/", {"reason": "Tired."}).content.decode())

    assert "Olga Owen is the last owner of the club. Hand the club over to somebody else first." in page
    assert 'value="Tired."' in page
    assert Membership.objects.get(pk=staff.owner.pk).role == "owner"


def test_the_club_is_handed_over(client: Client, staff: Staff) -> None:
    sign_in(client, staff.owner)
    assert "Transfer …" in client.get(page_of(client, staff.member)).content.decode()

    response = client.post(f"{page_of(client, staff.member)}hand-over/", {"giver_becomes": "member"})

    assert response["Location"] == "/clubs/lapwing/"
    assert list(Membership.objects.filter(role="owner")) == [staff.member]
    assert Membership.objects.get(pk=staff.owner.pk).role == "member"


def test_an_administrator_hands_a_club_over_for_its_owner(
    client: Client, staff: Staff, admin_user: User
) -> None:
    client.force_login(admin_user)

    client.post(f"{page_of(client, staff.member)}hand-over/", {"giver_becomes": "organiser"})

    assert list(Membership.objects.filter(role="owner")) == [staff.member]
    assert Membership.objects.get(pk=staff.owner.pk).role == "organiser"


def test_a_club_is_not_handed_to_somebody_who_cannot_sign_in(client: Client, staff: Staff) -> None:
    ghost = join(staff.club, "Gast Geist", Role.MEMBER)
    sign_in(client, staff.owner)

    page = client.post(f"{page_of(client, ghost)}hand-over/", {"giver_becomes": "member"}).content.decode()

    assert "Gast Geist has no account and could not run the club." in page
    assert Membership.objects.get(pk=staff.owner.pk).role == "owner"
