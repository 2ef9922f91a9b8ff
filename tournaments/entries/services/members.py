"""Entering the members of the event's club: many at once, and checking in everybody who has come."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction

from players.models import Person, User
from tournaments import audit_actions
from tournaments.entries.services.attendance import check_in
from tournaments.entries.services.guards import lock_section, log_values, refuse_if_finished
from tournaments.entries.services.places import refuse_late_entry, refuse_too_many
from tournaments.entries.services.registration import store_entry
from tournaments.history import record_action
from tournaments.models import Entry, EntryState, EventState, Section
from tournaments.selectors import last_round_number


class EnteredMembers(NamedTuple):
    """`entries` are those made now; `checked_in` counts everybody who was noted to be here."""

    entries: list[Entry]
    checked_in: int

    @property
    def waiting(self) -> int:
        return sum(entry.state == EntryState.WAITING for entry in self.entries)


@transaction.atomic
def enter_members(
    *, actor: User | None, section: Section, people: Collection[Person], are_here: bool = False
) -> EnteredMembers:
    """Those of the people who are not entered yet, as far as there are places; `are_here` checks them in as well.

    Who has withdrawn stays so: coming back is said at the entry.
    """
    section = lock_section(section)
    refuse_if_finished(section.event)
    known = set(section.entries.values_list("person", flat=True))
    missing = [person for person in people if person.pk not in known]
    refuse_too_many(section, len(missing))
    if section.event.has_started and missing:
        refuse_late_entry(section, last_round_number(section))
    entries = []
    for person in missing:
        entry = store_entry(actor, section, person, {})
        record_action(
            actor=actor,
            action=audit_actions.ENTERED,
            event=section.event,
            after=log_values(entry, entry=str(entry.state), rating=entry.rating),
        )
        entries.append(entry)
    chosen = {person.pk for person in people}
    here = check_in_all(actor=actor, section=section, people=chosen) if are_here else 0
    return EnteredMembers(entries, here)


@transaction.atomic
def check_in_all(*, actor: User | None, section: Section, people: Collection[int] | None = None) -> int:
    """Everybody of a section with a place who has not checked in, or those of the people; how many."""
    section = lock_section(section)
    refuse_if_finished(section.event)
    if section.event.state == EventState.DRAFT:
        return 0
    missing = section.entries.filter(state=EntryState.CONFIRMED, checked_in_at=None)
    if people is not None:
        missing = missing.filter(person__in=people)
    for entry in missing.select_related("person", "section__event"):
        check_in(actor=actor, entry=entry)
    return len(missing)
