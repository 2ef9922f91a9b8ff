"""Reading entries: for everybody, for the player, and for the organisers; who sees which, and the starting order."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from core.db import folding
from core.db.folding import folded_words
from core.permissions.actors import Actor
from players.models import User
from players.people.selectors.people import visible_person_ids
from tournaments.models import Absence, Entry, EntryState, Event, KeptApart, PairingSystem, Section
from tournaments.policies import MANAGE_ENTRIES
from tournaments.selectors import events_granting, visible_events

MAX_WORDS = 8
PUBLIC_STATES = (EntryState.CONFIRMED, EntryState.WITHDRAWN)


class ListedEntry(NamedTuple):
    """`number` is the starting rank, or what it would be now; of somebody who waits, the place in the line."""

    number: int
    entry: Entry
    linked: bool
    is_own: bool


@dataclass
class SectionEntries:
    """The entries of a section as a page shows them. `waiting` and `asked` only to whom they concern."""

    section: Section
    playing: list[ListedEntry] = field(default_factory=list)
    withdrawn: list[ListedEntry] = field(default_factory=list)
    waiting: list[ListedEntry] = field(default_factory=list)
    asked: list[ListedEntry] = field(default_factory=list)
    waiting_in_all: int = 0

    @property
    def everybody(self) -> list[ListedEntry]:
        return [*self.playing, *self.withdrawn, *self.waiting, *self.asked]

    @property
    def players(self) -> int:
        """As `counted_players` has it: who has left after the start still stands in the tables."""
        return len(self.playing) + sum(listed.entry.starting_rank is not None for listed in self.withdrawn)

    @property
    def places_left(self) -> int | None:
        limit = self.section.entry_limit
        return None if limit is None else max(0, limit - len(self.playing))

    @property
    def ranks_are_fixed(self) -> bool:
        return any(listed.entry.starting_rank is not None for listed in self.playing)


def entries_by_section(event: Event, *, actor: Actor, manages: bool = False) -> list[SectionEntries]:
    """All sections with their entries in the starting order. Three queries.

    Who waits is shown to the organisers (`manages`) and to themselves.
    """
    entries = Entry.objects.filter(section__event=event).select_related("person")
    by_section: dict[int, list[Entry]] = {}
    people = set[int]()
    for entry in entries.order_by("entered_at", "pk"):
        by_section.setdefault(entry.section_id, []).append(entry)
        people.add(entry.person_id)
    linked = visible_person_ids(actor, people)
    shown = []
    for section in event.sections.order_by("position", "pk"):
        section.event = event
        found = by_section.get(section.pk, [])
        for entry in found:
            entry.section = section
        shown.append(_section_entries(section, found, linked, actor, manages))
    return shown


def _section_entries(
    section: Section, entries: list[Entry], linked: set[int], actor: Actor, manages: bool
) -> SectionEntries:
    def listed(pairs: Iterable[tuple[int, Entry]], *, all_of_them: bool = True) -> list[ListedEntry]:
        return [
            ListedEntry(number, entry, entry.person_id in linked, own)
            for number, entry in pairs
            if (own := _is_own(actor, entry)) or all_of_them
        ]

    def of(state: EntryState) -> list[Entry]:
        return [entry for entry in entries if entry.state == state]

    waiting = of(EntryState.WAITING)
    return SectionEntries(
        section=section,
        playing=listed(number_players(of(EntryState.CONFIRMED))),
        withdrawn=listed((entry.starting_rank or 0, entry) for entry in _by_name(of(EntryState.WITHDRAWN))),
        waiting=listed(enumerate(waiting, start=1), all_of_them=manages),
        asked=listed(enumerate(of(EntryState.ASKED), start=1), all_of_them=manages),
        waiting_in_all=len(waiting),
    )


def _by_name(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.starting_rank or 0, entry.person.sort_key))


def _is_own(actor: Actor, entry: Entry) -> bool:
    return isinstance(actor, User) and entry.person.account_id == actor.pk


def own_entries(event: Event, account: User) -> list[Entry]:
    """Of the account's owner in all sections of an event, with announced absences. Two queries."""
    entries = Entry.objects.filter(section__event=event, person__account=account)
    found = list(
        entries.select_related("person", "section")
        .prefetch_related("absences")
        .order_by("section__position", "pk")
    )
    for entry in found:
        entry.section.event = event
    return found


def waiting_position(entry: Entry) -> int:
    """From 1, of somebody who waits. One query."""
    before = Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lte=entry.pk)
    return Entry.objects.filter(before, section=entry.section_id, state=EntryState.WAITING).count()


def sections_with_places(event: Event) -> list[Section]:
    """With `taken` and `waiting`, the numbers of confirmed and of waiting entries. One query."""
    sections = event.sections.annotate(
        taken=Count("entries", filter=Q(entries__state=EntryState.CONFIRMED)),
        waiting=Count("entries", filter=Q(entries__state=EntryState.WAITING)),
    ).order_by("position", "pk")
    found: list[Section] = list(sections)
    for section in found:
        section.event = event
    return found


def entry_by_code(code: str) -> Entry | None:
    """By the secret of its QR code. One query."""
    return (
        Entry.objects.filter(code=code).select_related("person", "section__event__club").first()
        if code
        else None
    )


def filter_by_name(entries: QuerySet[Entry], text: str) -> QuerySet[Entry]:
    """Those whose name has every word of the text."""
    for word in folded_words(text)[:MAX_WORDS]:
        entries = entries.filter(person__comparison_key__contains=word)
    return entries


def entries_to_check_in(event: Event) -> list[Entry]:
    """Who is to come, by name, with what they announced for round one. Two queries."""
    entries = Entry.objects.filter(section__event=event, state=EntryState.CONFIRMED)
    first = Prefetch("absences", Absence.objects.filter(round_number=1), to_attr="missing_round_one")
    return list(
        entries.select_related("person", "section")
        .prefetch_related(first)
        .order_by("person__sort_key", "person_id", "section__position")
    )


def count_missing(section: Section) -> int:
    """Who would be paired for round one without having checked in: 0 where nobody checks in. One query.

    Where a table or a tree says who meets whom, nobody is left out.
    """
    if section.system not in (PairingSystem.SWISS, PairingSystem.KEIZER):
        return 0
    away = Absence.objects.filter(entry=OuterRef("pk"), round_number=1)
    counted = section.entries.filter(state=EntryState.CONFIRMED).aggregate(
        here=Count("pk", filter=Q(checked_in_at__isnull=False)),
        missing=Count("pk", filter=Q(~Exists(away), checked_in_at=None)),
    )
    return int(counted["missing"]) if counted["here"] else 0


def sections_without_rounds(event: Event) -> QuerySet[Section]:
    """Those whose first round is not paired and not being paired. One query."""
    return event.sections.filter(rounds=None).order_by("position", "pk")


def pairs_of_event(event: Event) -> QuerySet[KeptApart]:
    """The pairs who are kept apart, with their people. One query."""
    pairs = _pairs_with_people().filter(section__event=event)
    return pairs.order_by("section__position", "one__person__sort_key", "other__person__sort_key")


def get_pair_or_404(event: Event, pk: int) -> KeptApart:
    return get_object_or_404(_pairs_with_people(), pk=pk, section__event=event)


def managed_pairs(actor: Actor, *, section: int | None = None) -> QuerySet[KeptApart]:
    """Pairs kept apart in events whose entries the actor manages: nobody else sees them."""
    pairs = _pairs_with_people().filter(section__event__in=managed_events(actor))
    return pairs if section is None else pairs.filter(section=section)


def get_managed_pair_or_404(actor: Actor, pk: int | str) -> KeptApart:
    return get_object_or_404(managed_pairs(actor), pk=pk)


def _pairs_with_people() -> QuerySet[KeptApart]:
    return KeptApart.objects.select_related("section", "one__person", "other__person")


def playing_entries(section: Section) -> list[Entry]:
    """Those who play, in the starting order as it is or would be. One query."""
    confirmed = section.entries.filter(state=EntryState.CONFIRMED).select_related("person")
    return [entry for _number, entry in number_players(confirmed)]


def playing_entries_of_event(event: Event) -> dict[int, list[Entry]]:
    """By section, in the starting order as it is or would be. One query."""
    confirmed = Entry.objects.filter(section__event=event, state=EntryState.CONFIRMED).select_related(
        "person"
    )
    by_section: dict[int, list[Entry]] = {}
    for entry in confirmed:
        by_section.setdefault(entry.section_id, []).append(entry)
    return {pk: [entry for _number, entry in number_players(found)] for pk, found in by_section.items()}


def in_starting_order(entries: Iterable[Entry]) -> list[Entry]:
    """Of one section. The ids settle what names leave open, so that the order is the same every time."""
    return sorted(
        entries, key=lambda entry: (-entry.rating, folding.sort_key(entry.person.sort_name), entry.person_id)
    )


def number_players(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Numbers and entries, as they are fixed or as they would be. Entries that have a rank keep it."""
    entries = list(entries)
    fixed = {entry.starting_rank: entry for entry in entries if entry.starting_rank is not None}
    start = max(fixed, default=0) + 1
    rest = in_starting_order(entry for entry in entries if entry.starting_rank is None)
    return [*sorted(fixed.items()), *enumerate(rest, start=start)]


def visible_entries(actor: Actor) -> QuerySet[Entry]:
    """Those of events that the actor sees: all where they manage entries, and their own."""
    seen = Q(state__in=PUBLIC_STATES) | Q(section__event__in=managed_events(actor))
    if actor.is_authenticated:
        seen |= Q(person__account_id=actor.pk)
    return Entry.objects.filter(seen, section__event__in=visible_events(actor))


def entries_with_details(actor: Actor, *, name: str = "", **conditions: Any) -> QuerySet[Entry]:
    """Visible entries with their people, events and absences; `name` finds those who have every word of it."""
    entries = filter_by_name(visible_entries(actor).filter(**conditions), name)
    return entries.select_related("person", "section__event__club").prefetch_related("absences")


def visible_entries_with_ids(actor: Actor, pks: Collection[int]) -> list[Entry]:
    return list(entries_with_details(actor, pk__in=pks).order_by("pk"))


def get_visible_entry_or_404(actor: Actor, pk: int | str) -> Entry:
    return get_object_or_404(entries_with_details(actor), pk=pk)


def managed_among(actor: Actor, events: Collection[int]) -> set[int]:
    """Of the events with these ids, those whose entries the actor manages. One query."""
    return set(managed_events(actor).filter(pk__in=events).values_list("pk", flat=True))


def managed_events(actor: Actor) -> QuerySet[Event]:
    """Those whose entries the actor manages."""
    return Event.objects.filter(events_granting(MANAGE_ENTRIES, actor))
