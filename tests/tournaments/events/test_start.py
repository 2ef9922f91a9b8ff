"""Draft, open, running, and back."""

import pytest
from django.urls import reverse

from audit.selectors import history_of
from core.errors import Conflict, Refused
from players.clubs.services.members import add_member
from players.models import Role
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_round, make_section
from tests.tournaments.rounds.builders import browser_of
from tournaments.events.selectors import starting_order_digest, starting_orders
from tournaments.events.services.events import appoint_arbiter, copy_event, dismiss_arbiter
from tournaments.events.services.lifecycle import open_event, start_event, undo_opening, undo_start
from tournaments.events.services.prizes import PrizeData, prizes_of_section, set_prizes
from tournaments.models import Entry, EntryState, Event, EventState, Section

pytestmark = pytest.mark.django_db


def ranks(section: Section) -> list[tuple[str, int | None]]:
    return [
        (entry.person.name, entry.starting_rank)
        for entry in section.entries.select_related("person").order_by("starting_rank", "pk")
    ]


def entered(section: Section, name: str, rating: int, state: EntryState = EntryState.CONFIRMED) -> Entry:
    person = create_person(actor=None, name=name)
    return Entry.objects.create(section=section, person=person, rating=rating, state=state)


def test_a_draft_is_opened_and_becomes_a_draft_again() -> None:
    event = make_event(state=EventState.DRAFT)
    make_section(event)
    assert open_event(actor=None, event=event).state == EventState.OPEN
    assert undo_opening(actor=None, event=event).state == EventState.DRAFT
    assert [line.action for line in history_of(event)] == ["event.opening_taken_back", "event.opened"]


def test_an_event_without_a_section_is_not_opened() -> None:
    with pytest.raises(Refused, match="no section yet"):
        open_event(actor=None, event=make_event(state=EventState.DRAFT))


def test_an_event_with_entries_does_not_become_a_draft_again() -> None:
    event = make_event()
    make_section(event, players=1)
    with pytest.raises(Refused, match="There are entries"):
        undo_opening(actor=None, event=event)


def test_the_start_ranks_by_rating_then_name_and_leaves_the_unconfirmed_out() -> None:
    event = make_event()
    section = make_section(event)
    for name, rating in (("Zoe", 1500), ("Émile", 1500), ("Bert", 1900), ("Nobody", 0)):
        entered(section, name, rating)
    entered(section, "Waiting", 2500, EntryState.WAITING)
    start_event(actor=None, event=event, seen=starting_order_digest(starting_orders(event)))
    event.refresh_from_db()
    assert event.state == EventState.RUNNING
    assert [rank for rank in ranks(section) if rank[1]] == [
        ("Bert", 1),
        ("Émile", 2),
        ("Zoe", 3),
        ("Nobody", 4),
    ]


def test_a_section_with_one_player_keeps_the_event_from_starting() -> None:
    event = make_event()
    make_section(event, players=2)
    make_section(event, name="Lonely", players=1)
    with pytest.raises(Refused, match="Lonely has fewer than two confirmed players"):
        start_event(actor=None, event=event)
    assert not Entry.objects.exclude(starting_rank=None).exists()


def test_the_page_leads_from_the_section_that_blocks_the_start_to_its_entries_and_to_deleting_it() -> None:
    event = make_event()
    make_section(event, players=2)
    lonely = make_section(event, name="Lonely", players=1)
    account = make_account("Anna")
    person = create_person(actor=None, name="Anna", account=account)
    add_member(actor=None, club=event.club, person=person, role=Role.ORGANISER)

    page = browser_of(account).get(reverse("start-event", args=[event.pk])).content.decode()

    assert f"{reverse('manage-entries', args=[event.pk])}?section={lonely.pk}" in page
    assert reverse("section-settings", args=[event.pk, lonely.pk]) in page


def test_who_starts_with_an_order_that_is_not_there_any_more_is_told() -> None:
    event = make_event()
    section = make_section(event, players=2)
    seen = starting_order_digest(starting_orders(event))
    entered(section, "Late", 3000)
    with pytest.raises(Conflict, match="Please look at the order again"):
        start_event(actor=None, event=event, seen=seen)


def test_the_start_is_taken_back_and_nobody_has_a_rank_then() -> None:
    event = make_event()
    section = make_section(event, players=2)
    start_event(actor=None, event=event)
    undo_start(actor=None, event=event)
    event.refresh_from_db()
    assert event.state == EventState.OPEN
    assert {rank for _, rank in ranks(section)} == {None}


def test_a_paired_round_keeps_the_start_from_being_taken_back() -> None:
    event = make_event(state=EventState.RUNNING)
    make_round(make_section(event, players=2), 1, [(1, 2, "")])
    with pytest.raises(Refused, match="A round has been paired"):
        undo_start(actor=None, event=event)


@pytest.mark.parametrize(
    ("step", "state"),
    [
        (open_event, EventState.OPEN),
        (undo_opening, EventState.RUNNING),
        (start_event, EventState.DRAFT),
        (start_event, EventState.RUNNING),
        (undo_start, EventState.OPEN),
        (undo_start, EventState.FINISHED),
    ],
)
def test_steps_are_made_from_their_state_only(step: object, state: EventState) -> None:
    event = make_event(state=state)
    with pytest.raises(Refused):
        step(actor=None, event=event)  # type: ignore[operator]
    event.refresh_from_db()
    assert (event.state, event.change_number) == (state, 0)


def test_an_arbiter_is_named_once_and_dismissed() -> None:
    event, person = make_event(), create_person(actor=None, name="Anna")
    for _ in range(2):
        appoint_arbiter(actor=None, event=event, person=person)
    assert event.arbiters.count() == 1
    dismiss_arbiter(actor=None, event=event, person=person)
    assert not event.arbiters.exists()
    assert [line.action for line in history_of(event)] == ["event.arbiter_dismissed", "event.arbiter_named"]


def test_a_copy_has_everything_that_was_decided_and_nobody_who_played() -> None:
    event = make_event(
        state=EventState.FINISHED, place="Mill", first_express=1, name="Open 2026", player_recording="sheet"
    )
    section = make_section(event, players=3, tie_breaks="DE,SB", win_points=6, point_unit=2)
    make_section(event, name="Juniors", position=2)
    set_prizes(actor=None, section=section, prizes=[PrizeData(1, title="Cup")])
    appoint_arbiter(actor=None, event=event, person=create_person(actor=None, name="Anna"))
    later = event.starts_on.replace(year=2027)
    made = copy_event(actor=None, event=event, name="Open 2027", starts_on=later)
    fresh = Event.objects.get(pk=made.pk)
    assert (fresh.state, fresh.starts_on, fresh.ends_on) == (EventState.DRAFT, later, later)
    assert (fresh.place, fresh.first_express, fresh.player_recording) == ("Mill", 1, "sheet")
    main, juniors = fresh.sections.order_by("position")
    assert (main.tie_breaks, main.win_points, juniors.name) == ("DE,SB", 6, "Juniors")
    assert prizes_of_section(main) == [PrizeData(1, title="Cup")]
    assert [each.person.name for each in fresh.arbiters.all()] == ["Anna"]
    assert not Entry.objects.filter(section__event=fresh).exists()
    assert history_of(fresh)[0].after == {"copied_from": "Open 2026", "starts_on": "2026-05-02"}
