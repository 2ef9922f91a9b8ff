"""Recognising clubs: only recognised ones feed the rating lists across clubs."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit import services as audit
from core.errors import Refused
from players import audit_actions
from players.clubs.services.members import lock_club
from players.clubs.signals import recognition_changed
from players.models import Club, User


@transaction.atomic
def recognise_club(*, actor: User | None, club: Club, reason: str) -> Club:
    """Its events and games count in the lists across clubs, those of the past too. The same again changes nothing."""
    return _set_recognition(actor, club, reason, recognised=True)


@transaction.atomic
def withdraw_recognition(*, actor: User | None, club: Club, reason: str) -> Club:
    """Its events and games count for its own lists only. The lists across clubs are recomputed as new versions."""
    return _set_recognition(actor, club, reason, recognised=False)


def _set_recognition(actor: User | None, club: Club, reason: str, *, recognised: bool) -> Club:
    reason = reason.replace("\0", "").strip()
    if not reason:
        raise Refused(_("Please give a reason: clubs will ask for it."))
    if len(reason) > audit.MAX_REASON_LENGTH:
        raise Refused(
            _("The reason is too long. At most %(max)d characters.") % {"max": audit.MAX_REASON_LENGTH}
        )
    club = lock_club(club)
    if (club.recognised_at is not None) == recognised:
        return club
    club.recognised_at = timezone.now() if recognised else None
    club.recognised_by = actor if recognised else None
    club.save(update_fields=["recognised_at", "recognised_by"])
    audit.record(
        actor=actor,
        action=audit_actions.CLUB_RECOGNISED if recognised else audit_actions.RECOGNITION_WITHDRAWN,
        target=club,
        before={},
        after={},
        reason=reason,
        club=club.pk,
    )
    recognition_changed.send(sender=Club, club=club, reason=reason)
    return club
