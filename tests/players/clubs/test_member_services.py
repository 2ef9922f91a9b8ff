"""Members of a club, their roles, and the owner it never loses."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction

from audit.selectors import history_of, history_of_club
from core.errors import Conflict, Refused
from players.clubs.selectors.clubs import members_of
from players.clubs.services.members import add_member, change_role, hand_over_ownership, remove_member
from players.models import Club, Membership, Person, Role
from players.people.services.people import create_person
from tests.core.api.client import make_account
from tests.players.clubs.staff import Staff, join
from tests.players.clubs.threads import at_once

LAST_OWNER = "Olga Owen is the last owner of the club. Hand the club over to somebody else first."


def roles(club: Club) -> dict[str, str]:
    return {membership.person.name: membership.role for membership in members_of(club)}


def lines(club: Club) -> int:
    return history_of_club(club.pk).count()


def test_somebody_becomes_a_member(staff: Staff) -> None:
    person = create_person(actor=None, name="Jan Pyl")
    gerd = staff.organiser.person.account

    membership = add_member(actor=gerd, club=staff.club, person=person, reason="Paid.")

    assert (membership.person, membership.club, membership.role) == (person, staff.club, Role.MEMBER)
    entry = history_of(person)[0]
    assert str(entry) == "Gerd made Jan Pyl a member of the club"
    assert (entry.club_id, entry.before, entry.after, entry.reason) == (
        staff.club.pk, {}, {"role": "member"}, "Paid.",
    )  # fmt: skip


def test_nobody_belongs_to_a_club_twice(staff: Staff) -> None:
    before = lines(staff.club)

    with pytest.raises(Refused, match=r"Mia Maus already belongs to the club\."):
        add_member(actor=None, club=staff.club, person=staff.member.person, role=Role.ARBITER)
    assert (roles(staff.club)["Mia Maus"], lines(staff.club)) == ("member", before)


def test_a_merged_profile_cannot_join(staff: Staff) -> None:
    merged = create_person(actor=None, name="Maus, M.")
    Person.objects.filter(pk=merged.pk).update(merged_into=staff.member.person)

    with pytest.raises(Refused, match=r"merged into that of Mia Maus\. Please add that one\."):
        add_member(actor=None, club=staff.club, person=merged)


def test_a_role_is_changed_with_a_line(staff: Staff) -> None:
    changed = change_role(actor=staff.owner.person.account, membership=staff.member, role=Role.ARBITER)

    assert changed.role == roles(staff.club)["Mia Maus"] == Role.ARBITER
    entry = history_of(staff.member.person)[0]
    assert str(entry) == "Olga changed the role of Mia Maus in the club"
    assert (entry.before, entry.after, entry.club_id) == (
        {"role": "member"}, {"role": "arbiter"}, staff.club.pk,
    )  # fmt: skip


def test_the_same_role_again_leaves_no_line(staff: Staff) -> None:
    before = lines(staff.club)

    change_role(actor=None, membership=staff.owner, role=Role.OWNER)

    assert lines(staff.club) == before


def test_who_is_removed_by_another_did_not_leave(staff: Staff) -> None:
    remove_member(actor=staff.organiser.person.account, membership=staff.member)

    assert str(history_of(staff.member.person)[0]) == "Gerd ended the membership of Mia Maus"


@pytest.mark.parametrize(
    "change",
    [
        lambda membership: change_role(
            actor=None, membership=membership, role=Role.ORGANISER, seen=Role.MEMBER
        ),
        lambda membership: remove_member(actor=None, membership=membership, seen=Role.MEMBER),
    ],
)
def test_the_second_to_decide_about_a_member_looks_again(
    staff: Staff, change: Callable[[Membership], object]
) -> None:
    change_role(actor=None, membership=staff.member, role=Role.ARBITER)

    with pytest.raises(Conflict) as caught:
        change(staff.member)

    assert str(caught.value) == (
        "Somebody else made Mia Maus arbiter. Nothing has been changed: please look again."
    )
    assert roles(staff.club)["Mia Maus"] == "arbiter"


def test_a_member_is_removed_with_a_line(staff: Staff) -> None:
    remove_member(actor=staff.member.person.account, membership=staff.member, reason="Moved away.")

    assert "Mia Maus" not in roles(staff.club)
    entry = history_of(staff.member.person)[0]
    assert str(entry) == "Mia Maus left the club"
    assert (entry.before, entry.after, entry.reason) == ({"role": "member"}, {}, "Moved away.")


@pytest.mark.parametrize(
    "leave",
    [
        lambda owner: remove_member(actor=None, membership=owner),
        lambda owner: change_role(actor=None, membership=owner, role=Role.ORGANISER),
    ],
)
def test_the_last_owner_stays(staff: Staff, leave: Callable[[Membership], object]) -> None:
    before = lines(staff.club)

    with pytest.raises(Refused) as caught:
        leave(staff.owner)

    assert str(caught.value) == LAST_OWNER
    assert (roles(staff.club)["Olga Owen"], lines(staff.club)) == ("owner", before)


def test_an_owner_of_another_club_does_not_count(staff: Staff) -> None:
    join(Club.objects.create(name="Rook", slug="rook"), "Ron Rook", Role.OWNER, make_account("Ron"))

    with pytest.raises(Refused):
        remove_member(actor=None, membership=staff.owner)


@pytest.mark.parametrize("active", [None, False])
def test_an_owner_who_cannot_sign_in_does_not_count(staff: Staff, active: bool | None) -> None:
    user = None if active is None else make_account("Otto", is_active=active)
    second = join(staff.club, "Otto Owen", Role.MEMBER, user)
    Membership.objects.filter(pk=second.pk).update(role=Role.OWNER)  # as in clubs of long ago

    with pytest.raises(Refused) as caught:
        remove_member(actor=None, membership=staff.owner)
    assert str(caught.value) == LAST_OWNER

    remove_member(actor=None, membership=second)
    assert roles(staff.club)["Olga Owen"] == "owner"


def test_one_of_two_owners_may_leave(staff: Staff) -> None:
    change_role(actor=None, membership=staff.organiser, role=Role.OWNER)

    remove_member(actor=None, membership=staff.owner)

    assert roles(staff.club) == {"Gerd Gans": "owner", "Ada Abt": "arbiter", "Mia Maus": "member"}


@pytest.mark.parametrize(
    "change",
    [
        lambda membership: remove_member(actor=None, membership=membership),
        lambda membership: change_role(actor=None, membership=membership, role=Role.ARBITER),
    ],
)
def test_who_has_left_meanwhile_is_named(staff: Staff, change: Callable[[Membership], object]) -> None:
    Membership.objects.filter(pk=staff.member.pk).delete()

    with pytest.raises(Refused, match=r"Mia Maus no longer belongs to the club\."):
        change(staff.member)


def test_an_old_page_does_not_bring_back_an_old_role(staff: Staff) -> None:
    stale = Membership.objects.get(pk=staff.member.pk)
    change_role(actor=None, membership=staff.member, role=Role.ARBITER)

    change_role(actor=None, membership=stale, role=Role.ORGANISER)

    assert history_of(staff.member.person)[0].before == {"role": "arbiter"}


def test_the_club_is_handed_over_in_one_step(staff: Staff) -> None:
    hand_over_ownership(
        actor=staff.owner.person.account, giver=staff.owner, receiver=staff.member, giver_becomes=Role.MEMBER
    )

    assert roles(staff.club) == {
        "Olga Owen": "member", "Gerd Gans": "organiser", "Ada Abt": "arbiter", "Mia Maus": "owner",
    }  # fmt: skip
    given, taken = history_of(staff.owner.person)[0], history_of(staff.member.person)[0]
    assert str(given) == "Olga handed over the ownership of Olga Owen"
    assert str(taken) == "Olga handed the club over to Mia Maus"
    assert (given.before, given.after) == ({"role": "owner"}, {"role": "member"})
    assert (taken.before, taken.after) == ({"role": "member"}, {"role": "owner"})


def test_only_what_one_owns_can_be_handed_over(staff: Staff) -> None:
    elsewhere = join(Club.objects.create(name="Rook", slug="rook"), "Ron Rook", Role.MEMBER)
    second = join(staff.club, "Otto Owen", Role.OWNER, make_account("Otto"))
    ghost = join(staff.club, "Gast Geist", Role.MEMBER)
    before = roles(staff.club)
    refusals = {
        (staff.organiser.pk, staff.member.pk, Role.MEMBER): (
            "Gerd Gans does not own the club, so there is nothing to hand over."
        ),
        (staff.owner.pk, elsewhere.pk, Role.MEMBER): (
            "Ron Rook does not belong to this club. Please add them first."
        ),
        (staff.owner.pk, second.pk, Role.MEMBER): "Otto Owen already owns the club.",
        (staff.owner.pk, ghost.pk, Role.MEMBER): (
            "Gast Geist has no account and could not run the club. Please invite them first."
        ),
        (staff.owner.pk, staff.member.pk, Role.OWNER): (
            "Handing over the club means giving up ownership. Make both of you owners instead."
        ),
    }

    for (giver, receiver, role), sentence in refusals.items():
        with pytest.raises(Refused) as caught:
            hand_over_ownership(
                actor=None,
                giver=Membership.objects.get(pk=giver),
                receiver=Membership.objects.get(pk=receiver),
                giver_becomes=role,
            )
        assert str(caught.value) == sentence
    assert roles(staff.club) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_of_owners_who_leave_at_the_same_moment_one_stays(staff: Staff, attempt: int) -> None:
    names = ["Otto", "Oona", "Odo"]
    owners = [staff.owner, *(join(staff.club, name, Role.OWNER, make_account(name)) for name in names)]

    refused = at_once(*(lambda owner=owner: remove_member(actor=None, membership=owner) for owner in owners))

    last = Membership.objects.get(club=staff.club, role=Role.OWNER).person.name
    assert refused == [f"{last} is the last owner of the club. Hand the club over to somebody else first."]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_leaving_waits_for_the_owner_who_is_about_to_leave(staff: Staff) -> None:
    """The other's transaction is open, its change not yet to be seen: without the lock both would leave."""
    second = join(staff.club, "Otto Owen", Role.OWNER, make_account("Otto"))
    other_has_left, refused = Barrier(2, timeout=30), list[str]()

    def leave() -> None:
        other_has_left.wait()
        try:
            remove_member(actor=None, membership=second)
        except Refused as error:
            refused.append(str(error))
        finally:
            connection.close()

    thread = Thread(target=leave)
    thread.start()
    with transaction.atomic():
        remove_member(actor=None, membership=staff.owner)
        other_has_left.wait()
        thread.join(0.5)
        assert thread.is_alive()
    thread.join()

    assert refused == ["Otto Owen is the last owner of the club. Hand the club over to somebody else first."]


@pytest.mark.django_db(transaction=True)
def test_the_same_person_added_twice_at_once_joins_once(staff: Staff) -> None:
    person = create_person(actor=None, name="Jan Pyl")

    refused = at_once(*(lambda: add_member(actor=None, club=staff.club, person=person),) * 2)

    assert refused == ["Jan Pyl already belongs to the club."]
    assert person.memberships.count() == 1


def test_the_database_refuses_a_second_membership_and_an_unknown_role(staff: Staff) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=staff.club, person=staff.member.person)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.filter(pk=staff.member.pk).update(role="king")


def test_a_deleted_account_keeps_its_membership(staff: Staff) -> None:
    user = staff.member.person.account
    assert user is not None

    user.delete()

    assert roles(staff.club)["Mia Maus"] == "member"


def test_an_account_without_a_role_can_act_too(staff: Staff) -> None:
    admin = make_account("Root", is_staff=True)

    change_role(actor=admin, membership=staff.member, role=Role.ARBITER)

    assert history_of(staff.member.person)[0].actor == admin
