"""Invitations to a club by e-mail."""

from datetime import timedelta

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from audit.selectors import history_of_club
from core.errors import Refused
from jobs.models import OutgoingMail
from players.accounts.services.tokens import hash_secret
from players.clubs.services.clubs import close_club
from players.clubs.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite_by_email,
    resend_invitation,
    withdraw_invitation,
)
from players.clubs.services.join_requests import ask_to_join
from players.clubs.services.members import change_role, remove_member
from players.models import ClubInvitation, JoinRequest, Membership, Role, User
from tests.core.api.client import make_account
from tests.players.clubs.pages import mailed_token
from tests.players.clubs.staff import Staff
from tests.players.clubs.threads import at_once

ADDRESS = "Jan.Pyl@Example.org"
ANSWERED = "This invitation has already been answered or withdrawn."


@pytest.fixture
def olga(staff: Staff) -> User:
    user = staff.owner.person.account
    assert user is not None
    return user


@pytest.fixture
def gerd(staff: Staff) -> User:
    user = staff.organiser.person.account
    assert user is not None
    return user


@pytest.fixture
def jan(db: None) -> User:
    return make_account("Jan")


@pytest.fixture
def invitation(staff: Staff, gerd: User) -> ClubInvitation:
    return invite_by_email(actor=gerd, club=staff.club, email=ADDRESS, message="We meet on Thursdays.")


def expire(invitation: ClubInvitation) -> None:
    ClubInvitation.objects.filter(pk=invitation.pk).update(
        sent_at=timezone.now() - timedelta(days=15), expires_at=timezone.now() - timedelta(seconds=1)
    )


def test_the_link_is_in_the_mail_and_nowhere_else(invitation: ClubInvitation) -> None:
    mail = OutgoingMail.objects.get()
    token = mailed_token()

    assert (mail.recipients, mail.subject) == (["jan.pyl@example.org"], "Invitation to Lapwing")
    assert "Gerd invites you to the club Lapwing at Kiebitz, as member." in mail.body
    assert "We meet on Thursdays." in mail.body
    assert len(token) == 43
    stored = ClubInvitation.objects.values().get()
    assert stored["token_hash"] == hash_secret(token) != token
    assert token not in str(stored)
    assert timedelta(days=13) < stored["expires_at"] - timezone.now() <= timedelta(days=14)


def test_no_mail_and_no_line_of_the_history_tells_an_address_to_others(
    staff: Staff, invitation: ClubInvitation
) -> None:
    assert "example.org" not in OutgoingMail.objects.get().body
    entry = history_of_club(staff.club.pk)[0]
    assert (str(entry), entry.target_name, entry.before, entry.after) == (
        "Gerd invited somebody by e-mail", "an invitation", {}, {"role": "member"},
    )  # fmt: skip


def test_an_address_has_one_open_invitation(staff: Staff, olga: User, invitation: ClubInvitation) -> None:
    with pytest.raises(Refused, match="There is already an open invitation for this address"):
        invite_by_email(actor=olga, club=staff.club, email="jan.pyl@EXAMPLE.org")

    assert (ClubInvitation.objects.count(), OutgoingMail.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_invite_at_the_same_moment_send_one_mail(
    staff: Staff, olga: User, gerd: User
) -> None:
    refused = at_once(
        *(
            lambda actor=actor: invite_by_email(actor=actor, club=staff.club, email=ADDRESS)
            for actor in (olga, gerd)
        )
    )

    assert refused == ["There is already an open invitation for this address. You can send it again below."]
    assert (ClubInvitation.objects.count(), OutgoingMail.objects.count()) == (1, 1)


def test_an_invitation_that_ran_out_can_be_sent_anew_with_another_role(
    staff: Staff, olga: User, invitation: ClubInvitation
) -> None:
    expire(invitation)

    again = invite_by_email(actor=olga, club=staff.club, email=ADDRESS, role=Role.ORGANISER)

    assert (again.pk, again.role, again.message, again.invited_by) == (
        invitation.pk, "organiser", "", olga,
    )  # fmt: skip
    assert not again.has_expired()


def test_sending_again_makes_the_old_link_worthless(olga: User, invitation: ClubInvitation) -> None:
    old = mailed_token()

    resend_invitation(actor=olga, invitation=invitation)

    invitation.refresh_from_db()
    assert invitation.token_hash == hash_secret(mailed_token()) != hash_secret(old)
    assert (invitation.invited_by, OutgoingMail.objects.count()) == (olga, 2)


def test_who_accepts_becomes_what_the_invitation_says(staff: Staff, olga: User, jan: User) -> None:
    invitation = invite_by_email(actor=olga, club=staff.club, email=ADDRESS, role=Role.ORGANISER)

    membership = accept_invitation(actor=jan, invitation=invitation)

    assert (membership.person.account, membership.person.name, membership.role) == (jan, "Jan", "organiser")
    invitation.refresh_from_db()
    assert (invitation.state, invitation.email, invitation.message) == ("accepted", "", "")
    entry = history_of_club(staff.club.pk)[0]
    assert (str(entry), entry.actor, entry.after) == (
        "Jan accepted an invitation to the club", jan, {"role": "organiser"},
    )  # fmt: skip


def test_accepting_answers_an_open_request_too(staff: Staff, jan: User, invitation: ClubInvitation) -> None:
    ask_to_join(actor=jan, club=staff.club)

    accept_invitation(actor=jan, invitation=invitation)

    assert JoinRequest.objects.values_list("state", "answered_by").get() == ("approved", jan.pk)


def test_who_declines_is_not_named(staff: Staff, invitation: ClubInvitation) -> None:
    decline_invitation(invitation=invitation)

    invitation.refresh_from_db()
    assert (invitation.state, invitation.email) == ("declined", "")
    entry = history_of_club(staff.club.pk)[0]
    assert (str(entry), entry.actor, entry.actor_name) == ("An invitation was declined", None, "")


def test_an_answered_invitation_cannot_be_answered_again(
    gerd: User, jan: User, invitation: ClubInvitation
) -> None:
    withdraw_invitation(actor=gerd, invitation=invitation, reason="Wrong address.")

    for step in (
        lambda: accept_invitation(actor=jan, invitation=invitation),
        lambda: decline_invitation(invitation=invitation),
        lambda: withdraw_invitation(actor=gerd, invitation=invitation),
        lambda: resend_invitation(actor=gerd, invitation=invitation),
    ):
        with pytest.raises(Refused) as caught:
            step()
        assert str(caught.value) == ANSWERED


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_one_link_at_the_same_moment_one_joins(
    staff: Staff, jan: User, invitation: ClubInvitation
) -> None:
    mia = make_account("Otto")

    refused = at_once(
        lambda: accept_invitation(actor=jan, invitation=invitation),
        lambda: accept_invitation(actor=mia, invitation=invitation),
    )

    assert refused == [ANSWERED]
    assert Membership.objects.filter(club=staff.club, person__account__in=[jan, mia]).count() == 1


def test_a_late_answer_is_told_when_it_ran_out(jan: User, invitation: ClubInvitation) -> None:
    expire(invitation)

    with pytest.raises(
        Refused, match=r"This invitation was valid until .*\. Please ask the club for a new one\."
    ):
        accept_invitation(actor=jan, invitation=invitation)
    assert ClubInvitation.objects.get().state == "open"


def test_a_closed_club_lets_nobody_in(
    staff: Staff, gerd: User, jan: User, invitation: ClubInvitation
) -> None:
    close_club(actor=gerd, club=staff.club)

    with pytest.raises(Refused, match=r"The club is closed: nobody can be invited\."):
        invite_by_email(actor=gerd, club=staff.club, email="new@example.org")
    with pytest.raises(Refused, match=ANSWERED):
        accept_invitation(actor=jan, invitation=invitation)


@pytest.mark.parametrize("what_happened", ["demoted", "left", "deleted"])
def test_an_invitation_gives_only_what_its_sender_may_still_give(
    staff: Staff, olga: User, jan: User, what_happened: str
) -> None:
    change_role(actor=None, membership=staff.organiser, role=Role.OWNER)
    invitation = invite_by_email(actor=olga, club=staff.club, email=ADDRESS, role=Role.ORGANISER)
    if what_happened == "demoted":
        change_role(actor=None, membership=staff.owner, role=Role.ORGANISER)
    elif what_happened == "left":
        remove_member(actor=olga, membership=staff.owner)
    else:
        olga.delete()

    with pytest.raises(Refused, match="may no longer invite"):
        accept_invitation(actor=jan, invitation=invitation)
    assert not Membership.objects.filter(person__account=jan).exists()


def test_a_member_who_accepts_stays_what_they_are(staff: Staff, invitation: ClubInvitation) -> None:
    mia = staff.member.person.account
    assert mia is not None

    with pytest.raises(Refused, match=r"Mia Maus already belongs to the club\."):
        accept_invitation(actor=mia, invitation=invitation)
    assert ClubInvitation.objects.get().state == "open"


def test_every_step_leaves_a_line(staff: Staff, gerd: User, invitation: ClubInvitation) -> None:
    before = AuditEntry.objects.count()

    resend_invitation(actor=gerd, invitation=invitation)
    withdraw_invitation(actor=gerd, invitation=invitation, reason="Wrong address.")

    assert [str(entry) for entry in history_of_club(staff.club.pk)[:3]] == [
        "Gerd withdrew an invitation", "Gerd sent an invitation again", "Gerd invited somebody by e-mail",
    ]  # fmt: skip
    assert history_of_club(staff.club.pk)[0].reason == "Wrong address."
    assert AuditEntry.objects.count() == before + 2
