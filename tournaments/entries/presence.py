"""Which rounds are there already, and who plays in the next one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Max

from tournaments.models import Absence, AbsenceKind, Entry, EntryState, Round, RoundState, Section
from tournaments.plain_data import number_of_rounds


class Presence(NamedTuple):
    """`missing` are those who are in the tournament but not in this round, by the ids of their entries."""

    playing: Sequence[Entry]
    missing: Mapping[int, AbsenceKind]


def players_of_round(section: Section, number: int) -> Presence:
    """Of a section that has its starting ranks, in their order. Two queries."""
    entries = Entry.objects.filter(
        section=section, state=EntryState.CONFIRMED, starting_rank__isnull=False, first_round__lte=number
    )
    announced = Absence.objects.filter(entry__section=section, round_number=number)
    kinds = {entry: AbsenceKind(kind) for entry, kind in announced.values_list("entry", "kind")}
    inside = list(entries.select_related("person").order_by("starting_rank"))
    return Presence(
        playing=[entry for entry in inside if entry.pk not in kinds],
        missing={entry.pk: kinds[entry.pk] for entry in inside if entry.pk in kinds},
    )


def last_round(section: Section) -> int:
    """The number of the last round that is paired or being paired; 0 before the first. One query."""
    return Round.objects.filter(section=section).aggregate(last=Max("number"))["last"] or 0


def last_published_round(section: Section) -> int:
    """One query."""
    public = Round.objects.filter(section=section, state__in=(RoundState.PUBLISHED, RoundState.CLOSED))
    return public.aggregate(last=Max("number"))["last"] or 0


def rounds_of(section: Section) -> int:
    """How many rounds the section will have, with the players it has now. One query."""
    return number_of_rounds(section, section.entries.filter(state=EntryState.CONFIRMED).count())


def rounds_to_come(section: Section) -> range:
    """Those that are not paired and not being paired. Two queries."""
    return range(last_round(section) + 1, rounds_of(section) + 1)
