"""Boards and results in the API."""

from pytest_django import DjangoAssertNumQueries

from tests.players.api.conftest import Program
from tournaments.models import Pairing, Section


def test_boards_are_found_by_round_player_and_whether_they_are_open(
    visitor: Program, section: Section
) -> None:
    Pairing.objects.filter(board=2).update(result="", origin="")
    first = Pairing.objects.get(board=1)

    def boards(**query: object) -> list[int]:
        return [found["board"] for found in visitor.get("pairings/", **query).json()["results"]]

    assert boards(round=first.round_id) == [1, 2]
    assert boards(section=section.pk, state="open") == [2]
    assert boards(event=section.event_id, state="played") == [1]
    assert boards(person=first.second.person_id) == [1]


def test_a_page_of_boards_takes_two_queries(
    visitor: Program, section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        assert len(visitor.get("pairings/", section=section.pk).json()["results"]) == 2
