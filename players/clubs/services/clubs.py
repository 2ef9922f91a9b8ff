"""Creating, changing, closing and deleting clubs: each function is one transaction and leaves a line in the history."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final, TypedDict, Unpack
from urllib.parse import urlsplit

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from audit.changes import (
    Value,
    field_values,
    refuse_conflicting_changes,
    refuse_invalid_fields,
    set_cleaned,
)
from core.db import folding
from core.errors import Refused
from players import audit_actions, names
from players.clubs.services.invitations import withdraw_invitation
from players.clubs.services.join_requests import decline_join_request
from players.clubs.services.members import add_member, lock_club
from players.clubs.services.offers import withdraw_offers_of
from players.models import (
    Club,
    ClubGame,
    ClubInvitation,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    RequestState,
    Role,
    User,
)
from players.people.services.people import ensure_own_person

# Addresses below /clubs/ that are not clubs.
RESERVED_SLUGS: Final = frozenset({"mine", "new", "invitations", "recognition"})
RECORDED_FIELDS: Final = (
    "name", "place", "country", "meeting_times", "about", "website", "contact_email", "welcomes_requests",
)  # fmt: skip
ONE_LINE_FIELDS: Final = ("name", "place", "meeting_times")
MAX_SLUG_LENGTH: Final = 80
# They belong to the club alone and go with it. Everything else that refers to a club keeps it from being deleted.
OWN_MODELS: Final = (Membership, ClubInvitation, JoinRequest, MembershipOffer, ClubGame)


class ClubDetails(TypedDict, total=False):
    """What a club says about itself apart from its name."""

    place: str
    country: str
    meeting_times: str
    about: str
    website: str
    contact_email: str
    welcomes_requests: bool


class ClubChanges(ClubDetails, total=False):
    name: str


def create_club(*, actor: User, name: str, **details: Unpack[ClubDetails]) -> Club:
    """Make a club whose owner is the actor. Its address is made from the name and stays when the name changes."""
    club = Club()
    _set(club, ClubChanges(name=name, **details))
    with transaction.atomic():
        _insert_with_free_slug(club)
        audit.record(
            actor=actor,
            action=audit_actions.CLUB_CREATED,
            target=club,
            before={},
            after={key: value for key, value in field_values(club, RECORDED_FIELDS).items() if value != ""},
            club=club.pk,
        )
        add_member(actor=actor, club=club, person=ensure_own_person(actor), role=Role.OWNER)
    return club


def edit_club(
    *,
    actor: User | None,
    club: Club,
    seen: Mapping[str, Value] | None = None,
    reason: str = "",
    **changes: Unpack[ClubChanges],
) -> Club:
    """Change what is given and leave the rest. Returns the club as it is now; without a change, no line is left.

    `seen` is what the actor saw when they decided. If somebody else changed one of the same things since, nothing is
    written; other changes of somebody else stay.
    """
    try:
        with transaction.atomic():
            club = lock_club(club)
            before = field_values(club, RECORDED_FIELDS)
            refuse_conflicting_changes(club, changes, seen, one_line=ONE_LINE_FIELDS)
            _set(club, changes)
            changed = audit.record_changes(
                actor=actor,
                action=audit_actions.CLUB_EDITED,
                target=club,
                before=before,
                fields=RECORDED_FIELDS,
                reason=reason,
                club=club.pk,
            )
            if changed.after:
                club.save()
            return club
    except IntegrityError as error:
        raise _name_taken() from error


@transaction.atomic
def close_club(*, actor: User | None, club: Club, reason: str = "") -> Club:
    """Nobody joins any more, and the club leaves the list. Page, members and history stay.

    Invitations are withdrawn and requests declined, with a mail.
    """
    club = lock_club(club)
    if club.closed_at is not None:
        raise Refused(_("The club is already closed."))
    for invitation in ClubInvitation.objects.filter(club=club, state=InvitationState.OPEN):
        withdraw_invitation(actor=actor, invitation=invitation)
    for request in JoinRequest.objects.filter(club=club, state=RequestState.OPEN):
        decline_join_request(actor=actor, request=request, reason=_("The club has closed."))
    withdraw_offers_of(actor=actor, club=club)
    club.closed_at = timezone.now()
    return _save_closed_at(club, actor, audit_actions.CLUB_CLOSED, reason)


@transaction.atomic
def reopen_club(*, actor: User | None, club: Club, reason: str = "") -> Club:
    club = lock_club(club)
    if club.closed_at is None:
        raise Refused(_("The club is already open."))
    club.closed_at = None
    return _save_closed_at(club, actor, audit_actions.CLUB_REOPENED, reason)


def _save_closed_at(club: Club, actor: User | None, action: Action, reason: str) -> Club:
    club.save(update_fields=["closed_at"])
    audit.record(actor=actor, action=action, target=club, before={}, after={}, reason=reason, club=club.pk)
    return club


@transaction.atomic
def delete_club(*, actor: User | None, club: Club, reason: str = "") -> None:
    """For a club created by mistake: one in which nothing has happened and nobody else is."""
    club = lock_club(club)
    if refusal := reason_against_deletion(club):
        raise Refused(refusal)
    audit.record(
        actor=actor,
        action=audit_actions.CLUB_DELETED,
        target=club,
        before={key: value for key, value in field_values(club, RECORDED_FIELDS).items() if value != ""},
        after={},
        reason=reason,
        club=club.pk,
    )
    club.delete()


def reason_against_deletion(club: Club) -> str:
    """A sentence about what depends on the club; empty if nothing does."""
    if Membership.objects.filter(club=club).exclude(role=Role.OWNER).exists():
        return _(
            "The club has members. Close it instead: its page and its history stay, but nobody can join."
        )
    for relation in Club._meta.related_objects:
        model = relation.related_model
        if model in OWN_MODELS or isinstance(model, str):
            continue
        found = model._base_manager.filter(**{relation.field.name: club}).count()
        if found:
            return _(
                "Something belongs to the club (%(kind)s: %(number)d). Close the club instead: its "
                "page and its history stay, but nobody can join."
            ) % {"kind": model._meta.verbose_name_plural, "number": found}
    return ""


def check_details(**details: Unpack[ClubChanges]) -> None:
    """Refuse what creating and editing would refuse, apart from a name that another club has."""
    _set(Club(), details)


def _set(club: Club, changes: ClubChanges) -> None:
    """Put the values into the row, or refuse them."""
    set_cleaned(club, changes, one_line=ONE_LINE_FIELDS)
    if not names.can_be_read(club.name):
        raise Refused(_("The club's name needs at least one letter, and no invisible characters."))
    if club.website and urlsplit(club.website).scheme not in ("http", "https"):
        raise Refused(_("The website's address has to begin with https:// or http://."))
    refuse_invalid_fields(club, one_line=ONE_LINE_FIELDS, checked=RECORDED_FIELDS)


def _insert_with_free_slug(club: Club) -> None:
    """The database decides which slug is free: two clubs may be created at the same moment."""
    if Club.objects.filter(name=club.name).exists():
        raise _name_taken()
    for slug in _slug_candidates(club.name):
        if slug in RESERVED_SLUGS or Club.objects.filter(slug=slug).exists():
            continue
        club.slug = slug
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError as error:
            if Club.objects.filter(name=club.name).exists():
                raise _name_taken() from error
        else:
            return


def _slug_candidates(name: str) -> Iterator[str]:
    """`lapwing-games`, `lapwing-games-2` … A name without Latin letters is `club`, `club-2` …"""
    stem = slugify(folding.sort_key(name))[: MAX_SLUG_LENGTH - 8].strip("-") or "club"
    yield stem
    for number in count(2):
        yield f"{stem}-{number}"


def _name_taken() -> Refused:
    return Refused(
        _("There is already a club with this name. Add the town, for instance, to tell them apart.")
    )
