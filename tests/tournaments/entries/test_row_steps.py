"""What arbiters do from the row where a name stands: byes, absence, withdrawal, and byes for rounds already missed."""

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from players.clubs.services.members import add_member
from players.models import Role
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_round
from tests.tournaments.rounds.builders import browser_of, running_section
from tournaments.entries.services.attendance import grant_late_byes, take_back_late_byes
from tournaments.entries.services.registration import enter_new_person
from tournaments.models import AbsenceKind, ByeKind, Entry, EntryState, PairingSystem, RoundState, Section
from tournaments.tables.selectors.standings import load_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return running_section(4, planned_rounds=5)


@pytest.fixture
def desk(section: Section) -> Client:
    account = make_account("Anna")
    person = create_person(actor=None, name="Anna", account=account)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    return browser_of(account)


def test_the_next_round_is_missed_and_the_page_comes_back_to_the_row(desk: Client, section: Section) -> None:
    make_round(section, 1, [(1, 3, "1-0"), (2, 4, "1-0")])
    entry = section.entries.get(starting_rank=2)
    address, back = reverse("row-step", args=[section.event_id]), "/events/"

    for step, kind in (("half-point", AbsenceKind.HALF_POINT), ("absent", AbsenceKind.ABSENT)):
        answer = desk.post(address, {"row": f"{entry.pk}:{step}", "next": back})
        assert answer["Location"] == back
        assert list(entry.absences.values_list("round_number", flat=True)) == [2]
        assert entry.absences.get().kind == kind
    desk.post(address, {"entry": entry.pk, "step": "withdraw"})
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    for nonsense in ({}, {"row": "x:y"}, {"row": f"{entry.pk}:fly"}, {"row": "999999:absent"}):
        assert desk.post(address, nonsense).status_code in (302, 404)


def test_a_late_player_gets_half_points_for_the_rounds_before(desk: Client, section: Section) -> None:
    for number in (1, 2):
        make_round(section, number, [(1, 3, "1-0"), (2, 4, "1-0")], state=RoundState.CLOSED)
    late = enter_new_person(actor=None, section=section, name="Lena Late")
    assert late.first_round == 3

    desk.post(reverse("row-step", args=[section.event_id]), {"row": f"{late.pk}:late-byes"})

    assert list(late.byes.values_list("round__number", "kind").order_by("round__number")) == [
        (1, ByeKind.HALF_POINT),
        (2, ByeKind.HALF_POINT),
    ]
    assert next(row.points for row in load_table(section).rows if row.entry == late) == "1"
    with pytest.raises(Refused, match="missed no round"):
        grant_late_byes(actor=None, entry=late)


def test_half_points_for_the_rounds_before_are_taken_back_from_the_page_of_the_entry(
    desk: Client, section: Section
) -> None:
    for number in (1, 2):
        make_round(section, number, [(1, 3, "1-0"), (2, 4, "1-0")], state=RoundState.CLOSED)
    late = enter_new_person(actor=None, section=section, name="Lena Late")
    grant_late_byes(actor=None, entry=late)
    page = desk.get(reverse("manage-entry", args=[section.event_id, late.pk]))
    assert page.context["late_byes"] == [1, 2]
    assert f"{late.pk}:no-late-byes" in page.content.decode()

    desk.post(reverse("row-step", args=[section.event_id]), {"row": f"{late.pk}:no-late-byes"})

    assert not late.byes.exists()
    assert next(row.points for row in load_table(section).rows if row.entry == late) == "0"
    with pytest.raises(Refused, match="no half-point byes"):
        take_back_late_byes(actor=None, entry=late)
    grant_late_byes(actor=None, entry=late)
    make_round(section, 3, [(1, 2, ""), (3, 4, "")], state=RoundState.PAIRED)
    with pytest.raises(Refused, match="delete the draft first"):
        take_back_late_byes(actor=None, entry=late)


def test_no_late_byes_under_a_draft_or_where_there_are_none(section: Section) -> None:
    make_round(section, 1, [(1, 3, "1-0"), (2, 4, "1-0")], state=RoundState.CLOSED)
    late = enter_new_person(actor=None, section=section, name="Lena Late")
    make_round(section, 2, [(1, 2, ""), (3, 4, "")], state=RoundState.PAIRED)
    with pytest.raises(Refused, match="delete the draft first"):
        grant_late_byes(actor=None, entry=late)
    section.rounds.filter(number=2).delete()
    Entry.objects.filter(pk=late.pk).update(state=EntryState.WITHDRAWN)
    with pytest.raises(Refused, match="does not play"):
        grant_late_byes(actor=None, entry=late)
    Section.objects.filter(pk=section.pk).update(system=PairingSystem.ROUND_ROBIN)
    with pytest.raises(Refused, match="Only Swiss and Keizer"):
        grant_late_byes(actor=None, entry=late)
    assert not late.byes.exists()


def test_a_round_robin_promises_no_half_point(desk: Client, section: Section) -> None:
    Section.objects.filter(pk=section.pk).update(system=PairingSystem.ROUND_ROBIN)
    entry = section.entries.order_by("pk")[0]

    desk.post(reverse("row-step", args=[section.event_id]), {"row": f"{entry.pk}:half-point"})

    assert not entry.absences.exists()
