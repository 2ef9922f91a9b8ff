"""Rows become the plain data of the pairing code, in a fixed number of queries."""

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import Bye, ByeKind, EventState, Pairing, PairingSystem, RoundState, Section
from tournaments.pairing import MatchKey, Outcome
from tournaments.pairing.knockout import tree
from tournaments.tournament_data import knockout_plan, load_section_data, number_of_rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    return make_section(make_event(state=EventState.RUNNING), players=5)


def test_rounds_become_outcomes_and_points(
    section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")], state=RoundState.CLOSED)
    Bye.objects.create(round=first, entry=section.entries.get(starting_rank=5), kind=ByeKind.PAIRING)
    make_round(section, 2, [(5, 1, "0-1f"), (2, 3, "adjourned")])
    make_round(section, 3, [(1, 2, "")], state=RoundState.PAIRED)

    with django_assert_num_queries(4):
        data = load_section_data(section)

    event = data.tournament
    assert [event.points(number) for number in event.numbers] == [4, 1, 0, 1, 2]
    assert [entry.outcome for entry in event.entries(5)] == [Outcome.PAIRING_BYE, Outcome.FORFEIT_LOSS]
    assert [entry.outcome for entry in event.entries(2)] == [Outcome.DRAW, Outcome.PENDING]
    assert [entry.outcome for entry in event.entries(4)] == [Outcome.DRAW, Outcome.ABSENT]


def test_a_draft_is_there_only_for_those_who_ask_for_drafts(section: Section) -> None:
    make_round(section, 1, [(1, 3, "1-0")], state=RoundState.CLOSED)
    make_round(section, 2, [(1, 2, "")], state=RoundState.PAIRED)

    assert len(load_section_data(section).tournament.rounds) == 1
    assert len(load_section_data(section, drafts=True).tournament.rounds) == 2
    assert len(load_section_data(section, before=1).tournament.rounds) == 0


def test_a_match_of_two_games_counts_as_one(section: Section) -> None:
    only = make_round(section, 1, [(1, 2, "1-0")])
    first, second = (section.entries.get(starting_rank=rank) for rank in (1, 2))
    Pairing.objects.create(
        round=only, board=1, leg=2, first=second, second=first, result="1/2-1/2", origin="arbiter"
    )

    (entry,) = load_section_data(section).tournament.entries(1)
    assert entry.outcome is Outcome.WIN


def test_a_knockout_knows_who_goes_on() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=4, system=PairingSystem.KNOCKOUT)
    make_round(section, 1, [(1, 4, "1-0"), (2, 3, "0-1")])

    plan, played = knockout_plan(load_section_data(section))

    assert set(played) == {MatchKey(1, 1), MatchKey(1, 2)}
    final = tree(plan, played)[1][0]
    assert (final.first, final.second) == (1, 3)


@pytest.mark.parametrize(
    ("system", "players", "rounds"),
    [("swiss", 9, 5), ("round_robin", 6, 5), ("round_robin", 7, 7), ("knockout", 9, 4), ("keizer", 9, 5)],
)
def test_rounds_are_planned_or_follow_from_the_players(system: str, players: int, rounds: int) -> None:
    assert number_of_rounds(Section(system=system), players) == rounds


def test_nobody_sits_on_two_boards_with_one_colour(section: Section) -> None:
    made = make_round(section, 1, [(1, 2, "")])
    first, third = (section.entries.get(starting_rank=rank) for rank in (1, 3))
    with pytest.raises(IntegrityError), transaction.atomic():
        Pairing.objects.create(round=made, board=2, first=first, second=third)
