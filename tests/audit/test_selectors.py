"""Reading the history."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.contrib.contenttypes.models import ContentType
from pytest_django import DjangoAssertNumQueries

from audit import services
from audit.actions import Action
from audit.models import AuditEntry
from audit.selectors import HistoryFilter, export_rows, history_of, history_of_club
from players.models import Club, User

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def lines(agnes: User, club: Club, renamed: Action) -> list[AuditEntry]:
    """One line an hour: even ones by Agnes, the third of three of another kind."""
    kind = ContentType.objects.get_for_model(Club)
    return AuditEntry.objects.bulk_create(
        AuditEntry(
            when=NOON + timedelta(hours=number),
            actor=None if number % 2 else agnes,
            actor_name="" if number % 2 else "Agnes Brandt",
            action="test.moved" if number % 3 == 2 else "test.renamed",
            target_type=kind,
            target_id=club.pk,
            target_name=f"Lapwing {number}",
            club_id=club.pk,
        )
        for number in range(6)
    )


Numbers = Callable[..., list[int]]


@pytest.fixture
def found(lines: list[AuditEntry], club: Club) -> Numbers:
    def numbers(**wanted: object) -> list[int]:
        entries = history_of_club(club.pk, HistoryFilter(**wanted))  # type: ignore[arg-type]
        return [int(entry.target_name.split()[1]) for entry in entries]

    return numbers


def test_a_clubs_history_begins_with_the_newest_line(found: Numbers) -> None:
    assert found() == [5, 4, 3, 2, 1, 0]


def test_lines_are_found_by_actor(found: Numbers, agnes: User) -> None:
    assert found(actor=agnes.pk) == [4, 2, 0]


def test_lines_are_found_by_kind_of_change(found: Numbers) -> None:
    assert found(actions=frozenset({"test.moved"})) == [5, 2]


def test_lines_are_found_by_date_the_end_left_out(found: Numbers) -> None:
    assert found(since=NOON + timedelta(hours=1), until=NOON + timedelta(hours=4)) == [3, 2, 1]


@pytest.mark.parametrize(
    "text",
    [
        "JÜRGEN",
        "jurgen",
        "Lukasz",
        "łÓDŹ",
        "strasse",
        "Straße",
        "aero",
        "verein jurgen",
        "renamed jurgen",
        "100%",
    ],
)
def test_words_are_found_without_accents_and_case(
    text: str, club: Club, renamed: Action, lines: list[AuditEntry]
) -> None:
    line = AuditEntry.objects.create(
        actor_name="Jürgen Müller",
        action=renamed.key,
        target_type=ContentType.objects.get_for_model(Club),
        target_id=club.pk,
        target_name="Vérein",
        club_id=club.pk,
        before={"place": "Łukasz in Łódź"},
        after={"place": "Ærø, Lange Straße"},
        reason="100% sure",
    )

    assert list(history_of_club(club.pk, HistoryFilter(text=text))) == [line]


def test_words_that_stand_nowhere_find_nothing(found: Numbers) -> None:
    assert found(text="lapwing zebra") == []
    assert found(text="LAPWING") == [5, 4, 3, 2, 1, 0]


def test_filters_combine(found: Numbers, agnes: User) -> None:
    assert found(actor=agnes.pk, actions=frozenset({"test.renamed"}), since=NOON + timedelta(hours=1)) == [4]


def test_another_clubs_history_is_not_shown(lines: list[AuditEntry], club: Club) -> None:
    assert list(history_of_club(club.pk + 1)) == []


def test_an_objects_history_is_its_own(agnes: User, club: Club, renamed: Action) -> None:
    same_number = User.objects.create_user("j@example.org", None, display_name="Jorge", pk=club.pk + 1000)
    other = Club.objects.create(pk=same_number.pk, name="Rook", slug="rook")
    for target in (club, other, same_number, other):
        services.record(actor=agnes, action=renamed, target=target, before={}, after={})

    assert [entry.target_name for entry in history_of(other)] == ["Rook", "Rook"]
    newer, older = history_of(other)
    assert newer.pk > older.pk
    assert [entry.target_name for entry in history_of(same_number)] == ["Jorge"]


def test_a_page_of_the_history_takes_one_query(
    lines: list[AuditEntry], club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    history_of(club)  # the kind of object is looked up once a process
    with django_assert_num_queries(2):
        sentences = [str(entry) for entry in history_of(club)[:50]]
        assert sentences == [str(entry) for entry in history_of_club(club.pk)[:50]]


def test_an_export_takes_one_query_and_has_every_line(
    lines: list[AuditEntry], club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    history_of(club)
    with django_assert_num_queries(1):
        rows = list(export_rows(history_of_club(club.pk)))

    assert len(rows) == 6
    assert all(newer.when > older.when for newer, older in pairwise(rows))
    last = rows[-1]
    assert (last.when, last.actor, last.action, last.sentence, last.target_kind, last.target_id, last.target) == (
        NOON, "Agnes Brandt", "test.renamed", "Agnes Brandt renamed Lapwing 0", "players.club", club.pk, "Lapwing 0",
    )  # fmt: skip
