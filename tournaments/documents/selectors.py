"""What the documents of a section read besides its tables."""

from django.db.models import QuerySet

from tournaments.models import Entry, EntryState, Event, Section
from tournaments.selectors import counted_players


def entries_by_name(section: Section) -> QuerySet[Entry]:
    """The confirmed entries with their people. One query."""
    confirmed = section.entries.filter(state=EntryState.CONFIRMED)
    return confirmed.select_related("person").order_by("person__sort_key", "pk")


def public_entries(section: Section) -> QuerySet[Entry]:
    """Those who count as players, with their people. One query."""
    return section.entries.filter(counted_players()).select_related("person")


def arbiter_names(event: Event) -> list[str]:
    """In the order in which they were named. One query."""
    return [str(each.person) for each in event.arbiters.select_related("person").order_by("pk")]


def is_only_section(section: Section) -> bool:
    return section.event.sections.count() == 1
