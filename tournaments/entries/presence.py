"""Which rounds are there already, and which are to come."""

from django.db.models import Max

from tournaments.models import EntryState, Round, RoundState, Section
from tournaments.plain_data import number_of_rounds


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
