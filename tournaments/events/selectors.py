"""Reading events: lists for everybody, and one with all that its page shows."""

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import GameKind
from players.models import Club, Membership, Role, User
from players.permissions import STANDING_OF_ROLE, Actor, Permission, Standing, standings_on_the_site
from tournaments.models import Entry, EntryState, Event, EventArbiter, EventState, Round, Section
from tournaments.policies import CREATE, SEE_DRAFT


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Those that the actor may see: drafts only where they are arbiter. At most one query beforehand."""
    return Event.objects.filter(~Q(state=EventState.DRAFT) | granting(SEE_DRAFT, actor))


def granting(permission: Permission, actor: Actor) -> Q:
    """Events in which the actor has the permission: as site administrator, by a role in the club, as event arbiter."""
    if permission.granted_to(standings_on_the_site(actor)):
        return ~Q(pk__in=[])  # an empty Q would say nothing when joined by "or"
    if not (actor.is_authenticated and actor.is_active):
        return Q(pk__in=[])
    roles = [role for role, standing in STANDING_OF_ROLE.items() if permission.granted_to({standing})]
    events = Q(club__in=_clubs_where(actor.pk, roles))
    if permission.granted_to({Standing.EVENT_ARBITER}):
        events |= Q(pk__in=EventArbiter.objects.filter(person__account_id=actor.pk).values("event"))
    return events


def clubs_to_create_in(account: User) -> QuerySet[Club]:
    """Where the account may create events: everywhere for administrators of the site."""
    clubs = Club.objects.filter(closed_at=None).order_by("name")
    if CREATE.granted_to(standings_on_the_site(account)):
        return clubs
    roles = [role for role, standing in STANDING_OF_ROLE.items() if CREATE.granted_to({standing})]
    return clubs.filter(pk__in=_clubs_where(account.pk, roles))


def game_played_last(club: Club) -> str:
    """For the next event of the club to begin with."""
    last = club.events.order_by("-starts_on", "-pk").values_list("game", flat=True).first()
    return last or GameKind.BARRAGOON


def with_entry_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with its club and `players`, the number of confirmed entries, in the same query."""
    confirmed = (
        Entry.objects.filter(section__event=OuterRef("pk"), state=EntryState.CONFIRMED)
        .order_by()
        .values("section__event")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return events.select_related("club").annotate(
        players=Coalesce(Subquery(confirmed, output_field=IntegerField()), 0)
    )


def sections_of(event: Event) -> list[Section]:
    """In order, each with its prizes and `players`, `waiting` and `asked` entries: two queries."""
    found = list(with_numbers(event.sections.order_by("position", "pk")))
    for section in found:
        section.event = event
    return found


def visible_sections(actor: Actor) -> QuerySet[Section]:
    return Section.objects.filter(event__in=visible_events(actor))


def with_numbers(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Each with its prizes and `players`, `waiting` and `asked` entries: two queries."""
    counted = {
        "players": EntryState.CONFIRMED,
        "waiting": EntryState.WAITING,
        "asked": EntryState.ASKED,
    }
    return sections.annotate(
        **{
            name: Count("entries", filter=Q(entries__state=state), distinct=True)
            for name, state in counted.items()
        }
    ).prefetch_related("prizes")


def has_entries(event: Event) -> bool:
    return Entry.objects.filter(section__event=event).exists()


def has_rounds(event: Event) -> bool:
    return Round.objects.filter(section__event=event).exists()


def arbiters_of(event: Event) -> QuerySet[EventArbiter]:
    return event.arbiters.select_related("person").order_by("person__sort_key", "pk")


def years_of(events: QuerySet[Event]) -> list[int]:
    """In which events begin, the latest first."""
    return [day.year for day in events.order_by().dates("starts_on", "year", order="DESC")]


def entries_of_person(actor: Actor, person_pk: int) -> QuerySet[Entry]:
    """The person's entries in events that the actor may see, the latest first."""
    return (
        Entry.objects.filter(person=person_pk, section__event__in=visible_events(actor))
        .select_related("section__event__club")
        .order_by(F("section__event__starts_on").desc(), "-section__event", "section__position")
    )


def _clubs_where(account: int, roles: list[Role]) -> QuerySet[Membership]:
    return Membership.objects.filter(person__account_id=account, role__in=roles).values("club")  # type: ignore[return-value]
