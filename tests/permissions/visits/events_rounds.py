"""Rounds: lists for everybody, drafts and decisions for arbiters."""

from collections.abc import Callable
from typing import Any

from tests.permissions.declarations import Rule, Visit
from tests.permissions.world import Viewer, World
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments import policies
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Bye, ByeKind, Event, EventState, Round, RoundState, Section

NAME = "Day of Rounds"


def section_of_the_day(world: World) -> Section:
    """Five players, one round published, one drafted."""
    event = Event.objects.filter(club=world.club, name=NAME).first()
    if event is None:
        event = make_event(club=world.club, state=EventState.RUNNING, name=NAME)
        appoint_arbiter(actor=None, event=event, person=world.people[Viewer.EVENT_ARBITER])
        section = make_section(event, players=5)
        make_round(section, 1, [(1, 3, ""), (4, 2, "")])
        draft = make_round(section, 2, [(2, 1, ""), (3, 5, "")], state=RoundState.PAIRED)
        Bye.objects.create(round=draft, entry=section.entries.get(starting_rank=4), kind=ByeKind.PAIRING)
    return event.sections.get()


def the_event(world: World) -> dict[str, Any]:
    return {"event": section_of_the_day(world).event_id}


def the_section(world: World) -> dict[str, Any]:
    section = section_of_the_day(world)
    return {"event": section.event_id, "section": section.pk}


def a_round(number: int, **more: Any) -> Callable[[World], dict[str, Any]]:
    return lambda world: {**the_section(world), "number": number, **more}


def the_version(world: World) -> dict[str, Any]:
    return {"version": Round.objects.get(section=section_of_the_day(world), number=2).version}


def a_change(world: World) -> dict[str, Any]:
    return {**the_version(world), "kind": "swap_colours", "board": 1}


VISITS = (
    Visit("rounds", policies.SEE, arguments=the_section),
    Visit("round", policies.SEE, arguments=a_round(1)),
    Visit("round", policies.PAIR, arguments=a_round(2), note="not published"),
    Visit("current-round", policies.SEE, arguments=the_section),
    Visit("projector", policies.SEE, arguments=the_section),
    Visit("my-board", Rule.EVERYBODY, arguments=the_event, note="visitors are sent to find-board"),
    Visit("find-board", policies.SEE, arguments=the_event),
    Visit("poster", policies.SEE, arguments=the_event),
    Visit("phones", policies.PAIR, arguments=the_event),
    Visit("order-round", policies.PAIR, "POST", arguments=the_section, data=lambda world: {"number": 3}),
    Visit("publish-schedule", policies.PAIR, "POST", arguments=the_section, data=lambda world: {"number": 3}),
    Visit("take-back-schedule", policies.PAIR, "POST", arguments=the_section),
    Visit("round-draft", policies.PAIR, arguments=a_round(2)),
    Visit("why-board", policies.PAIR, arguments=a_round(2, board=1)),
    Visit("why-bye", policies.PAIR, arguments=a_round(2)),
    Visit("change-draft", policies.PAIR, arguments=a_round(2)),
    Visit("change-draft", policies.PAIR, "POST", arguments=a_round(2), data=a_change),
    Visit("pair-again", policies.PAIR, "POST", arguments=a_round(2), data=the_version),
    Visit("give-up", policies.PAIR, "POST", arguments=a_round(2), data=the_version),
    Visit("delete-draft", policies.PAIR, "POST", arguments=a_round(2), data=the_version),
    Visit("publish-round", policies.PAIR, "POST", arguments=a_round(2), data=the_version),
    Visit("unpublish-round", policies.PAIR, "POST", arguments=a_round(1)),
    Visit("close-round", policies.PAIR, "POST", arguments=a_round(1)),
    Visit("close-and-pair", policies.PAIR, "POST", arguments=a_round(1)),
    Visit("reopen-round", policies.PAIR, "POST", arguments=a_round(1)),
    Visit("extend-round", policies.PAIR, "POST", arguments=a_round(1)),
    Visit("round-clock", policies.PAIR, "POST", arguments=a_round(1), data=lambda world: {"do": "reset"}),
)  # fmt: skip
