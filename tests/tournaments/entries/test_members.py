"""Entering the members of the own club, everybody at once, and the question about those who have not checked in."""

import pytest
from django.test import Client
from django.urls import reverse

from players.clubs.services.members import add_member
from players.models import Club, Person, Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_section
from tests.tournaments.rounds.builders import browser_of
from tournaments.entries.services.attendance import check_in
from tournaments.events.services.lifecycle import start_event
from tournaments.models import Absence, Entry, EntryState, EventState, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return make_section(make_event(state=EventState.OPEN))


@pytest.fixture
def organiser(section: Section) -> User:
    account = make_account("Olga Organiser")
    person = create_person(actor=None, name="Olga Organiser", account=account)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    return account


@pytest.fixture
def desk(organiser: User) -> Client:
    return browser_of(organiser)


@pytest.fixture
def members(section: Section) -> list[Person]:
    return [member_of(section.event.club, name) for name in ("Ada Falk", "Ben Ruiz", "Clara Voss")]


def member_of(club: Club, name: str) -> Person:
    person = create_person(actor=None, name=name)
    add_member(actor=None, club=club, person=person)
    return person


def page_of(section: Section) -> str:
    return reverse("enter-members", args=[section.event_id])


def test_ticked_members_are_entered_and_nobody_else(
    desk: Client, section: Section, members: list[Person]
) -> None:
    stranger = create_person(actor=None, name="Sam Stranger", listed=False)
    sent = {"section": section.pk, "person": [members[0].pk, members[2].pk, stranger.pk, "x"]}

    desk.post(page_of(section), sent)

    assert set(section.entries.values_list("person__name", flat=True)) == {"Ada Falk", "Clara Voss"}
    assert not section.entries.exclude(checked_in_at=None).exists()


def test_everybody_is_here_enters_and_checks_in_those_who_are_missing(
    desk: Client, section: Section, members: list[Person], organiser: User
) -> None:
    desk.post(page_of(section), {"section": section.pk, "person": [members[0].pk]})
    other = make_section(section.event, name="B")
    Entry.objects.create(section=other, person=members[1])

    desk.post(page_of(section), {"section": section.pk, "everybody": "1"})

    here = section.entries.exclude(checked_in_at=None).values_list("person__name", flat=True)
    assert set(here) == {"Ada Falk", "Clara Voss", "Olga Organiser"}  # Ben plays in the other section


def test_who_is_too_many_waits_and_who_has_withdrawn_stays_away(
    desk: Client, section: Section, members: list[Person]
) -> None:
    Section.objects.filter(pk=section.pk).update(entry_limit=1)
    Entry.objects.create(section=section, person=members[0], state=EntryState.WITHDRAWN)

    desk.post(page_of(section), {"section": section.pk, "person": [person.pk for person in members]})

    states = dict(section.entries.values_list("person__name", "state"))
    assert states == {"Ada Falk": "withdrawn", "Ben Ruiz": "confirmed", "Clara Voss": "waiting"}


def test_the_check_in_counts_at_the_start(desk: Client, section: Section, members: list[Person]) -> None:
    desk.post(page_of(section), {"section": section.pk, "person": [person.pk for person in members]})
    address = reverse("start-event", args=[section.event_id])
    assert desk.get(address).context["missing"] == 0  # nobody checks in here
    check_in(actor=None, entry=section.entries.first())

    page = desk.get(address)
    assert page.context["missing"] == 2
    desk.post(address, {"seen": page.context["mark"], "missing": "leave"})

    assert Absence.objects.filter(entry__section=section, round_number=1).count() == 2


@pytest.mark.parametrize(("place", "absent"), [(0, 2), (1, 0)])
def test_the_check_in_counts_when_the_first_round_is_paired(
    desk: Client, section: Section, members: list[Person], place: int, absent: int
) -> None:
    more = [member_of(section.event.club, name) for name in ("Dan Okafor", "Elif Kaya")]
    everybody = [person.pk for person in (*members, *more)]
    desk.post(page_of(section), {"section": section.pk, "person": everybody})
    for entry in section.entries.order_by("pk")[:3]:
        check_in(actor=None, entry=entry)
    start_event(actor=None, event=section.event)

    strip = desk.get(reverse("rounds", args=[section.event_id, section.pk])).context["strip"]
    assert strip.hint == "2 players have not checked in."
    action = strip.actions[place]
    desk.post(action.address, action.fields)

    assert Absence.objects.filter(entry__section=section, round_number=1).count() == absent
    assert section.rounds.count() == 1
