"""Next year's event from this year's: dates moved, everything else that was decided, nobody who played."""

import datetime

from django.db import transaction

from audit.changes import values_of
from players.models import User
from tournaments import actions, history
from tournaments.events import arbiter_services, prize_services, section_services, services
from tournaments.events.changing import filled
from tournaments.models import Event, Section


@transaction.atomic
def copy_event(*, actor: User | None, event: Event, name: str, starts_on: datetime.date) -> Event:
    """A draft. The last day and the end of entries keep their distance from the first day."""
    details = {key: getattr(event, key) for key in services.FIELDS}
    moved = starts_on - event.starts_on
    details |= {"name": name, "starts_on": starts_on, "ends_on": event.ends_on + moved}
    if event.entries_until is not None:
        details["entries_until"] = event.entries_until + moved
    made = services.create_event(actor=actor, club=event.club, **details)
    for section in event.sections.order_by("position", "pk"):
        _copy_section(section, made, actor=actor)
    for arbiter in event.arbiters.select_related("person").order_by("pk"):
        arbiter_services.name_arbiter(actor=actor, event=made, person=arbiter.person)
    history.tell(
        actor=actor,
        action=actions.COPIED,
        event=made,
        after=filled({"copied_from": event.name, **values_of(event, ["starts_on"])}),
    )
    return made


def _copy_section(section: Section, event: Event, *, actor: User | None) -> None:
    details = {key: getattr(section, key) for key in section_services.FIELDS}
    made = section_services.add_section(actor=actor, event=event, **details)
    awards = prize_services.awards_of(section)
    if awards:
        prize_services.set_prizes(actor=actor, section=made, awards=awards)
