"""Requests to join a club: each function is one transaction and leaves a line in the history."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from players import audit_actions
from players.clubs.services import mail
from players.clubs.services.members import add_member, lock_club
from players.models import Club, JoinRequest, Membership, Person, RequestState, Role, User
from players.people.services.people import ensure_own_person

# After a refusal, an organiser is left in peace for a while.
PAUSE_AFTER_REFUSAL: Final = timedelta(days=7)
ANSWERING_ROLES: Final = (Role.OWNER, Role.ORGANISER)


@transaction.atomic
def ask_to_join(*, actor: User, club: Club, message: str = "") -> JoinRequest:
    club = lock_club(club)
    if club.closed_at is not None:
        raise Refused(_("The club has closed: nobody can join it."))
    if not club.welcomes_requests:
        raise Refused(_("This club takes members by invitation only. Please get in touch with it."))
    person = ensure_own_person(actor)
    if Membership.objects.filter(club=club, person=person).exists():
        raise Refused(_("You already belong to this club."))
    _refuse_if_too_soon(club, person)
    try:
        with transaction.atomic():
            request = JoinRequest.objects.create(club=club, person=person, message=message)
    except IntegrityError as error:
        raise Refused(_("You have already asked. The club’s organisers have not answered yet.")) from error
    _record_request(actor, audit_actions.JOIN_REQUEST_SENT, request)
    for organiser in User.objects.filter(
        person__memberships__club=club, person__memberships__role__in=ANSWERING_ROLES, is_active=True
    ).distinct():
        mail.notify_organiser_of_request(organiser, request)
    return request


@transaction.atomic
def withdraw_join_request(*, actor: User, request: JoinRequest) -> None:
    request = _lock_request(request)
    _close_request(request, RequestState.WITHDRAWN, actor)
    _record_request(actor, audit_actions.JOIN_REQUEST_WITHDRAWN, request)


@transaction.atomic
def approve_join_request(*, actor: User | None, request: JoinRequest) -> Membership:
    request = _lock_request(request)
    if request.club.closed_at is not None:
        raise Refused(_("The club is closed: nobody can join it."))
    membership = add_member(
        actor=actor, club=request.club, person=request.person, action=audit_actions.JOIN_REQUEST_APPROVED
    )  # answers the request
    if request.person.account is not None:
        mail.notify_applicant_of_approval(request.person.account, request)
    return membership


@transaction.atomic
def decline_join_request(*, actor: User | None, request: JoinRequest, reason: str = "") -> None:
    request = _lock_request(request)
    _close_request(request, RequestState.DECLINED, actor, reason)
    _record_request(actor, audit_actions.JOIN_REQUEST_DECLINED, request, reason)
    if request.person.account is not None:
        mail.notify_applicant_of_refusal(request.person.account, request)


def _refuse_if_too_soon(club: Club, person: Person) -> None:
    declined = (
        JoinRequest.objects.filter(club=club, person=person, state=RequestState.DECLINED)
        .order_by("-answered_at")
        .first()
    )
    if (
        declined is None
        or declined.answered_at is None
        or declined.answered_at + PAUSE_AFTER_REFUSAL <= timezone.now()
    ):
        return
    raise Refused(
        _("The club has declined your request. You can ask again from %(date)s.")
        % {"date": date_format(timezone.localtime(declined.answered_at + PAUSE_AFTER_REFUSAL), "DATE_FORMAT")}
    )


def _close_request(request: JoinRequest, state: RequestState, actor: User | None, reason: str = "") -> None:
    request.state = state
    request.answered_at = timezone.now()
    request.answered_by = actor
    request.reason = reason
    request.save()


def _lock_request(request: JoinRequest) -> JoinRequest:
    """The request as it is now that nobody else can answer it."""
    lock_club(request.club)
    current = (
        JoinRequest.objects.select_related("club", "person__account", "answered_by")
        .filter(pk=request.pk)
        .first()
    )
    if current is None or current.state == RequestState.WITHDRAWN:
        raise Refused(_("This request has been withdrawn."))
    if current.state != RequestState.OPEN:
        answered_by = current.answered_by or _("Somebody")
        raise Refused(
            _("%(organiser)s has already answered this request: %(answer)s.")
            % {"organiser": answered_by, "answer": RequestState(current.state).label}
        )
    return current


def _record_request(actor: User | None, action: Action, request: JoinRequest, reason: str = "") -> None:
    audit.record(
        actor=actor,
        action=action,
        target=request.person,
        before={},
        after={},
        reason=reason,
        club=request.club_id,
    )
