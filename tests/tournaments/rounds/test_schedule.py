"""The schedule of a round robin: published at once, played in any order, taken back as far as nothing was entered."""

import pytest
from django.urls import reverse

from backups.models import BackupRequest, Occasion
from core.errors import Refused
from players.clubs.services.members import add_member
from players.models import Role, User
from players.people.services.people import create_person
from tests.tournaments.rounds.builders import browser_of, enter_results, running_section
from tournaments.entries.services.places import reinstate_entry, withdraw_entry
from tournaments.models import Pairing, PairingSystem, Round, RoundState, Section
from tournaments.results.selectors import is_relied_on
from tournaments.rounds.selectors.lists import current_round, current_rounds
from tournaments.rounds.services.publication import close_round, reopen_round, unpublish_round
from tournaments.rounds.services.schedule import publish_schedule, take_back_schedule
from tournaments.tables.selectors.standings import load_table, public_round_numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return running_section(4, system=PairingSystem.ROUND_ROBIN)


@pytest.fixture
def rounds(section: Section, anna: User) -> list[Round]:
    return publish_schedule(actor=anna, section=section, number=1)


def test_every_pair_meets_once_and_everybody_sees_it(section: Section, rounds: list[Round]) -> None:
    pairs = {
        frozenset((pairing.first_id, pairing.second_id))
        for pairing in Pairing.objects.filter(round__section=section)
    }
    assert [round_.number for round_ in rounds] == [1, 2, 3]
    assert {round_.state for round_ in rounds} == {RoundState.PUBLISHED}
    assert len(pairs) == Pairing.objects.filter(round__section=section).count() == 6


def test_a_schedule_asks_for_one_backup_as_a_round_does(rounds: list[Round]) -> None:
    assert len(rounds) > 1
    assert BackupRequest.objects.get().occasion == Occasion.ROUND


def test_the_rounds_are_those_that_would_have_been_paired_one_by_one(section: Section, anna: User) -> None:
    def boards() -> list[tuple[int, int, int]]:
        rows = Pairing.objects.filter(round__section=section).order_by("round__number", "board")
        return [(row.board, row.first_id, row.second_id) for row in rows]

    publish_schedule(actor=anna, section=section, number=1)
    before = boards()
    assert take_back_schedule(actor=anna, section=section) == [1, 2, 3]
    assert boards() == []
    publish_schedule(actor=anna, section=section, number=1)
    assert boards() == before


def test_the_current_round_is_the_first_that_is_not_closed(
    section: Section, rounds: list[Round], anna: User
) -> None:
    assert current_round(section) == rounds[0]
    enter_results(rounds[0], "1-0", "1-0")
    close_round(actor=anna, round=rounds[0])
    assert current_round(section) == rounds[1]
    assert [each.round for each in current_rounds([section.event_id])] == [rounds[1]]
    for round_ in rounds[1:]:
        enter_results(round_, "1-0", "1-0")
        close_round(actor=anna, round=round_)
    assert current_round(section) == rounds[2]


def test_the_standings_leave_out_what_nobody_has_played(section: Section, rounds: list[Round]) -> None:
    assert load_table(section).data["rounds"] == 1
    enter_results(rounds[1], "1-0")
    assert load_table(section).data["rounds"] == 2
    assert public_round_numbers(section) == [1, 2]


def test_only_untouched_rounds_are_taken_back(section: Section, rounds: list[Round], anna: User) -> None:
    enter_results(rounds[0], "1-0")
    assert take_back_schedule(actor=anna, section=section) == [2, 3]
    with pytest.raises(Refused, match="in every published round"):
        take_back_schedule(actor=anna, section=section)
    assert [each.number for each in publish_schedule(actor=anna, section=section, number=2)] == [2, 3]


def test_an_earlier_round_depends_on_no_later_one(section: Section, rounds: list[Round], anna: User) -> None:
    enter_results(rounds[0], "1-0", "1-0")
    assert not is_relied_on(rounds[0])
    close_round(actor=anna, round=rounds[0])
    assert reopen_round(actor=anna, round=rounds[0]).state == RoundState.PUBLISHED
    with pytest.raises(Refused, match="Take them back first"):
        unpublish_round(actor=anna, round=rounds[1])


def test_who_withdraws_loses_what_is_to_come_and_gets_it_back(
    section: Section, rounds: list[Round], anna: User
) -> None:
    enter_results(rounds[0], "1-0", "1-0")
    close_round(actor=anna, round=rounds[0])
    entry = section.entries.get(starting_rank=1)

    withdraw_entry(actor=anna, entry=entry)

    lost = Pairing.objects.filter(round=rounds[2]).exclude(result="")
    assert [entry.pk in (each.first_id, each.second_id) for each in lost] == [True]
    assert not Pairing.objects.filter(round=rounds[1]).exclude(result="").exists()
    assert load_table(section).data["rounds"] == 2
    entry.refresh_from_db()
    reinstate_entry(actor=anna, entry=entry)
    assert not Pairing.objects.filter(round=rounds[2]).exclude(result="").exists()


def test_two_who_publish_at_once_do_it_once(section: Section, rounds: list[Round], anna: User) -> None:
    with pytest.raises(Refused):
        publish_schedule(actor=anna, section=section, number=1)
    assert Round.objects.filter(section=section).count() == 3


def test_other_systems_have_no_schedule(anna: User) -> None:
    with pytest.raises(Refused, match="Only a round robin"):
        publish_schedule(actor=anna, section=running_section(4), number=1)


def test_the_page_publishes_and_takes_back(section: Section, anna: User) -> None:
    person = create_person(actor=None, name="Anna", account=anna)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    browser = browser_of(anna)
    page = reverse("rounds", args=[section.event_id, section.pk])
    publish, back = (
        reverse(name, args=[section.event_id, section.pk])
        for name in ("publish-schedule", "take-back-schedule")
    )
    assert publish in browser.get(page).content.decode()
    strip = browser.get(page).context["strip"]
    assert [action.address for action in strip.actions][1:] == [publish]
    browser.post(publish, {"number": "1"})
    shown = browser.get(page)
    assert shown.context["strip"].action.address.endswith("/rounds/1/results/")
    assert shown.context["untouched"] == {"first": 1, "last": 3}
    assert back in shown.content.decode()
    assert publish not in shown.content.decode()
    enter_results(section.rounds.get(number=1), "1-0", "1-0")
    close = browser.get(page).context["strip"].action
    browser.post(close.address, close.fields)
    assert browser.get(page).context["strip"].action.address.endswith("/rounds/2/results/")
    browser.post(back)
    assert [each.number for each in Round.objects.filter(section=section)] == [1]
