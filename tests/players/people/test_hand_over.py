"""A profile that is given, claimed or merged carries no role above member."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from audit.selectors import history_of_club
from players.clubs.services.clubs import create_club
from players.clubs.services.members import add_member
from players.clubs.services.offers import offer_membership
from players.models import Club, Membership, MembershipOffer, Person, ProfileInvitation, Role, User
from players.people.services import claims
from players.people.services.merges import merge_people, plan_merge, undo_merge
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.circle import Circle


@pytest.fixture
def other_club(circle: Circle) -> Club:
    """Of other people: Olaf owns it."""
    return create_club(actor=make_account("Olaf"), name="Plover")


@pytest.fixture
def profile(circle: Circle, other_club: Club) -> Person:
    """Ute has no account, and is a member here and arbiter there."""
    add_member(actor=None, club=other_club, person=circle.unlisted, role=Role.ARBITER)
    return circle.unlisted


@pytest.fixture
def second_account(circle: Circle) -> User:
    """Of the organiser, whoever knows."""
    return make_account("Second")


def give(profile: Person, account: User, by: User) -> None:
    claims.invite_to_profile(actor=by, person=profile, email="second@example.org")
    secret = mail.outbox[-1].body.rpartition("/people/invitation/")[2].split("/")[0]
    claims.accept_invitation(account=account, secret=str(secret))


def let_claim(profile: Person, account: User, by: User) -> None:
    claims.approve_claim(actor=by, claim=claims.claim_profile(account=account, person=profile))


@pytest.mark.parametrize("hand_over", [give, let_claim])
@pytest.mark.parametrize("has_profile", [True, False])
def test_a_profile_that_changes_hands_brings_plain_memberships(
    circle: Circle,
    profile: Person,
    other_club: Club,
    second_account: User,
    hand_over: object,
    has_profile: bool,
) -> None:
    if has_profile:
        create_person(actor=None, name="Second", account=second_account)
    mail.outbox.clear()

    hand_over(profile, second_account, circle.organiser)  # type: ignore[operator]

    roles = Membership.objects.filter(person__account=second_account).values_list("club__name", "role")
    assert dict(roles) == {"Lapwing": "member", "Plover": "member"}
    line = next(
        line for line in history_of_club(other_club.pk) if line.action == "membership.role_not_carried"
    )
    assert (line.before, line.after) == ({"role": "arbiter"}, {"role": "member"})
    told = [message for message in mail.outbox if message.to == ["olaf@example.org"]]
    assert told[-1].subject == "Ute Zorn is a plain member of Plover now"


def test_an_organiser_becomes_no_owner_by_a_profile_without_an_account(
    circle: Circle, second_account: User
) -> None:
    Membership.objects.filter(person=circle.unlisted).update(role=Role.OWNER)  # as in clubs of long ago

    give(circle.unlisted, second_account, circle.organiser)

    assert Membership.objects.get(person__account=second_account).role == Role.MEMBER


def test_a_club_without_an_owner_is_told_to_the_administrators(circle: Circle, second_account: User) -> None:
    make_account("Root", is_staff=True)
    Membership.objects.filter(person=circle.unlisted).update(role=Role.OWNER)

    give(circle.unlisted, second_account, circle.organiser)

    assert [message.to for message in mail.outbox if "plain member" in message.subject] == [
        ["root@example.org"]
    ]


def test_what_was_offered_to_the_profile_is_a_plain_membership_then(
    circle: Circle, second_account: User
) -> None:
    olaf = make_account("Olaf")
    club = create_club(actor=olaf, name="Plover")
    offer_membership(actor=olaf, club=club, person=circle.listed, role=Role.ARBITER)

    let_claim(circle.listed, second_account, circle.organiser)

    assert MembershipOffer.objects.get().role == Role.MEMBER


# --- Merges ---------------------------------------------------------------------------------------


def test_a_merge_raises_no_role(circle: Circle, profile: Person, other_club: Club) -> None:
    kept = circle.person_of_member
    Membership.objects.filter(club=circle.club, person=profile).update(role=Role.ARBITER)

    merge_people(actor=circle.organiser, kept=kept, merged=profile, agreed_by=circle.member)

    roles = Membership.objects.filter(person=kept).values_list("club__name", "role")
    assert dict(roles) == {"Lapwing": "member", "Plover": "member"}
    lost = [line.club_id for club in (circle.club, other_club) for line in history_of_club(club.pk)[:2]
            if line.action == "membership.role_not_carried"]  # fmt: skip
    assert lost == [circle.club.pk, other_club.pk]


def test_undoing_a_merge_gives_no_account_a_role(circle: Circle, profile: Person, other_club: Club) -> None:
    kept = circle.person_of_member
    merge = merge_people(actor=circle.organiser, kept=kept, merged=profile, agreed_by=circle.member)

    undo_merge(actor=circle.organiser, merge=merge)

    assert dict(Membership.objects.filter(person=kept).values_list("club__name", "role")) == {
        "Lapwing": "member"
    }
    restored = Membership.objects.get(club=other_club, person=profile)
    assert (restored.role, restored.person.account) == (Role.ARBITER, None)


def test_nobody_with_an_account_joins_a_club_by_a_merge(circle: Circle, second_account: User) -> None:
    """The organiser of a club merges a profile of a club of their own into that of a member."""
    own_club = create_club(actor=circle.organiser, name="Magpie")
    decoy = create_person(actor=circle.organiser, name="Mia Mauss", club=own_club)
    add_member(actor=circle.organiser, club=own_club, person=decoy)
    sentence = "Mia Maus does not belong to Magpie. Please ask them to join it first."

    assert plan_merge(circle.person_of_member, decoy, actor=circle.organiser).problem == sentence
    with pytest.raises(Exception, match="Mia Maus does not belong to Magpie"):
        merge_people(actor=circle.organiser, kept=circle.person_of_member, merged=decoy)
    assert not Membership.objects.filter(club=own_club, person=circle.person_of_member).exists()


def test_only_who_organises_for_both_undoes_a_merge(circle: Circle, client: Client) -> None:
    """Another club that the kept profile has joined takes nothing apart."""
    merge = merge_people(actor=None, kept=circle.person_of_member, merged=circle.unlisted)
    mallory = make_account("Mallory")
    magpie = create_club(actor=mallory, name="Magpie")
    add_member(actor=None, club=magpie, person=circle.person_of_member)
    address = reverse("undo-merge", args=[merge.pk])

    client.force_login(mallory)
    assert address not in client.get(circle.person_of_member.get_absolute_url()).content.decode()
    assert client.post(address).status_code == 404
    client.force_login(circle.organiser)
    assert address in client.get(circle.person_of_member.get_absolute_url()).content.decode()
    assert client.post(address).status_code == 302


def test_invitations_to_both_profiles_stop_working_and_show_no_address(circle: Circle) -> None:
    for person in (circle.listed, circle.unlisted):
        claims.invite_to_profile(actor=circle.organiser, person=person, email="secret@example.org")

    merge = merge_people(actor=circle.organiser, kept=circle.listed, merged=circle.unlisted)

    assert not ProfileInvitation.objects.filter(closed_at=None).exists()
    assert set(ProfileInvitation.objects.values_list("email", flat=True)) == {""}
    undo_merge(actor=circle.organiser, merge=merge)
    assert ProfileInvitation.objects.filter(closed_at=None).count() == 2
