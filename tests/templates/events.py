"""The events that the pages of the inventory show, of a club of one's own: open for entries, running, a draft."""

import datetime

from players.models import Club
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Event, EventNews, EventState, Prize, RoundState, Section

# Chosen ids, so that addresses can name them.
OPEN, RUNNING, DRAFT = 900001, 900002, 900003
SECTION = 900001
MAIN, BEGINNERS = 900002, 900003


def furnish_events(club: Club) -> None:
    event = _event(
        club,
        OPEN,
        EventState.OPEN,
        "Summer Open",
        place="Old mill, Golden Anchor",
        about="Five rounds on two days.\n\nTea and cake.",
        fee="8 €",
        payee="Games Club",
        iban="DE02120300000000202051",
        timetable="Saturday 10:00 round 1\nSaturday 14:00 round 2",
        thinking_time="20 minutes each",
        entries_until=datetime.datetime(2026, 5, 1, 18, tzinfo=datetime.UTC),
        time_zone="Europe/Berlin",
    )
    section = make_section(event, players=3, pk=SECTION, entry_limit=3)
    Prize.objects.create(section=section, place=1, amount=5000, currency="EUR", title="Cup")
    running = _event(club, RUNNING, EventState.RUNNING, "Spring Open")
    main = _section_of_four(running, MAIN, "Main", 1)
    make_round(main, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")], state=RoundState.CLOSED)
    make_round(main, 2, [(2, 1, ""), (3, 4, "")])
    EventNews.objects.create(event=running, text="Round 2 starts at 14:00. There is soup.")
    _section_of_four(running, BEGINNERS, "Beginners", 2)
    appoint_arbiter(actor=None, event=running, person=main.entries.order_by("pk")[0].person)
    _event(club, DRAFT, EventState.DRAFT, "Autumn Open", game="stratego")


def _event(club: Club, pk: int, state: EventState, name: str, **fields: object) -> Event:
    return make_event(club=club, state=state, name=name, pk=pk, **fields)


def _section_of_four(event: Event, pk: int, name: str, position: int) -> Section:
    return make_section(event, players=4, pk=pk, name=name, position=position)
