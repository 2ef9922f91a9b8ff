"""The table of a section, live and frozen."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import (
    Bye,
    ByeKind,
    EventState,
    FinalTable,
    Pairing,
    PairingSystem,
    RoundState,
    Section,
)
from tournaments.tables.selectors.standings import SectionTable, build_final_table, explain_row, load_table
from tournaments.tables.selectors.table_data import ExplanationData

pytestmark = pytest.mark.django_db


def running(players: int = 4, **fields: Any) -> Section:
    return make_section(make_event(state=EventState.RUNNING), players=players, **fields)


def explained_values(section: Section, number: int) -> list[ExplanationData]:
    explained = explain_row(section, number)
    assert explained is not None
    return explained.reasons


def two_rounds(section: Section) -> None:
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")])
    make_round(section, 2, [(2, 1, "0-1"), (3, 4, "")])


def lines(table: SectionTable) -> list[tuple[object, ...]]:
    return [(row.rank, str(row.entry), row.points, *row.values) for row in table.rows]


def test_points_and_tie_breaks_rank_the_players() -> None:
    section = running(tie_breaks="BH,SB")
    two_rounds(section)

    table = load_table(section)

    assert lines(table) == [
        (1, "Player 01", "2", "0.5", "0.5"),
        (2, "Player 02", "½", "2.5", "0.25"),
        (3, "Player 04", "½", "0.5", "0.25"),
        (4, "Player 03", "0", "2.0", "0.0"),
    ]
    assert [column["label"] for column in table.data["columns"]] == ["BH", "SB"]
    assert (table.data["rounds"], table.data["unfinished"], table.frozen) == (2, True, False)


def test_the_table_after_an_earlier_round_leaves_later_ones_out() -> None:
    section = running(tie_breaks="")
    two_rounds(section)

    assert [(row.rank, row.number, row.points) for row in load_table(section, after=1).rows] == [
        (1, 1, "1"),
        (2, 2, "½"),
        (2, 4, "½"),
        (4, 3, "0"),
    ]


def test_a_round_that_is_not_published_counts_for_nobody() -> None:
    section = running(tie_breaks="")
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1-0")], state=RoundState.PAIRED)

    assert [row.points for row in load_table(section).rows] == ["0", "0", "0", "0"]
    assert load_table(section).data["rounds"] == 0


def test_each_value_is_explained_round_by_round_without_names() -> None:
    section = running(tie_breaks="BH-C1")
    two_rounds(section)

    points, buchholz = explained_values(section, 2)

    assert [line["words"] for line in points["lines"]] == ["draw against 4: ½", "loss against 1: 0"]
    assert buchholz == {
        "lines": [
            {"round": 1, "opponent": 4, "value": "0.5", "words": "player 4 has ½", "cut": "LOWEST"},
            {"round": 2, "opponent": 1, "value": "2.0", "words": "player 1 has 2", "cut": None},
        ],
        "summary": "",
        "value": "2.0",
    }
    assert explain_row(section, 9) is None


def test_lots_are_drawn_with_the_seed_of_the_section() -> None:
    section = running(tie_breaks="LOT", lots_seed=7)

    first = [row.number for row in load_table(section).rows]

    assert first == [row.number for row in load_table(section).rows]
    assert "drawn from the seed '7'" in explained_values(section, 1)[1]["summary"]


def test_a_frozen_table_is_json_and_shows_the_same() -> None:
    section = running(tie_breaks="BH,DE")
    two_rounds(section)
    live = load_table(section)
    reasons = explained_values(section, 2)

    stored = json.loads(json.dumps(build_final_table(section)))
    FinalTable.objects.create(section=section, table=stored)
    section.event.state = EventState.FINISHED
    section.event.save()

    frozen = load_table(Section.objects.select_related("event").get(pk=section.pk))
    assert frozen.frozen
    assert lines(frozen) == lines(live)
    assert frozen.data["columns"] == live.data["columns"]
    assert explained_values(frozen.section, 2) == reasons
    assert "Player" not in json.dumps(stored)


def test_a_finished_event_shows_what_was_frozen_whatever_happens_to_its_rows() -> None:
    section = running()
    two_rounds(section)
    FinalTable.objects.create(section=section, table=build_final_table(section))
    section.event.state = EventState.RATED
    section.event.save()
    Pairing.objects.update(result="0-1", origin="arbiter")

    assert load_table(section).rows[0].points == "2"
    assert load_table(section, after=2).rows[0].points == "2"
    assert load_table(section, after=1).rows[0].points == "1"


def test_an_event_that_was_reopened_is_computed_again() -> None:
    section = running()
    two_rounds(section)
    FinalTable.objects.create(section=section, table=build_final_table(section))
    Pairing.objects.filter(round__number=2, board=2).update(result="0-1", origin="arbiter")

    assert [row.number for row in load_table(section).rows] == [1, 4, 2, 3]


def test_a_keizer_table_counts_values_of_opponents() -> None:
    section = running(system=PairingSystem.KEIZER)
    make_round(section, 1, [(1, 2, "0-1"), (3, 4, "1/2-1/2")])

    table = load_table(section)

    assert table.data["kind"] == "keizer"
    assert lines(table) == [
        (1, "Player 02", "9", "5", "1"),
        (2, "Player 01", "4", "4", "0"),
        (2, "Player 03", "4", "3", "½"),
        (4, "Player 04", "3.5", "2", "½"),
    ]
    assert [(line["words"], line["value"]) for line in explained_values(section, 4)[0]["lines"]] == [
        ("own value, once: 2", "2"),
        ("draw: 1/2 × value 3", "1.5"),
    ]


def knockout(players: int, **fields: Any) -> Section:
    return running(players=players, system=PairingSystem.KNOCKOUT, **fields)


def test_who_came_further_in_a_knockout_stands_higher() -> None:
    section = knockout(4)
    make_round(section, 1, [(1, 4, "1-0"), (2, 3, "0-1")])

    assert [(row.rank, row.number, row.points) for row in load_table(section).rows] == [
        (1, 1, "1"),
        (1, 3, "1"),
        (3, 2, "0"),
        (3, 4, "0"),
    ]
    make_round(section, 2, [(1, 3, "0-1")])
    rows = load_table(section).rows
    assert [(row.rank, row.number) for row in rows] == [(1, 3), (2, 1), (3, 2), (3, 4)]
    assert rows[1].lost == {"round": 2, "to": 3}
    assert str(rows[1].lost_to) == "Player 03"
    assert explained_values(section, 1) == []


def test_the_match_for_the_third_place_tells_third_from_fourth() -> None:
    section = knockout(4, third_place=True)
    make_round(section, 1, [(1, 4, "1-0"), (2, 3, "1-0")])
    final = make_round(section, 2, [(1, 2, "1-0")])
    entries = {entry.starting_rank: entry for entry in section.entries.all()}
    Pairing.objects.create(
        round=final,
        board=1,
        third_place=True,
        first=entries[3],
        second=entries[4],
        result="0-1",
        origin="arbiter",
    )

    assert [(row.rank, row.number) for row in load_table(section).rows] == [(1, 1), (2, 2), (3, 4), (4, 3)]


def test_a_bye_in_a_knockout_is_no_match_won() -> None:
    section = knockout(3)
    first = make_round(section, 1, [(2, 3, "1-0")])
    Bye.objects.create(round=first, entry=section.entries.get(starting_rank=1), kind=ByeKind.PAIRING)
    Pairing.objects.update(board=2)

    assert [(row.rank, row.number, row.points) for row in load_table(section).rows] == [
        (1, 1, "0"),
        (1, 2, "1"),
        (3, 3, "0"),
    ]


def test_games_that_do_not_fit_the_bracket_are_said_and_counted_all_the_same() -> None:
    section = knockout(4)
    make_round(section, 1, [(1, 2, "1-0"), (3, 4, "1-0")])

    table = load_table(section)

    assert table.data["problem"] == "round 1, match 1 is between 1 and 4, not 1 and 2"
    assert [row.number for row in table.rows] == [1, 3, 2, 4]


def test_a_knockout_of_one_has_a_table_too() -> None:
    assert [row.number for row in load_table(knockout(1)).rows] == [1]
    assert load_table(knockout(1, name="Other")).data["problem"] == ""


def test_a_section_without_starting_ranks_has_an_empty_table() -> None:
    section = make_section(players=3)

    assert load_table(section).rows == []
    assert build_final_table(section)["explanations"] == {}


def test_the_number_of_queries_does_not_grow_with_the_section(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    section = running(players=12)
    for number in (1, 2, 3):
        make_round(section, number, [(2 * board - 1, 2 * board, "1-0") for board in range(1, 7)])

    with django_assert_num_queries(4):
        load_table(section)
    FinalTable.objects.create(section=section, table=build_final_table(section))
    section.event.state = EventState.FINISHED
    with django_assert_num_queries(2):
        assert len(load_table(section).rows) == 12
