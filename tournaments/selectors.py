"""Reads that several packages share: which events somebody sees and when they are, and which rounds a section has."""

from typing import Final

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Case, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, When
from django.db.models.expressions import OrderBy
from django.shortcuts import get_object_or_404

from core.db.replica import reading_connection
from core.permissions.actors import Account, Actor
from core.permissions.register import Permission, Seat
from players.models import Club, Membership, Role, User
from players.seats import SEAT_OF_ROLE, seats_on_site
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventArbiter,
    EventState,
    Pairing,
    PairingResult,
    PairingSystem,
    ResultOrigin,
    Round,
    RoundState,
    Section,
)
from tournaments.policies import CREATE, SEE_DRAFT
from tournaments.tournament_data import PUBLIC_STATES, number_of_rounds

# Above every number of a round.
_LAST_NUMBER: Final = 100_000


def counted_players(path: str = "") -> Q:
    """Whom everything counts that counts players: confirmed entries, and those who left after they got a starting rank.

    These are the rows of the standings. `path` leads to the entries, such as `entries__`.
    """
    left = {f"{path}state": EntryState.WITHDRAWN, f"{path}starting_rank__isnull": False}
    return Q(**{f"{path}state": EntryState.CONFIRMED}) | Q(**left)


def last_round_number(section: Section) -> int:
    """The number of the last round that is paired or being paired; 0 before the first. One query."""
    return Round.objects.filter(section=section).aggregate(last=Max("number"))["last"] or 0


def current_first() -> OrderBy:
    """Orders published rounds: the current one first. In a round robin later rounds may be public long before."""
    being_played = When(
        section__system=PairingSystem.ROUND_ROBIN, state=RoundState.PUBLISHED, then=_LAST_NUMBER - F("number")
    )
    return Case(being_played, default=F("number"), output_field=IntegerField()).desc()


def last_closed_round_number(section: Section) -> int:
    """0 before the first. One query."""
    closed = Round.objects.filter(section=section, state=RoundState.CLOSED)
    return closed.aggregate(last=Max("number"))["last"] or 0


def current_round_number(section: Section) -> int:
    """Of the rounds that everybody sees; 0 before the first. One query."""
    public = Round.objects.filter(section=section, state__in=PUBLIC_STATES).order_by(current_first())
    return public.values_list("number", flat=True).first() or 0


def untouched_rounds(section: Section) -> list[Round]:
    """The published rounds at the end in which nobody has entered or sent anything, in order. One query."""
    entered = ~Q(result=PairingResult.NONE) & ~Q(origin=ResultOrigin.WITHDRAWAL)
    sent = Q(game__isnull=False) | Q(text_records__isnull=False) | Q(reports__isnull=False)
    touched = Pairing.objects.filter(entered | sent, round=OuterRef("pk"))
    found: list[Round] = []
    for round_ in (
        Round.objects.filter(section=section).annotate(is_touched=Exists(touched)).order_by("-number")
    ):
        if round_.state != RoundState.PUBLISHED or round_.is_touched:
            break
        found.append(round_)
    return found[::-1]


def round_count(section: Section) -> int:
    """How many rounds the section will have, with the players it has now. One query."""
    return number_of_rounds(section, section.entries.filter(state=EntryState.CONFIRMED).count())


def upcoming_rounds(section: Section) -> range:
    """Those that are not paired and not being paired. Two queries."""
    return range(last_round_number(section) + 1, round_count(section) + 1)


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Those that the actor may see: drafts only where they are arbiter. At most one query beforehand."""
    return Event.objects.filter(~Q(state=EventState.DRAFT) | events_granting(SEE_DRAFT, actor))


def own_events(account: Account) -> QuerySet[Event]:
    """Where the account's owner is entered, or waits for a place."""
    entered = Entry.objects.filter(person__account=account).exclude(state=EntryState.WITHDRAWN)
    return Event.objects.exclude(state=EventState.DRAFT).filter(pk__in=entered.values("section__event"))


def event_years(events: QuerySet[Event]) -> list[int]:
    """In which events begin, the latest first. One query, which goes from year to year and not through all events."""
    try:
        days, values = events.order_by().values("starts_on").query.sql_with_params()
    except EmptyResultSet:
        return []
    year, of_year = connection.ops.date_trunc_sql("year", "latest", ())
    with reading_connection().cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE years (latest) AS ("  # noqa: S608  written by Django and by us
            f"SELECT max(starts_on) FROM ({days}) AS visible UNION ALL "
            f"SELECT (SELECT max(starts_on) FROM ({days}) AS visible WHERE starts_on < {year}) "
            "FROM years WHERE latest IS NOT NULL) SELECT latest FROM years WHERE latest IS NOT NULL",
            [*values, *values, *of_year],
        )
        return [int(str(latest)[:4]) for (latest,) in cursor.fetchall()]


def events_granting(permission: Permission, actor: Actor) -> Q:
    """Events in which the actor has the permission: as site administrator, by a role in the club, as event arbiter."""
    if permission.granted_to(seats_on_site(actor)):
        return ~Q(pk__in=[])  # an empty Q would say nothing when joined by "or"
    if not (actor.is_authenticated and actor.is_active):
        return Q(pk__in=[])
    roles = [role for role, seat in SEAT_OF_ROLE.items() if permission.granted_to({seat})]
    events = Q(club__in=_clubs_with_role(actor.pk, roles))
    if permission.granted_to({Seat.EVENT_ARBITER}):
        events |= Q(pk__in=EventArbiter.objects.filter(account=actor.pk).values("event"))
    return events


def clubs_to_create_in(account: User) -> QuerySet[Club]:
    """Where the account may create events: everywhere for administrators of the site."""
    clubs = Club.objects.filter(closed_at=None).order_by("name")
    if CREATE.granted_to(seats_on_site(account)):
        return clubs
    roles = [role for role, seat in SEAT_OF_ROLE.items() if CREATE.granted_to({seat})]
    return clubs.filter(pk__in=_clubs_with_role(account.pk, roles))


def visible_sections(actor: Actor) -> QuerySet[Section]:
    return Section.objects.filter(event__in=visible_events(actor))


def get_section_or_404(pk: int | str) -> Section:
    """With its event and club; the caller asks who may see the event."""
    return get_object_or_404(Section.objects.select_related("event__club"), pk=pk)


def get_entry_or_404(section: Section, pk: int) -> Entry:
    return get_object_or_404(section.entries.select_related("person"), pk=pk)


def own_entry_ids(actor: Actor, event: Event) -> list[int]:
    """The actor's own entries in the event. One query for who is signed in."""
    if not actor.is_authenticated:
        return []
    return list(
        Entry.objects.filter(person__account=actor.pk, section__event=event).values_list("pk", flat=True)
    )


def _clubs_with_role(account: int, roles: list[Role]) -> QuerySet[Membership]:
    return Membership.objects.filter(person__account_id=account, role__in=roles).values("club")  # type: ignore[return-value]


def published_round_numbers(event: Event) -> dict[int, list[int]]:
    """The numbers of the rounds that everybody sees, by section. One query."""
    found: dict[int, list[int]] = {}
    public = Round.objects.filter(
        section__event=event, state__in=(RoundState.PUBLISHED, RoundState.CLOSED)
    ).order_by("section", "number")
    for section, number in public.values_list("section", "number"):
        found.setdefault(section, []).append(number)
    return found


def running_events_granting(permission: Permission, actor: Actor) -> QuerySet[Event]:
    """In which the actor has the permission now, the latest first."""
    running = Event.objects.filter(events_granting(permission, actor), state=EventState.RUNNING)
    return running.order_by("-starts_on", "-pk")
