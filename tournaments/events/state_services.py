"""From draft to open to running, and back.

Each step is one transaction and can be taken back while nothing depends on it.
Finishing, rating and archiving belong to the results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from django.db import transaction
from django.utils.translation import gettext as _

from audit.actions import Action
from players.errors import ChangedMeanwhile, Refused
from players.models import User
from tournaments import actions, history
from tournaments.entries.ranking import starting_order
from tournaments.holding import hold
from tournaments.models import Entry, EntryState, Event, EventState, Round, Section

FEWEST_PLAYERS = 2


@dataclass(frozen=True)
class StartingOrder:
    """The confirmed players of a section in the order in which a start would number them."""

    section: Section
    entries: Sequence[Entry]
    left_out: int
    """Entries that nobody has confirmed."""

    @property
    def problem(self) -> str:
        if len(self.entries) >= FEWEST_PLAYERS:
            return ""
        return _(
            "%(section)s has fewer than two confirmed players. Enter players, or delete the section."
        ) % {"section": self.section.name}


@transaction.atomic
def open_event(*, actor: User | None, event: Event) -> Event:
    """From now on everybody sees the event, and players may enter."""
    event = hold(event)
    if event.state != EventState.DRAFT:
        raise Refused(_("The event is no draft any more."))
    if not event.sections.exists():
        raise Refused(_("The event has no section yet. Add one first: it says how it is played."))
    return _go(event, EventState.OPEN, actor=actor, action=actions.OPENED)


@transaction.atomic
def take_back_opening(*, actor: User | None, event: Event) -> Event:
    """While nobody has entered."""
    event = hold(event)
    if event.state != EventState.OPEN:
        raise Refused(_("Only an event that is open for entries can become a draft again."))
    if Entry.objects.filter(section__event=event).exists():
        raise Refused(_("There are entries: the event cannot become a draft again."))
    return _go(event, EventState.DRAFT, actor=actor, action=actions.OPENING_TAKEN_BACK)


@transaction.atomic
def start_event(*, actor: User | None, event: Event, seen: str | None = None) -> Event:
    """Fix the starting ranks of every section. `seen` is the mark of the order that the page showed."""
    event = hold(event)
    if event.state != EventState.OPEN:
        raise Refused(_("Only an event that is open for entries can be started."))
    orders = starting_orders(event)
    if not orders:
        raise Refused(_("The event has no section."))
    for order in orders:
        if order.problem:
            raise Refused(order.problem)
    if seen is not None and seen != mark_of(orders):
        raise ChangedMeanwhile(_("The entries have changed in the meantime. Please look at the order again."))
    for order in orders:
        ranked = list(order.entries)
        # First none, then the new ones: two players never share a rank, not even in between.
        Entry.objects.filter(section=order.section).update(starting_rank=None)
        for rank, entry in enumerate(ranked, start=1):
            entry.starting_rank = rank
            entry.version += 1
        Entry.objects.bulk_update(ranked, ["starting_rank", "version"])
    return _go(event, EventState.RUNNING, actor=actor, action=actions.STARTED)


@transaction.atomic
def take_back_start(*, actor: User | None, event: Event) -> Event:
    """While there is no round. Nobody has a starting rank then."""
    event = hold(event)
    if event.state != EventState.RUNNING:
        raise Refused(_("Only a running event can be taken back to its entries."))
    if Round.objects.filter(section__event=event).exists():
        raise Refused(_("A round has been paired: the start cannot be taken back any more."))
    Entry.objects.filter(section__event=event).update(starting_rank=None)
    return _go(event, EventState.OPEN, actor=actor, action=actions.START_TAKEN_BACK)


def starting_orders(event: Event) -> list[StartingOrder]:
    """By rating, then by name. Three queries."""
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
        orders.append(StartingOrder(section, starting_order(confirmed), len(here) - len(confirmed)))
    return orders


def mark_of(orders: Sequence[StartingOrder]) -> str:
    """The same as long as the order is."""
    text = ";".join(
        f"{order.section.pk}:" + ",".join(str(entry.pk) for entry in order.entries) for order in orders
    )
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _go(event: Event, state: EventState, *, actor: User | None, action: Action) -> Event:
    before, event.state = event.state, state
    event.save(update_fields=["state"])
    history.tell(
        actor=actor, action=action, event=event, before={"state": str(before)}, after={"state": str(state)}
    )
    return event
