"""The club of one's own that the pages of the inventory show: everything in it waits for somebody."""

from datetime import timedelta

from django.utils import timezone

from players.accounts.services.tokens import hash_secret
from players.clubs.services.clubs import create_club, edit_club
from players.clubs.services.members import change_role
from players.models import ClubInvitation, JoinRequest, Membership, MembershipOffer, Role, User
from players.people.services.people import create_person

# A chosen id, so that addresses can name it, and the secret of an invitation.
MEMBER = 900101
TOKEN = "a-secret-that-only-the-mail-has"


def furnish_clubs(owner: User) -> None:
    """A club with a member, a request, an invitation and a history."""
    club = create_club(actor=owner, name="Heron", place="Old mill")
    jorge = User.objects.create_user("heron-member@example.org", None, display_name="Jorge Núñez")
    person = create_person(actor=None, name="Jorge Núñez", account=jorge)
    membership = Membership.objects.create(pk=MEMBER, club=club, person=person)
    change_role(actor=owner, membership=membership, role=Role.ARBITER, reason="Passed the examination.")
    edit_club(
        actor=owner, club=club, about="We play in the old mill.\n\nEverybody is welcome.", name="Herons"
    )
    edit_club(actor=owner, club=club, about="We play in the new mill.\n\nEverybody is welcome, dogs too.")
    asking = create_person(actor=None, name="Zeynep Işıldak")
    JoinRequest.objects.create(club=club, person=asking, message="I play Stratego.\n\nMay I come?")
    asked = create_person(actor=None, name="Aurelio Bianchetti", listed=True)
    MembershipOffer.objects.create(club=club, person=asked, asked_by=owner)
    elsewhere = create_club(actor=jorge, name="Egret")
    for somebody in (owner.person, create_person(actor=owner, name="Nia Okoye", club=club)):
        MembershipOffer.objects.create(club=elsewhere, person=somebody, role=Role.ARBITER, asked_by=jorge)
    ClubInvitation.objects.create(
        club=club,
        email="somebody@example.org",
        role=Role.ORGANISER,
        message="Come and help us.",
        token_hash=hash_secret(TOKEN),
        invited_by=owner,
        expires_at=timezone.now() + timedelta(days=14),
    )
