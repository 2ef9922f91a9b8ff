"""Reading events: lists for everybody, what an event's page shows, its starting order, whether it can be finished."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils.timezone import now
from django.utils.translation import gettext as _

from core.db.folding import folded_words
from core.game_types import UNREFEREED, UNREFEREED_PREFIX, game_choices
from core.permissions.actors import Actor
from games.policies import SEE_HIDDEN, kinds_with_hidden_pieces
from games.visibility.selectors import WITHHELD
from players.clubs.selectors.clubs import clubs_to_choose
from players.models import Club, Membership, Person
from players.people.selectors.people import people_matching, people_visible_to, unmerged_people
from players.seats import SEAT_OF_ROLE
from tournaments.entries.selectors.entries import count_missing, in_starting_order
from tournaments.models import (
    OPEN_RESULTS,
    Entry,
    EntryState,
    Event,
    EventArbiter,
    EventNews,
    EventState,
    LooseRecord,
    Pairing,
    Round,
    RoundState,
    Section,
)
from tournaments.results.selectors import result_label
from tournaments.selectors import counted_players, visible_events, visible_sections
from tournaments.tournament_data import number_of_rounds

MIN_PLAYERS: Final = 2
MAX_WORDS: Final = 8
MAX_CALENDAR_EVENTS: Final = 200
CALENDAR_HISTORY: Final = datetime.timedelta(days=2 * 366)
MAX_PEOPLE_FOUND: Final = 20


def get_club_or_404(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def clubs_to_filter_by(events: QuerySet[Event], chosen: str | None) -> list[Club]:
    """Those that hold events; where they are too many to choose from, only the one that is chosen by its slug."""
    return clubs_to_choose(chosen, among=Club.objects.filter(Exists(events.filter(club=OuterRef("pk")))))


def filter_events(events: QuerySet[Event], filters: Mapping[str, Any]) -> QuerySet[Event]:
    """By `game`, `club`, `state`, `year` and the words of `q`; what is empty or missing does not count."""
    if filters.get("game") == UNREFEREED:
        events = events.filter(game__startswith=UNREFEREED_PREFIX)
    elif filters.get("game"):
        events = events.filter(game=filters["game"])
    for field in ("club", "state"):
        if filters.get(field):
            events = events.filter(**{field: filters[field]})
    if filters.get("year"):
        events = events.filter(starts_on__year=filters["year"])
    for word in folded_words(filters.get("q") or "")[:MAX_WORDS]:
        events = events.filter(search_key__contains=word)
    return events


def public_events() -> QuerySet[Event]:
    """What everybody may see."""
    return Event.objects.exclude(state=EventState.DRAFT)


def public_events_of_club(club: Club) -> QuerySet[Event]:
    return public_events().filter(club=club)


def public_events_of_person(person: Person) -> QuerySet[Event]:
    """Where they stand in the list that everybody sees."""
    entered = Entry.objects.filter(person=person, state__in=(EntryState.CONFIRMED, EntryState.WITHDRAWN))
    return public_events().filter(pk__in=entered.values("section__event"))


def only_event(event: Event) -> QuerySet[Event]:
    return Event.objects.filter(pk=event.pk)


def get_visible_person_or_404(actor: Actor, pk: int) -> Person:
    return get_object_or_404(people_visible_to(actor), pk=pk)


def calendar_events(club: Club) -> QuerySet[Event]:
    return calendar_of(public_events_of_club(club))


def calendar_of(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of the last two years and all to come, the latest first."""
    recent = events.filter(ends_on__gte=now().date() - CALENDAR_HISTORY)
    return recent.select_related("club").order_by("-starts_on", "-pk")[:MAX_CALENDAR_EVENTS]


def reload_event(event: Event) -> Event:
    """As it is now, with its club."""
    return Event.objects.select_related("club").get(pk=event.pk)


def last_game_played(club: Club) -> str:
    """For the next event of the club to begin with."""
    last = club.events.order_by("-starts_on", "-pk").values_list("game", flat=True).first()
    return last or game_choices()[0][0]


def with_player_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with its club and `players` (`counted_players`), in the same query."""
    counted = (
        Entry.objects.filter(counted_players(), section__event=OuterRef("pk"))
        .order_by()
        .values("section__event")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return events.select_related("club").annotate(
        players=Coalesce(Subquery(counted, output_field=IntegerField()), 0)
    )


def newest_first(events: QuerySet[Event]) -> QuerySet[Event]:
    """As lists show them, with `players`."""
    return with_player_counts(events).order_by("-starts_on", "-pk")


def sections_with_counts(event: Event) -> list[Section]:
    """In order, each with its prizes and `players`, `waiting` and `asked` entries: two queries."""
    found = list(with_section_counts(event.sections.order_by("position", "pk")))
    for section in found:
        section.event = event
    return found


def with_section_counts(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Each with its prizes and `players` (`counted_players`), `waiting` and `asked` entries: two queries."""
    counted = {
        "players": counted_players("entries__"),
        "waiting": Q(entries__state=EntryState.WAITING),
        "asked": Q(entries__state=EntryState.ASKED),
    }
    return sections.annotate(
        **{name: Count("entries", filter=wanted, distinct=True) for name, wanted in counted.items()}
    ).prefetch_related("prizes")


def visible_sections_with_counts(actor: Actor, *, event: int | None = None) -> QuerySet[Section]:
    """Sections of events that the actor may see, or of one of them."""
    sections = visible_sections(actor)
    return with_section_counts(sections if event is None else sections.filter(event=event))


def get_section_with_counts_or_404(actor: Actor, pk: int) -> Section:
    return get_object_or_404(visible_sections_with_counts(actor), pk=pk)


def has_entries(event: Event) -> bool:
    return Entry.objects.filter(section__event=event).exists()


def has_rounds(event: Event) -> bool:
    return Round.objects.filter(section__event=event).exists()


def event_news(event: Event) -> QuerySet[EventNews]:
    """The newest first."""
    return event.news.select_related("author").order_by("-written_at", "-pk")


def visible_news(actor: Actor, *, event: int | None = None) -> QuerySet[EventNews]:
    """News of the events that the actor may see, or of one of them."""
    news = EventNews.objects.filter(event__in=visible_events(actor))
    if event is not None:
        news = news.filter(event=event)
    return news.select_related("author", "event__club")


def find_news(event: Event, pk: int) -> EventNews | None:
    return EventNews.objects.filter(pk=pk, event=event).first()


def get_visible_news_or_404(actor: Actor, pk: int | str) -> EventNews:
    return get_object_or_404(visible_news(actor), pk=pk)


def event_arbiters(event: Event) -> QuerySet[EventArbiter]:
    return event.arbiters.select_related("person").order_by("person__sort_key", "pk")


def visible_arbiters(actor: Actor, *, event: int | None = None) -> QuerySet[EventArbiter]:
    """Arbiters of the events that the actor may see, or of one of them."""
    arbiters = EventArbiter.objects.filter(event__in=visible_events(actor))
    if event is not None:
        arbiters = arbiters.filter(event=event)
    return arbiters.select_related("person", "event__club")


def get_visible_arbiter_or_404(actor: Actor, pk: int | str) -> EventArbiter:
    return get_object_or_404(visible_arbiters(actor), pk=pk)


def get_arbiter_of_event_or_404(event: Event, person: int) -> EventArbiter:
    return get_object_or_404(event_arbiters(event), person=person)


def events_judged_by_club(club: Club) -> QuerySet[Event]:
    """Those of which the club's arbiters see hidden pieces: nobody is named, and something is or may be hidden."""
    withheld = {"game__visibility__in": WITHHELD}
    boards = Pairing.objects.filter(round__section__event=OuterRef("pk"), **withheld)
    loose = LooseRecord.objects.filter(event=OuterRef("pk"), **withheld)
    goes_on = Q(state__in=(EventState.OPEN, EventState.RUNNING))
    events = Event.objects.filter(club=club, game__in=kinds_with_hidden_pieces(), arbiters=None)
    return events.filter(goes_on | Exists(boards) | Exists(loose)).select_related("club").order_by("pk")


def judges_of_club(club: Club) -> list[int]:
    """The ids of people whose role in the club lets them see hidden pieces."""
    roles = [role for role, seat in SEAT_OF_ROLE.items() if SEE_HIDDEN.granted_to({seat})]
    judges = Membership.objects.filter(club=club, role__in=roles, person__account__isnull=False)
    return list(judges.order_by("person").values_list("person", flat=True))


def get_possible_arbiter_or_404(actor: Actor, event: Event, person: int) -> Person:
    """Somebody whom the actor sees, or who is an arbiter of the event and is named again."""
    visible = Q(pk__in=people_visible_to(actor).order_by().values("pk"))
    return get_object_or_404(unmerged_people().filter(visible | Q(arbiter_of__event=event)), pk=person)


def suggest_arbiters(text: str, *, actor: Actor, arbiters: Sequence[EventArbiter]) -> list[Person]:
    """People of that name who are not arbiters yet."""
    if not text:
        return []
    found = people_matching(people_visible_to(actor), name=text)
    return list(found.exclude(pk__in=[arbiter.person_id for arbiter in arbiters])[:MAX_PEOPLE_FOUND])


def entries_of_person(actor: Actor, person_pk: int) -> QuerySet[Entry]:
    """The person's entries in events that the actor may see, the latest first."""
    return (
        Entry.objects.filter(person=person_pk, section__event__in=visible_events(actor))
        .select_related("section__event__club")
        .order_by(F("section__event__starts_on").desc(), "-section__event", "section__position")
    )


@dataclass(frozen=True)
class FinishObstacle:
    """A sentence, and the round where it can be mended."""

    sentence: str
    round: Round


@dataclass(frozen=True)
class EarlyEnd:
    """A section with fewer rounds than were planned."""

    section: Section
    played: int
    planned: int


@dataclass(frozen=True)
class Readiness:
    obstacles: Sequence[FinishObstacle]
    early: Sequence[EarlyEnd]
    contradicted: int
    """Boards whose record says otherwise; nobody has to decide about them, but somebody should."""

    @property
    def is_played_out(self) -> bool:
        """All planned rounds are closed: nothing is left but to finish."""
        return not self.obstacles and not self.early


def is_played_out(event: Event) -> bool:
    return check_readiness(event).is_played_out


def check_readiness(event: Event) -> Readiness:
    """Four queries, however many sections there are."""
    ranked = Count("entries", filter=Q(entries__starting_rank__isnull=False))
    sections = list(event.sections.annotate(players=ranked).order_by("position", "pk"))
    rounds: dict[int, list[Round]] = {section.pk: [] for section in sections}
    for round_ in Round.objects.filter(section__event=event).order_by("section__position", "number"):
        section = next(each for each in sections if each.pk == round_.section_id)
        section.event, round_.section = event, section
        rounds[section.pk].append(round_)
    open_boards = _open_boards(event)
    obstacles = [
        obstacle
        for section in sections
        for round_ in rounds[section.pk]
        for obstacle in _obstacles(round_, open_boards.get(round_.pk, []))
    ]
    early = []
    for section in sections:
        players = int(getattr(section, "players", 0))
        planned = number_of_rounds(section, players)
        if players > 1 and len(rounds[section.pk]) < planned:
            early.append(EarlyEnd(section, len(rounds[section.pk]), planned))
    differ = Q(record_contradicts=True) | Q(copies_differ=True)
    flagged = Pairing.objects.filter(differ, round__section__event=event).count()
    return Readiness(obstacles, early, flagged)


def _open_boards(event: Event) -> dict[int, list[Pairing]]:
    found: dict[int, list[Pairing]] = {}
    boards = Pairing.objects.filter(round__section__event=event, result__in=OPEN_RESULTS)
    for pairing in boards.order_by("board", "leg"):
        found.setdefault(pairing.round_id, []).append(pairing)
    return found


def _obstacles(round_: Round, open_boards: Sequence[Pairing]) -> list[FinishObstacle]:
    where = {"section": round_.section.name, "number": round_.number}
    if not round_.is_public:
        return [
            FinishObstacle(
                _("%(section)s, round %(number)d is paired, but not published: play it, or delete it.")
                % where,
                round_,
            )
        ]
    found = [
        FinishObstacle(
            _("%(section)s, round %(number)d, board %(board)d: %(result)s.")
            % {**where, "board": pairing.board, "result": result_label(pairing.result)},
            round_,
        )
        for pairing in open_boards
    ]
    if round_.state != RoundState.CLOSED:
        found.append(FinishObstacle(_("%(section)s, round %(number)d is not closed.") % where, round_))
    return found


@dataclass(frozen=True)
class StartingOrder:
    """The confirmed players of a section in the order in which a start would number them."""

    section: Section
    entries: Sequence[Entry]
    left_out: int
    """Entries that nobody has confirmed."""
    missing: int = 0
    """Players who have not checked in, where others have."""

    @property
    def problem(self) -> str:
        if len(self.entries) >= MIN_PLAYERS:
            return ""
        return _(
            "%(section)s has fewer than two confirmed players. Enter players, or delete the section."
        ) % {"section": self.section.name}


def starting_orders(event: Event) -> list[StartingOrder]:
    """By rating, then by name. Two queries, and one for each section."""
    sections = list(event.sections.order_by("position", "pk"))
    entries = list(
        Entry.objects.filter(section__event=event)
        .exclude(state=EntryState.WITHDRAWN)
        .select_related("person")
    )
    orders = []
    for section in sections:
        here = [entry for entry in entries if entry.section_id == section.pk]
        confirmed = [entry for entry in here if entry.state == EntryState.CONFIRMED]
        section.event = event
        orders.append(
            StartingOrder(
                section, in_starting_order(confirmed), len(here) - len(confirmed), count_missing(section)
            )
        )
    return orders


def starting_order_digest(orders: Sequence[StartingOrder]) -> str:
    """The same as long as the order is."""
    text = ";".join(
        f"{order.section.pk}:" + ",".join(str(entry.pk) for entry in order.entries) for order in orders
    )
    return blake2b(text.encode(), digest_size=12).hexdigest()
