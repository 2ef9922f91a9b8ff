"""The demo club: what a newcomer finds on the first start, rated tournaments among it."""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from audit import services as audit
from players import audit_actions
from players.accounts.services.tokens import hash_secret, new_secret
from players.audit_actions import CLAIM_SUBMITTED
from players.clubs.services.clubs import edit_club
from players.clubs.services.invitations import INVITATION_LIFETIME
from players.clubs.services.members import add_member, change_role
from players.models import (
    Club,
    ClubInvitation,
    JoinRequest,
    Membership,
    MembershipOffer,
    Person,
    ProfileClaim,
    RatingPool,
    Role,
    SourceKind,
    User,
)
from players.people.services.merges import merge_people
from players.people.services.people import create_person, edit_person
from players.people.services.photos import set_photo
from players.rating_lists.services.games_to_rate import GameToRate, RatingSource
from players.rating_lists.services.pools import open_pool
from players.rating_lists.services.results import submit_results
from players.rating_lists.services.starting_ratings import give_starting_rating
from players.ratings import Elo, EloParameters, Glicko2, store_system

DEMO_CLUB = "lapwing"
TOURNAMENT_WEEKS_AGO = (18, 10, 3)
DEMO_SETUPS = ("", "Open centre", "Two towers")
RATING_SEED = 1887


@dataclass(frozen=True)
class DemoLogin:
    email: str
    password: str


class DemoPerson(NamedTuple):
    """Whoever has an address has an account, too, without a password."""

    name: str
    country: str
    role: Role = Role.MEMBER
    listed: bool = True
    email: str = ""


# Nobody in particular: the names are common ones, put together at will.
PEOPLE = (
    DemoPerson("Ingrid Halvorsen", "NO", Role.ORGANISER, email="ingrid@demo.example"),
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


def load_demo_administrator() -> DemoLogin:
    """An account of its own, for the status page and the administration: organisers see what organisers see."""
    login = DemoLogin(email="administrator@demo.example", password=secrets.token_urlsafe(12))
    User.objects.create_superuser(
        email=login.email, password=login.password, display_name=_("Demo administrator")
    )
    return login


def load_demo_club() -> DemoLogin:
    """Create the club with its members and the account of its owner.

    The password is new each time: this may run on an open network.
    """
    login = DemoLogin(email="organiser@demo.example", password=secrets.token_urlsafe(12))
    with transaction.atomic():
        club = Club.objects.create(
            name=_("Lapwing Games Circle"),
            slug=DEMO_CLUB,
            recognised_at=timezone.now(),
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
        _add_newcomers(club, account)
        _add_open_requests(club, account)
        _add_profile_examples(people, account)
    return login


def _add_open_requests(club: Club, owner: User) -> None:
    """A request, an invitation, an offer and some history: rows without their mails, which nobody would read."""
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
    audit.record(
        actor=None, action=audit_actions.JOIN_REQUEST_SENT, target=newcomer, before={}, after={}, club=club.pk
    )
    invitation = ClubInvitation.objects.create(
        club=club,
        email="friend@demo.example",
        role=Role.MEMBER,
        token_hash=hash_secret(new_secret()),
        invited_by=owner,
        expires_at=timezone.now() + INVITATION_LIFETIME,
    )
    audit.record(
        actor=owner,
        action=audit_actions.CLUB_INVITATION_SENT,
        target=invitation,
        before={},
        after={"role": invitation.role},
        club=club.pk,
    )
    asked = create_person(actor=None, name="Aurelio Bianchetti", country="CH", listed=True)
    MembershipOffer.objects.create(club=club, person=asked, asked_by=owner)
    audit.record(
        actor=owner,
        action=audit_actions.MEMBERSHIP_OFFERED,
        target=asked,
        before={},
        after={"role": Role.MEMBER.value},
        club=club.pk,
    )


def _add_newcomers(club: Club, owner: User) -> None:
    """A club that nobody has recognised yet and that asks for somebody, and a member who brings a rating along."""
    new_club = Club.objects.create(
        name=_("Rook House Players"), slug="rook-house", place=_("Above the bakery"), recognised_at=None
    )
    founder = _enter(
        DemoPerson("Oluwaseun Adebayo", "NG", Role.OWNER, email="oluwaseun@demo.example"), new_club
    )
    audit.record(
        actor=None, action=audit_actions.CLUB_CREATED, target=new_club, before={}, after={}, club=new_club.pk
    )
    _enter(DemoPerson("Wanjiru Kamau", "KE"), new_club)
    wanted = Person.objects.get(name=PEOPLE[3].name)
    MembershipOffer.objects.create(club=new_club, person=wanted, asked_by=founder.account)
    audit.record(
        actor=founder.account,
        action=audit_actions.MEMBERSHIP_OFFERED,
        target=wanted,
        before={},
        after={"role": Role.MEMBER.value},
        club=new_club.pk,
    )
    newcomer = _enter(DemoPerson("Ólafur Sigurðsson", "IS"), club)
    give_starting_rating(
        actor=owner,
        club=club,
        pool=RatingPool.objects.get(slug=f"{club.slug}-barragoon"),
        player=newcomer,
        rating=1480,
        source=_("List of the club in Reykjavík"),
        dated_on=timezone.localdate(),
    )


def _add_profile_examples(people: list[Person], owner: User) -> None:
    """Somebody who was entered twice, somebody who says who they are, and somebody with a photo."""
    twice = create_person(actor=None, name="M. Grunewalder", country="DE", listed=True)
    merge_people(actor=owner, kept=people[4], merged=twice, reason=_("Entered twice, once without the dots."))
    claimant = User.objects.create_user(email="joost@demo.example", password=None, display_name="Joost")
    ProfileClaim.objects.create(
        person=people[6], account=claimant, message=_("That is me: I play on board three on Thursdays.")
    )
    audit.record(actor=claimant, action=CLAIM_SUBMITTED, target=people[6], before={}, after={})
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
    account = None
    if member.email:
        account = User.objects.create_user(email=member.email, password=None, display_name=member.name)
    person = create_person(
        actor=None,
        name=member.name,
        country=member.country,
        listed=member.listed,
        account=account,
        club=club,
    )
    add_member(actor=None, club=club, person=person, role=member.role)
    return person


def load_demo_ratings(club: Club, people: Sequence[Person]) -> None:
    """A round robin per tournament. The first in the list is usually the strongest."""
    open_pool(
        actor=None, name=_("Club rating"), game="barragoon", club=club, system=store_system(Glicko2()),
        slug=f"{club.slug}-barragoon",
    )  # fmt: skip
    open_pool(
        actor=None, name=_("All clubs"), game="barragoon", club=None,
        system=store_system(Elo(EloParameters(floor=1000))), slug="barragoon",
    )  # fmt: skip
    dice = random.Random(RATING_SEED)  # noqa: S311  games for show, the same on every site
    today = timezone.localdate()
    for number, weeks in enumerate(TOURNAMENT_WEEKS_AGO, start=1):
        last_day = today - timedelta(weeks=weeks)
        source = RatingSource(
            kind=SourceKind.EVENT,
            key=f"demo-{number}",
            game="barragoon",
            title=_("Lapwing Cup %(number)d") % {"number": number},
            start=last_day - timedelta(days=1),
            end=last_day,
            club=club,
        )
        submit_results(actor=None, source=source, results=_round_robin(dice, people, last_day))


def _round_robin(dice: random.Random, people: Sequence[Person], day: date) -> list[GameToRate]:
    pairs = [(one, other) for place, one in enumerate(people) for other in people[place + 1 :]]
    results = []
    for number, (strong, weak) in enumerate(pairs, start=1):
        handicap = dice.random() < 0.15
        chance = 0.5 + 0.03 * (people.index(weak) - people.index(strong)) - 0.1 * handicap
        throw = dice.random()
        points = 2 if throw < chance - 0.1 else 1 if throw < chance + 0.05 else 0
        first, second = (strong, weak) if dice.random() < 0.5 else (weak, strong)
        mine = points if first is strong else 2 - points
        results.append(
            GameToRate(
                key=str(number),
                first=first.pk,
                second=second.pk,
                first_half_points=mine,
                second_half_points=2 - mine,
                played_on=day,
                first_level=int(handicap and first is strong),
                second_level=int(handicap and second is strong),
                first_setup=dice.choice(DEMO_SETUPS),
                second_setup=dice.choice(DEMO_SETUPS),
                label=_("Game %(number)d") % {"number": number},
            )
        )
    return results
