"""Who is arbiter in an event, whatever they are in the club."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import Person, User
from tournaments import actions, history
from tournaments.events.services import why_frozen
from tournaments.holding import hold
from tournaments.models import Event, EventArbiter, EventState

MOST_ARBITERS: Final = 50


@transaction.atomic
def name_arbiter(*, actor: User | None, event: Event, person: Person) -> EventArbiter:
    """Somebody with a profile; what they may do, they can do once they have an account."""
    event = hold(event)
    _refuse_if_archived(event)
    if person.merged_into_id is not None:
        raise Refused(_("This profile was merged with another one. Choose that one."))
    if event.arbiters.count() >= MOST_ARBITERS:
        raise Refused(_("An event has at most %(most)d arbiters.") % {"most": MOST_ARBITERS})
    named, is_new = EventArbiter.objects.get_or_create(event=event, person=person)
    if is_new:
        history.tell(actor=actor, action=actions.ARBITER_NAMED, event=event, after={"arbiter": person.pk})
    return named


@transaction.atomic
def dismiss_arbiter(*, actor: User | None, event: Event, person: Person) -> None:
    """Whoever is dismissed already stays so."""
    event = hold(event)
    _refuse_if_archived(event)
    gone, _rows = EventArbiter.objects.filter(event=event, person=person).delete()
    if gone:
        history.tell(
            actor=actor, action=actions.ARBITER_DISMISSED, event=event, before={"arbiter": person.pk}
        )


def _refuse_if_archived(event: Event) -> None:
    if event.state == EventState.ARCHIVED:
        raise Refused(why_frozen(event))
