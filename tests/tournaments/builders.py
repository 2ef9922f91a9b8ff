"""Events for the tests, made straight as rows."""

import datetime

from players.models import Club, User
from players.people.services.people import create_person
from tournaments.models import (
    Entry,
    Event,
    EventState,
    Pairing,
    PairingResult,
    ResultOrigin,
    Round,
    RoundState,
    Section,
)

DAY = datetime.date(2026, 5, 2)


def make_club(name: str = "Tiles and Tales") -> Club:
    return Club.objects.get_or_create(name=name, defaults={"slug": name.lower().replace(" ", "-")})[0]


def make_account(name: str) -> User:
    email = f"{name.lower().replace(' ', '.')}@example.org"
    return User.objects.create_user(email=email, password="kiebitz-2026", display_name=name)


def make_event(
    *,
    club: Club | None = None,
    state: EventState = EventState.OPEN,
    name: str = "Spring Open",
    **fields: object,
) -> Event:
    return Event.objects.create(
        club=club or make_club(),
        name=name,
        state=state,
        **({"game": "barragoon", "starts_on": DAY, "ends_on": DAY} | fields),
    )


def make_section(
    event: Event | None = None, *, players: int = 0, name: str = "Main", **fields: object
) -> Section:
    """With so many players, called Player 01 and so on, the strongest first; ranked if the event has started."""
    event = event or make_event()
    section = Section.objects.create(event=event, name=name, **fields)
    for number in range(1, players + 1):
        person = create_person(actor=None, name=f"Player {number:02}")
        Entry.objects.create(
            section=section,
            person=person,
            rating=2100 - 10 * number,
            starting_rank=number if event.has_started else None,
        )
    return section


def make_round(
    section: Section,
    number: int,
    boards: list[tuple[int, int, str]],
    *,
    state: RoundState = RoundState.PUBLISHED,
) -> Round:
    """Boards as (rank of the first, rank of the second, result)."""
    entries = {entry.starting_rank: entry for entry in section.entries.all()}
    made = Round.objects.create(section=section, number=number, state=state)
    for board, (first, second, result) in enumerate(boards, start=1):
        Pairing.objects.create(
            round=made,
            board=board,
            first=entries[first],
            second=entries[second],
            result=PairingResult(result),
            origin=ResultOrigin.ARBITER if result else ResultOrigin.NONE,
        )
    return made
