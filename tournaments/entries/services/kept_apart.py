"""Pairs who must not meet, or should not if that costs nothing."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import User
from tournaments import audit_actions
from tournaments.entries.services.guards import lock_section, refuse_if_finished
from tournaments.history import record_action
from tournaments.locking import lock_event
from tournaments.models import Entry, KeptApart, Section

MAX_KEPT_APART: Final = 500


@transaction.atomic
def keep_apart(
    *, actor: User | None, section: Section, one: Entry, other: Entry, strictly: bool = True
) -> KeptApart:
    """Said once more of the same two, it is as strict as was said last."""
    section = lock_section(section)
    refuse_if_finished(section.event)
    if one.pk == other.pk:
        raise Refused(_("Please choose two players."))
    if one.section_id != section.pk or other.section_id != section.pk:
        raise Refused(_("Both have to play in the section."))
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    if section.kept_apart.exclude(one=first, other=second).count() >= MAX_KEPT_APART:
        raise Refused(_("At most %(max)d pairs can be kept apart.") % {"max": MAX_KEPT_APART})
    pair, _created = KeptApart.objects.update_or_create(
        one=first, other=second, defaults={"section": section, "strictly": strictly}
    )
    record_action(
        actor=actor, action=audit_actions.KEPT_APART, event=section.event, after=_pair_log_values(pair)
    )
    return pair


@transaction.atomic
def allow_meeting(*, actor: User | None, pair: KeptApart) -> None:
    event = lock_event(pair.section.event_id)
    refuse_if_finished(event)
    found = KeptApart.objects.filter(pk=pair.pk).select_related("section", "one", "other").first()
    if found is None:
        raise Refused(_("They are not kept apart."))
    found.delete()
    record_action(actor=actor, action=audit_actions.MAY_MEET, event=event, before=_pair_log_values(found))


def _pair_log_values(pair: KeptApart) -> dict[str, str | int | bool]:
    return {
        "player": pair.one.person_id,
        "opponent": pair.other.person_id,
        "section": pair.section.name,
        "strictly": pair.strictly,
    }
