"""Reading entries: for everybody, for the player, and for the organisers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet

from players.models import Membership, Person, User
from players.names import folded_words
from players.people.selectors import (
    pages_visible_among,
    people_matching,
    people_named_nearly,
)
from players.permissions import Actor
from tournaments.entries.known import people_to_choose_from
from tournaments.entries.limits import OFFERED_AT_MOST
from tournaments.entries.ranking import ranked
from tournaments.models import Absence, Entry, EntryState, Event, KeptApart, Section

MOST_WORDS = 8


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
    linked = pages_visible_among(actor, people)
    shown = []
    for section in event.sections.order_by("position", "pk"):
        section.event = event
        found = by_section.get(section.pk, [])
        for entry in found:
            entry.section = section
        shown.append(_shown(section, found, linked, actor, manages))
    return shown


def _shown(
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
        playing=listed(ranked(of(EntryState.CONFIRMED))),
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


def place_in_line(entry: Entry) -> int:
    """From 1, of somebody who waits. One query."""
    before = Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lte=entry.pk)
    return Entry.objects.filter(before, section=entry.section_id, state=EntryState.WAITING).count()


def sections_to_enter(event: Event) -> list[Section]:
    """With `taken`, the number of confirmed entries. One query."""
    sections = event.sections.annotate(
        taken=Count("entries", filter=Q(entries__state=EntryState.CONFIRMED))
    ).order_by("position", "pk")
    found: list[Section] = list(sections)
    for section in found:
        section.event = event
    return found


def entry_with(code: str) -> Entry | None:
    """By the secret of its QR code. One query."""
    return (
        Entry.objects.filter(code=code).select_related("person", "section__event__club").first()
        if code
        else None
    )


def with_words_in_name(entries: QuerySet[Entry], text: str) -> QuerySet[Entry]:
    """Those whose name has every word of the text."""
    for word in folded_words(text)[:MOST_WORDS]:
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


class Offer(NamedTuple):
    """Somebody who may be meant. `entered` says in which sections of the event they are, `clubs` which may be known."""

    person: Person
    clubs: str
    entered: str
    near_only: bool


def offers(text: str, *, event: Event, actor: Actor) -> list[Offer]:
    """People by the beginnings of their names' words, then by names that are near: to choose from, never to assume.

    Of those whom organisers of the event know. Five queries.
    """
    visible = people_to_choose_from(actor, event)
    if not text.strip():
        return []
    exact = list(people_matching(visible, name=text)[:OFFERED_AT_MOST])
    known = {person.pk for person in exact}
    near = [
        match.person for match in people_named_nearly(text, among=visible) if match.person.pk not in known
    ]
    found = [*exact, *near][:OFFERED_AT_MOST]
    clubs = _clubs_of(found, event)
    entered: dict[int, list[str]] = {}
    for person, section in Entry.objects.filter(section__event=event, person__in=found).values_list(
        "person", "section__name"
    ):
        entered.setdefault(person, []).append(section)
    return [
        Offer(
            person,
            ", ".join(clubs.get(person.pk, ())),
            ", ".join(entered.get(person.pk, ())),
            person.pk not in known,
        )
        for person in found
    ]


def _clubs_of(people: Sequence[Person], event: Event) -> dict[int, list[str]]:
    """Those of listed people, and the club that holds the event."""
    public = Q(person__listed=True) | Q(club=event.club_id)
    clubs: dict[int, list[str]] = {}
    for membership in Membership.objects.filter(public, person__in=people).select_related("club"):
        clubs.setdefault(membership.person_id, []).append(membership.club.name)
    return clubs


def pairs_apart(event: Event) -> QuerySet[KeptApart]:
    """With their people. One query."""
    return (
        KeptApart.objects.filter(section__event=event)
        .select_related("section", "one__person", "other__person")
        .order_by("section__position", "one__person__sort_key", "other__person__sort_key")
    )


def entries_in_order(section: Section) -> list[Entry]:
    """Those who play, in the starting order as it is or would be. One query."""
    confirmed = section.entries.filter(state=EntryState.CONFIRMED).select_related("person")
    return [entry for _number, entry in ranked(confirmed)]
