"""Creating and changing events: what is refused, what is frozen, what the log says."""

import datetime

import pytest

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.models import Club, User
from tests.tournaments.builders import DAY, make_event, make_round, make_section
from tournaments.events.services.events import change_event, create_event, delete_event
from tournaments.models import Event, EventState, ResultOrigin, RoundState

pytestmark = pytest.mark.django_db


def created(club: Club, **details: object) -> Event:
    fields: dict[str, object] = {"name": "Open", "game": "barragoon", "starts_on": DAY, "ends_on": DAY}
    return create_event(actor=None, club=club, **{**fields, **details})


def actions(event: Event) -> list[str]:
    return [line.action for line in history_of(event)]


def test_a_new_event_is_a_draft_with_a_line_in_its_log(club: Club, olga: User) -> None:
    event = create_event(
        actor=olga, club=club, name="  Spring   Open ", game="stratego", starts_on=DAY, ends_on=DAY
    )
    assert (event.name, event.state, event.created_by) == ("Spring Open", EventState.DRAFT, olga)
    assert actions(event) == ["event.created"]


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"name": "123 …"}, None),
        ({"name": "…"}, "The event’s name needs at least one letter"),
        ({"name": "Open\u202e"}, "invisible characters"),
        ({"ends_on": DAY - datetime.timedelta(days=1)}, "The last day is before the first one."),
        ({"ends_on": DAY + datetime.timedelta(days=4000)}, "three years at most"),
        ({"time_zone": "Europe/Atlantis"}, "no such time zone"),
        ({"first_express": 3}, "Express level of White: 3 is not possible"),
        ({"no_capture_limit": 0}, "A limit of 0"),
        (
            {"entries_until": datetime.datetime(2026, 5, 3, tzinfo=datetime.UTC)},
            "Entries have to close by the last day.",
        ),
        ({"game": "chess"}, "no game called"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    club: Club, details: dict[str, object], sentence: str | None
) -> None:
    if sentence is None:
        assert created(club, **details).pk
        return
    with pytest.raises(Refused, match=sentence):
        created(club, **details)
    assert not Event.objects.exists()


def test_a_closed_club_holds_no_events(club: Club) -> None:
    club.closed_at = datetime.datetime.now(datetime.UTC)
    with pytest.raises(Refused, match="has closed"):
        created(club)


def test_rules_that_the_game_does_not_know_are_not_kept(club: Club) -> None:
    stratego = created(club, game="stratego", first_express=1, setup="open", two_squares_limit=3)
    barragoon = created(club, first_express=1, setup="open", two_squares_limit=3)
    assert (stratego.first_express, stratego.setup, stratego.two_squares_limit) == (0, "closed", 3)
    assert (barragoon.first_express, barragoon.setup, barragoon.two_squares_limit) == (1, "open", None)


def test_a_change_counts_and_is_told_with_before_and_after(olga: User) -> None:
    event = make_event(place="Mill")
    changed = change_event(actor=olga, event=event, place="Town hall", fee="")
    line = history_of(event)[0]
    assert (changed.change_number, line.before, line.after) == (1, {"place": "Mill"}, {"place": "Town hall"})


def test_without_a_change_no_line_is_left() -> None:
    event = make_event(place="Mill")
    change_event(actor=None, event=event, place=" Mill ")
    assert actions(event) == []


def test_who_changes_the_same_thing_as_somebody_else_is_told_and_nothing_is_lost() -> None:
    event = make_event(place="Mill")
    change_event(actor=None, event=event, place="Town hall")
    with pytest.raises(Conflict) as caught:
        change_event(actor=None, event=event, seen={"place": "Mill"}, place="School")
    event.refresh_from_db()
    assert (caught.value.fields, event.place) == (("place",), "Town hall")


def test_who_changes_another_thing_keeps_what_somebody_else_changed() -> None:
    event = make_event(place="Mill")
    change_event(actor=None, event=event, place="Town hall")
    change_event(actor=None, event=event, seen={"place": "Mill", "fee": ""}, fee="8 €")
    event.refresh_from_db()
    assert (event.place, event.fee) == ("Town hall", "8 €")


@pytest.mark.parametrize(
    ("state", "field", "value", "may"),
    [
        (EventState.DRAFT, "game", "stratego", True),
        (EventState.OPEN, "game", "stratego", False),
        (EventState.OPEN, "first_express", 1, True),
        (EventState.RUNNING, "place", "Hall", True),
        (EventState.FINISHED, "place", "Hall", True),
        (EventState.FINISHED, "starts_on", datetime.date(2026, 5, 1), False),
        (EventState.ARCHIVED, "place", "Hall", False),
    ],
)
def test_what_may_change_depends_on_how_far_the_event_has_come(
    state: EventState, field: str, value: object, may: bool
) -> None:
    event = make_event(state=state)
    if may:
        assert getattr(change_event(actor=None, event=event, **{field: value}), field) == value
    else:
        with pytest.raises(Refused, match="can no longer be changed"):
            change_event(actor=None, event=event, **{field: value})


def test_the_rules_of_play_are_fixed_by_the_first_round() -> None:
    event = make_event(state=EventState.RUNNING)
    make_round(make_section(event, players=2), 1, [(1, 2, "")])
    with pytest.raises(Refused, match=r"The event has started\. These can no longer be changed: Set-up"):
        change_event(actor=None, event=event, setup="open")


def test_a_draft_is_deleted_with_all_that_is_in_it_and_its_log_stays(club: Club) -> None:
    event = make_event(state=EventState.DRAFT)
    make_section(event, players=2)
    pk = event.pk
    delete_event(actor=None, event=event)
    assert not Event.objects.filter(pk=pk).exists()
    event.pk = pk
    assert actions(event) == ["event.deleted"]


def test_an_event_that_others_see_is_not_deleted() -> None:
    event = make_event(state=EventState.OPEN)
    with pytest.raises(Refused, match="Only a draft can be deleted"):
        delete_event(actor=None, event=event)


def test_an_imported_event_is_deleted_as_long_as_nothing_else_happened_in_it() -> None:
    event = make_event(state=EventState.RUNNING)
    section = make_section(event, players=2)
    made = make_round(section, 1, [(1, 2, "1-0")], state=RoundState.CLOSED)
    with pytest.raises(Refused):
        delete_event(actor=None, event=event)
    made.pairings.update(origin=ResultOrigin.IMPORTED)
    delete_event(actor=None, event=event)
    assert not Event.objects.exists()
