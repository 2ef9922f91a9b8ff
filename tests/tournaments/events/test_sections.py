"""Sections and prizes: adding, changing, ordering, deleting."""

import pytest

from audit.selectors import history_of
from core.errors import Conflict, Refused
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.events.services.prizes import PrizeData, describe_prize, prizes_of_section, set_prizes
from tournaments.events.services.sections import add_section, change_section, delete_section, move_section
from tournaments.models import EventState, Section

pytestmark = pytest.mark.django_db

PRIZES = [
    PrizeData(1, title="Cup"),
    PrizeData(2, amount=2500, currency="EUR"),
    PrizeData(1, "Juniors", 1000, "EUR"),
]


def test_sections_are_added_at_the_end_with_lots_of_their_own() -> None:
    event = make_event(state=EventState.DRAFT)
    first = add_section(actor=None, event=event, name="A")
    second = add_section(actor=None, event=event, name="B")
    assert (first.position, second.position) == (1, 2)
    assert first.lots_seed != second.lots_seed


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"name": ""}, "name"),
        ({"name": "main"}, "already has a section of this name"),
        ({"name": "B", "planned_rounds": 0}, "1 to 99 rounds"),
        ({"name": "B", "draw_points": 2}, "A win has to bring more than a draw"),
        ({"name": "B", "tie_breaks": "BH,NONSENSE"}, "unknown tie-break"),
        ({"name": "B", "tie_breaks": "BH,BH"}, "listed twice"),
        ({"name": "B", "tie_rules": "EXTRA_PAIR"}, "has to end with the higher seed or with lots"),
        ({"name": "B", "tie_rules": "PISTOLS"}, "Choose what settles"),
        ({"name": "B", "entry_limit": 1}, "at least 2"),
        ({"name": "B", "system": "keizer", "games_per_match": 2}, "one game in a round"),
        ({"name": "B", "system": "ladder"}, "not a valid choice"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(details: dict[str, object], sentence: str) -> None:
    event = make_event(state=EventState.DRAFT)
    make_section(event)
    with pytest.raises(Refused, match=sentence):
        add_section(actor=None, event=event, **details)
    assert Section.objects.count() == 1


def test_tie_breaks_are_kept_as_the_catalogue_writes_them() -> None:
    section = make_section(make_event(state=EventState.DRAFT))
    assert (
        change_section(actor=None, section=section, tie_breaks="bh/c1, de,LOT").tie_breaks == "BH-C1,DE,LOT"
    )


def test_after_the_start_no_section_is_added() -> None:
    event = make_event(state=EventState.RUNNING)
    with pytest.raises(Refused, match="has started"):
        add_section(actor=None, event=event, name="Late")


def test_the_first_round_fixes_system_and_points_but_not_tie_breaks_and_rounds() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=4)
    make_round(section, 1, [(1, 3, ""), (4, 2, "")])
    with pytest.raises(Refused, match="pairing system"):
        change_section(actor=None, section=section, system="knockout")
    changed = change_section(actor=None, section=section, tie_breaks="DE", planned_rounds=7)
    assert (changed.tie_breaks, changed.planned_rounds) == ("DE", 7)


def test_there_are_never_fewer_rounds_planned_than_there_are() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=4)
    for number in (1, 2):
        make_round(section, number, [])
    with pytest.raises(Refused, match="There is already a round 2"):
        change_section(actor=None, section=section, planned_rounds=1)


def test_an_accelerated_section_keeps_its_number_of_rounds() -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=4, accelerated=True)
    make_round(section, 1, [])
    with pytest.raises(Refused, match="rounds"):
        change_section(actor=None, section=section, planned_rounds=9)


def test_the_log_names_the_section_in_both_columns() -> None:
    section = make_section()
    change_section(actor=None, section=section, name="Masters", planned_rounds=9)
    line = history_of(section.event)[0]
    assert line.before == {"section": "Main", "planned_rounds": 5}
    assert line.after == {"section": "Masters", "planned_rounds": 9}


def test_two_who_change_the_same_field_are_told() -> None:
    section = make_section()
    change_section(actor=None, section=section, planned_rounds=9)
    with pytest.raises(Conflict):
        change_section(actor=None, section=section, seen={"planned_rounds": 5}, planned_rounds=7)


def test_sections_are_moved_up_and_down_and_stay_at_the_ends() -> None:
    event = make_event(state=EventState.DRAFT)
    a, b, c = (add_section(actor=None, event=event, name=name) for name in ("Anna", "Berta", "Carl"))
    move_section(actor=None, section=c, up=True)
    move_section(actor=None, section=a, up=True)
    move_section(actor=None, section=b, up=False)
    assert [each.name for each in event.sections.order_by("position")] == ["Anna", "Carl", "Berta"]


def test_only_an_empty_section_is_deleted() -> None:
    event = make_event()
    full, empty = make_section(event, players=1, name="Full"), make_section(event, name="Empty")
    delete_section(actor=None, section=empty)
    with pytest.raises(Refused, match="There are entries"):
        delete_section(actor=None, section=full)
    assert [each.name for each in event.sections.all()] == ["Full"]


def test_prizes_are_kept_by_category_and_place_and_told() -> None:
    section = make_section()
    set_prizes(actor=None, section=section, prizes=PRIZES)
    assert [describe_prize(each) for each in prizes_of_section(section)] == [
        "1.: Cup",
        "2.: 25.00 EUR",
        "1. Juniors: 10.00 EUR",
    ]
    line = history_of(section.event)[0]
    assert line.after["prizes"] == ["1.: Cup", "2.: 25.00 EUR", "1. Juniors: 10.00 EUR"]


@pytest.mark.parametrize(
    ("award", "sentence"),
    [
        (PrizeData(0, title="Cup"), "Places count from 1"),
        (PrizeData(1), "money, or has a title"),
        (PrizeData(1, amount=100), "three letters"),
        (PrizeData(1, amount=100, currency="EU1"), "three letters"),
        (PrizeData(1, "A,B", title="Cup"), "no comma"),
    ],
)
def test_a_prize_that_makes_no_sense_is_refused(award: PrizeData, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        set_prizes(actor=None, section=make_section(), prizes=[award])


def test_two_prizes_for_one_place_are_refused() -> None:
    with pytest.raises(Refused, match="two prizes for the same place"):
        set_prizes(actor=None, section=make_section(), prizes=[PRIZES[0], PRIZES[0]])


def test_who_saves_prizes_over_others_is_told_which_there_are() -> None:
    section = make_section()
    set_prizes(actor=None, section=section, prizes=PRIZES)
    with pytest.raises(Conflict, match=r"now: 1\.: Cup; 2\.: 25\.00 EUR; 1\. Juniors: 10\.00 EUR"):
        set_prizes(actor=None, section=section, prizes=[], seen=[])


def test_points_stand_in_the_log_as_on_paper() -> None:
    section = make_section()
    change_section(actor=None, section=section, draw_points=0, win_points=3)
    line = history_of(section.event)[0]
    assert line.before == {"section": "Main", "win_points": "1", "draw_points": "½"}
    assert line.after == {"section": "Main", "win_points": "1½", "draw_points": "0"}
