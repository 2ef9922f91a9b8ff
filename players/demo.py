"""The demo club: what a newcomer finds on the first start."""

import secrets
from dataclasses import dataclass
from io import BytesIO
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from audit import services as audit
from players.clubs import actions
from players.clubs.club_services import edit_club
from players.clubs.invitation_services import VALID_FOR, hash_of
from players.clubs.services import add_member, change_role
from players.models import Club, ClubInvitation, JoinRequest, Membership, Person, ProfileClaim, Role, User
from players.people.actions import CLAIM_ASKED
from players.people.merge_services import merge_people
from players.people.photo_services import set_photo
from players.people.services import create_person, edit_person
from players.rating_lists.demo import load_demo_ratings


@dataclass(frozen=True)
class DemoLogin:
    email: str
    password: str


class DemoPerson(NamedTuple):
    name: str
    country: str
    role: Role = Role.MEMBER
    listed: bool = True


# Nobody in particular: the names are common ones, put together at will.
PEOPLE = (
    DemoPerson("Ingrid Halvorsen", "NO", Role.ORGANISER),
    DemoPerson("Tomasz Wróblewski", "PL"),
    DemoPerson("Beatriz Quintana Rey", "ES", Role.ARBITER),
    DemoPerson("Giulia Ferrarese", "IT"),
    DemoPerson("Matthias Grünewälder", "DE"),
    DemoPerson("Siobhán O’Mahony", "IE"),
    DemoPerson("Joost van der Velde", "NL"),
    DemoPerson("Zeynep Işıldak", "TR"),
    DemoPerson("Kwabena Asantewa", "GH"),
    DemoPerson("Ráhel Szentpéteri", "HU", listed=False),
    DemoPerson("Étienne Vauquelin", "FR"),
    DemoPerson("Haruka Minamoto", "JP", listed=False),
)


def load_demo_club() -> DemoLogin:
    """Create the club with its members and the account of its owner.

    The password is new each time: this may run on an open network.
    """
    login = DemoLogin(email="organiser@demo.example", password=secrets.token_urlsafe(12))
    with transaction.atomic():
        club = Club.objects.create(
            name=_("Lapwing Games Circle"),
            slug="lapwing",
            place=_("Back room of the Golden Anchor"),
            about=_(
                "We meet every Thursday at half past seven for Barragoon and Stratego. "
                "Beginners are welcome, boards are there, and somebody always explains the rules."
            ),
        )
        account = User.objects.create_user(
            email=login.email, password=login.password, display_name=_("Demo organiser")
        )
        owner = create_person(actor=None, name=account.display_name, account=account, club=club)
        add_member(actor=None, club=club, person=owner, role=Role.OWNER)
        people = [_enter(member, club) for member in PEOPLE]
        load_demo_ratings(club, people)
        _show_what_waits(club, account)
        _show_profiles(people, account)
    return login


def _show_what_waits(club: Club, owner: User) -> None:
    """A request, an invitation and some history. The rows are written without their mails: nobody would read them."""
    edit_club(
        actor=owner, club=club, meeting_times=_("Thursdays from 19:30"), reason=_("People kept asking.")
    )
    change_role(
        actor=owner,
        membership=Membership.objects.get(club=club, person__name=PEOPLE[1].name),
        role=Role.ARBITER,
        reason=_("Passed the arbiters’ examination."),
    )
    newcomer = create_person(actor=None, name="Nadège Okonkwo-Lindqvist", country="SE")
    JoinRequest.objects.create(
        club=club,
        person=newcomer,
        message=_("I moved here last month and have played Stratego since school. May I come on Thursday?"),
    )
    audit.record(actor=None, action=actions.JOINING_ASKED, target=newcomer, before={}, after={}, club=club.pk)
    invitation = ClubInvitation.objects.create(
        club=club,
        email="friend@demo.example",
        role=Role.MEMBER,
        token_hash=hash_of(secrets.token_urlsafe(32)),
        invited_by=owner,
        expires_at=timezone.now() + VALID_FOR,
    )
    audit.record(
        actor=owner,
        action=actions.INVITED,
        target=invitation,
        before={},
        after={"role": invitation.role},
        club=club.pk,
    )


def _show_profiles(people: list[Person], owner: User) -> None:
    """Somebody who was entered twice, somebody who says who they are, and somebody with a photo."""
    twice = create_person(actor=None, name="M. Grunewalder", country="DE")
    merge_people(actor=owner, kept=people[4], merged=twice, reason=_("Entered twice, once without the dots."))
    claimant = User.objects.create_user(email="joost@demo.example", password=None, display_name="Joost")
    ProfileClaim.objects.create(
        person=people[6], account=claimant, message=_("That is me: I play on board three on Thursdays.")
    )
    audit.record(actor=claimant, action=CLAIM_ASKED, target=people[6], before={}, after={})
    set_photo(actor=None, person=people[0], data=_portrait())
    edit_person(actor=owner, person=people[0], shows_photo=True)


def _portrait() -> bytes:
    """A picture of nobody: head and shoulders before a wall."""
    picture = Image.new("RGB", (400, 400), "#c9dbd2")
    pencil = ImageDraw.Draw(picture)
    pencil.ellipse((60, 250, 340, 560), fill="#2f5d50")
    pencil.ellipse((120, 70, 280, 250), fill="#5b3a29")
    pencil.ellipse((135, 100, 265, 265), fill="#e8b98f")
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _enter(member: DemoPerson, club: Club) -> Person:
    person = create_person(
        actor=None, name=member.name, country=member.country, listed=member.listed, club=club
    )
    add_member(actor=None, club=club, person=person, role=member.role)
    return person
