"""What the pages about entries show, besides the events themselves."""

import datetime

from players.models import Club, Person
from players.people.services.people import create_person
from tests.templates.events import MAIN, OPEN, SECTION
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, Event, EventState, KeptApart, Section

CODE = "known-by-the-player"
# Chosen ids, so that addresses can name them.
ENTRY = 900901  # ids that the database gives follow it, above those that others chose
FULL, EMPTY = 900011, 900012
TODAY = datetime.date(2026, 1, 1)


def furnish_entries(club: Club, person: Person) -> None:
    """The first player of the running event has a known code; the person whose pages these are plays and waits."""
    Entry.objects.filter(section=MAIN, starting_rank=1).update(
        code=CODE, checked_in_at=datetime.datetime.now(datetime.UTC)
    )
    main = Section.objects.get(pk=MAIN)
    one, other = main.entries.order_by("pk")[:2]
    KeptApart.objects.create(section=main, one=one, other=other)
    section = Section.objects.get(pk=SECTION)
    entry = Entry.objects.create(
        pk=ENTRY,
        section=section,
        person=person,
        rating=1512,
        rating_is_own=True,
        club_name="Herons",
        categories="U20",
    )
    Absence.objects.create(entry=entry, round_number=2, kind=AbsenceKind.HALF_POINT)
    Absence.objects.create(entry=entry, round_number=3, kind=AbsenceKind.ZERO_POINT)
    for name, state in (("Wanda Waits", "waiting"), ("Asta Asks", "asked"), ("Gone Girl", "withdrawn")):
        Entry.objects.create(
            section=section,
            person=create_person(actor=None, name=name),
            state=EntryState(state),
            note="came by train",
        )
    Event.objects.filter(pk=OPEN).update(entries_until=None)
    full = make_event(
        club=club,
        pk=FULL,
        name="Full house",
        state=EventState.OPEN,
        starts_on=TODAY,
        ends_on=datetime.date(2099, 12, 31),
        fee="8 €",
    )
    waiting = make_section(full, players=2, entry_limit=2)
    make_section(full, name="Juniors", position=2)
    Entry.objects.create(section=waiting, person=person, state=EntryState.WAITING)
    make_event(club=club, pk=EMPTY, name="Empty hall", state=EventState.OPEN)
