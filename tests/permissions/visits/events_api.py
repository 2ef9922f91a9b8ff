"""Events in the API: every operation asks what the page for the same thing asks."""

from typing import Any

from core.permissions.register import Permission
from players.models import Person
from tests.permissions.declarations import Rule, Visit
from tests.permissions.visits.events_pages import event_of_the_club
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_round
from tournaments import policies
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventNews,
    EventState,
    KeptApart,
    Round,
    RoundState,
    Section,
)


def an_event(world: World, state: EventState = EventState.OPEN) -> dict[str, Any]:
    return {"pk": event_of_the_club(world, state).pk}


def a_draft(world: World) -> dict[str, Any]:
    return an_event(world, EventState.DRAFT)


def a_section(world: World) -> dict[str, Any]:
    return {"pk": event_of_the_club(world).sections.get().pk}


def a_section_of_a_draft(world: World) -> dict[str, Any]:
    return {"pk": event_of_the_club(world, EventState.DRAFT).sections.get().pk}


def running_event(world: World) -> Event:
    """Paula (1) and Paul (2) play."""
    event = event_of_the_club(world, EventState.RUNNING)
    section = event.sections.get()
    for rank, person in enumerate((world.paula, world.unclaimed), start=1):
        Entry.objects.get_or_create(section=section, person=person, defaults={"starting_rank": rank})
    return event


def paulas_entry(world: World) -> dict[str, Any]:
    return {"pk": running_event(world).sections.get().entries.get(person=world.paula).pk}


def paulas_wish(world: World) -> dict[str, Any]:
    paulas_entry(world)
    Entry.objects.filter(person=world.paula).update(state=EntryState.ASKED)
    return paulas_entry(world)


def round_of(section: Section, state: RoundState) -> Round:
    return Round.objects.filter(section=section).first() or make_round(section, 1, [(1, 2, "")], state=state)


def a_round(world: World, state: RoundState = RoundState.PUBLISHED) -> dict[str, Any]:
    return {"pk": round_of(running_event(world).sections.get(), state).pk}


def an_unpublished_round(world: World) -> dict[str, Any]:
    return a_round(world, RoundState.PAIRED)


def a_board(world: World) -> dict[str, Any]:
    return {"pk": Round.objects.get(**a_round(world)).pairings.get().pk}


def an_unpublished_board(world: World) -> dict[str, Any]:
    return {"pk": Round.objects.get(**an_unpublished_round(world)).pairings.get().pk}


def rank_one(world: World) -> dict[str, Any]:
    return {"number": 1}


def a_section_with_players(world: World) -> dict[str, Any]:
    return {"pk": running_event(world).sections.get().pk}


def a_piece_of_news(world: World) -> dict[str, Any]:
    return {"pk": EventNews.objects.create(event=event_of_the_club(world), text="Doors open at nine.").pk}


def news_to_write(world: World) -> dict[str, Any]:
    return {"event": event_of_the_club(world).pk, "text": "Doors open at nine."}


READING = (
    Visit("api:event-list", Rule.EVERYBODY),
    Visit("api:event-detail", policies.SEE, arguments=an_event),
    Visit("api:event-detail", policies.SEE_DRAFT, arguments=a_draft, note="still a draft"),
    Visit("api:section-list", Rule.EVERYBODY),
    Visit("api:section-detail", policies.SEE, arguments=a_section),
    Visit("api:section-detail", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
    Visit("api:table-standings", policies.SEE, arguments=a_section),
    Visit("api:table-standings", policies.SEE_DRAFT, arguments=a_section_of_a_draft, note="of a draft"),
    Visit("api:table-explanation", policies.SEE, arguments=a_section_with_players, data=rank_one),
    Visit("api:entry-list", Rule.EVERYBODY),
    Visit("api:entry-detail", policies.SEE, arguments=paulas_entry),
    Visit("api:round-list", Rule.EVERYBODY),
    Visit("api:round-detail", policies.SEE, arguments=a_round),
    Visit("api:round-detail", policies.PAIR, arguments=an_unpublished_round, note="not published"),
    Visit("api:pairing-list", Rule.EVERYBODY),
    Visit("api:pairing-detail", policies.SEE, arguments=a_board),
    Visit("api:pairing-detail", policies.PAIR, arguments=an_unpublished_board, note="not published"),
)


def a_new_event(world: World) -> dict[str, Any]:
    return {
        "club": "lapwing",
        "name": "Autumn Open",
        "game": "barragoon",
        "starts_on": "2026-10-03",
        "ends_on": "2026-10-03",
    }


def a_report_file(world: World) -> dict[str, Any]:
    return {"club": "lapwing", "game": "barragoon", "content": "bm90aGluZw=="}


def a_new_section(world: World) -> dict[str, Any]:
    return {"event": event_of_the_club(world).pk, "name": "Juniors"}


def an_arbiter_to_be(world: World) -> dict[str, Any]:
    Person.objects.filter(pk=world.unclaimed.pk).update(listed=True)
    return {"event": event_of_the_club(world).pk, "person": world.unclaimed.pk}


def an_arbiter(world: World) -> dict[str, Any]:
    return {"pk": event_of_the_club(world).arbiters.get().pk}


def a_new_player(world: World) -> dict[str, Any]:
    return {"section": event_of_the_club(world).sections.get().pk, "name": "Ann"}


def entries_of_the_players(world: World) -> list[Entry]:
    return list(running_event(world).sections.get().entries.order_by("starting_rank"))


def two_players(world: World) -> dict[str, Any]:
    one, other = entries_of_the_players(world)
    return {"section": one.section_id, "one": one.pk, "other": other.pk}


def a_pair_kept_apart(world: World) -> dict[str, Any]:
    one, other = sorted(entries_of_the_players(world), key=lambda entry: entry.pk)
    return {"pk": KeptApart.objects.get_or_create(section=one.section, one=one, other=other)[0].pk}


def a_round_to_order(world: World) -> dict[str, Any]:
    return {"section": running_event(world).sections.get().pk, "number": 2}


def a_knockout(world: World) -> dict[str, Any]:
    Section.objects.filter(event=running_event(world)).update(system="knockout")
    return a_section_with_players(world)


# What players do for themselves, and organisers for them.
MANAGED_OR_OWN = Permission(
    "event.manage_entries or event.enter_oneself",
    "",
    policies.MANAGE_ENTRIES.allowed | policies.ENTER_ONESELF.allowed,
)


def sending(**content: Any) -> Any:
    return lambda world: content


ORGANISING = (
    Visit("api:event-list", policies.CREATE, "POST", data=a_new_event),
    Visit("api:import-report", policies.CREATE, "POST", data=a_report_file),
    Visit(
        "api:event-copy", policies.CREATE, "POST", arguments=an_event,
        data=sending(name="Next year", starts_on="2027-05-01"),
    ),
    Visit("api:event-detail", policies.CHANGE, "PATCH", arguments=an_event, data=sending(place="Ulm")),
    Visit("api:event-detail", policies.CHANGE, "DELETE", arguments=an_event),
    Visit("api:event-step", policies.CONDUCT, "POST", arguments=an_event, data=sending(step="take_back_opening")),
    Visit("api:event-starting-order", policies.CONDUCT, arguments=an_event),
    Visit("api:event-conflicts", policies.ENTER_RESULTS, arguments=an_event),
    Visit("api:section-list", policies.CHANGE, "POST", data=a_new_section),
    Visit("api:section-detail", policies.CHANGE, "PATCH", arguments=a_section, data=sending(planned_rounds=7)),
    Visit("api:section-detail", policies.CHANGE, "DELETE", arguments=a_section),
    Visit("api:section-prizes", policies.CHANGE, "POST", arguments=a_section, data=sending(prizes=[])),
    Visit("api:event-news-list", Rule.EVERYBODY),
    Visit("api:event-news-list", policies.WRITE_NEWS, "POST", data=news_to_write),
    Visit("api:event-news-detail", policies.SEE, arguments=a_piece_of_news),
    Visit("api:event-news-detail", policies.WRITE_NEWS, "DELETE", arguments=a_piece_of_news),
    Visit("api:event-arbiter-list", Rule.EVERYBODY),
    Visit("api:event-arbiter-list", policies.CHANGE, "POST", data=an_arbiter_to_be),
    Visit("api:event-arbiter-detail", policies.SEE, arguments=an_arbiter),
    Visit("api:event-arbiter-detail", policies.CHANGE, "DELETE", arguments=an_arbiter),
)  # fmt: skip
ENTERING = (
    Visit("api:entry-list", policies.MANAGE_ENTRIES, "POST", data=a_new_player),
    Visit("api:entering-sign-up", Rule.SIGNED_IN, "POST", arguments=a_section),
    Visit("api:entering-entry-table", policies.MANAGE_ENTRIES, "POST", arguments=a_section, data=sending(text="x")),
    Visit(
        "api:entry-detail", policies.MANAGE_ENTRIES, "PATCH", arguments=paulas_entry, data=sending(fee_paid=True)
    ),
    Visit("api:entry-detail", policies.MANAGE_ENTRIES, "DELETE", arguments=paulas_entry),
    Visit(
        "api:entry-step", policies.MANAGE_ENTRIES, "POST", arguments=paulas_entry, data=sending(step="confirm"),
        note="confirm",
    ),
    Visit("api:kept-apart-list", Rule.EVERYBODY),
    Visit("api:kept-apart-list", policies.MANAGE_ENTRIES, "POST", data=two_players),
    Visit("api:kept-apart-detail", policies.MANAGE_ENTRIES, arguments=a_pair_kept_apart),
    Visit("api:kept-apart-detail", policies.MANAGE_ENTRIES, "DELETE", arguments=a_pair_kept_apart),
)  # fmt: skip
ONESELF = (
    Visit(
        "api:entry-detail", MANAGED_OR_OWN, arguments=paulas_wish, concerned=Viewer.CONCERNED, note="not confirmed"
    ),
    Visit(
        "api:entry-step", MANAGED_OR_OWN, "POST", arguments=paulas_entry, concerned=Viewer.CONCERNED,
        data=sending(step="withdraw"), note="withdraw",
    ),
    Visit(
        "api:entry-absences", MANAGED_OR_OWN, "POST", arguments=paulas_entry, concerned=Viewer.CONCERNED,
        data=sending(round=4),
    ),
)  # fmt: skip
CONDUCTING = (
    Visit("api:round-list", policies.PAIR, "POST", data=a_round_to_order),
    Visit("api:round-detail", policies.PAIR, "DELETE", arguments=a_round),
    Visit("api:round-step", policies.PAIR, "POST", arguments=a_round, data=sending(step="close")),
    Visit(
        "api:round-change", policies.PAIR, "POST", arguments=a_round, data=sending(change="swap_colours", board=1)
    ),
    Visit("api:round-why", policies.PAIR, arguments=a_round, data=sending(board=1)),
    Visit("api:round-clock", policies.PAIR, "POST", arguments=a_round, data=sending(do="reset")),
    Visit("api:pairing-detail", policies.ENTER_RESULTS, "PATCH", arguments=a_board, data=sending(result="1-0")),
    Visit("api:pairing-record", policies.ENTER_RESULTS, "POST", arguments=a_board, data=sending(do="part")),
    Visit("api:pairing-consequences", policies.ENTER_RESULTS, arguments=a_board, data=sending(result="1-0")),
    Visit(
        "api:pairing-report", policies.REPORT_RESULT, "POST", arguments=a_board, concerned=Viewer.CONCERNED,
        data=sending(result="1-0"),
    ),
    Visit("api:pairing-report", policies.REPORT_RESULT, "DELETE", arguments=a_board, concerned=Viewer.CONCERNED),
    Visit("api:table-crosstable", policies.SEE, arguments=a_section),
    Visit("api:table-bracket", policies.SEE, arguments=a_knockout),
    Visit("api:file-files", policies.SEE, arguments=a_section),
    Visit("api:table-awards", policies.SEE, arguments=a_section),
)  # fmt: skip
VISITS = READING + ORGANISING + ENTERING + ONESELF + CONDUCTING
