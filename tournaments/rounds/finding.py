"""Finding a board: one's own, or that of a name typed or picked from the list on a phone."""

from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.urls import NoReverseMatch, reverse

from players.models import User
from tournaments.entries.selectors import with_words_in_name
from tournaments.models import Entry, EntryState, Event, Round, Section
from tournaments.rounds.clock import Clock, clock_of
from tournaments.rounds.selectors import NameLine, current_round, line_of

MOST_NAMES: Final = 60


@dataclass(frozen=True)
class BoardOf:
    """Where somebody sits now: in the current round of the section, if there is one."""

    section: Section
    entry: Entry
    round: Round | None
    line: NameLine | None
    clock: Clock | None = None
    is_over: bool = False
    """The event has finished."""

    @property
    def own_url(self) -> str:
        """Where the player reports the result of this game and sends its record; empty without such a page."""
        pairing = self.line.pairing if self.line else None
        if pairing is None or self.round is None:
            return ""
        arguments = [self.section.event_id, self.section.pk, self.round.number, pairing.board]
        try:
            address = reverse("own-board", args=arguments)
        except NoReverseMatch:
            return ""
        return f"{address}?leg={pairing.leg}" if pairing.leg > 1 else address


def boards_of_account(account: User, event: Event) -> list[BoardOf]:
    """One for each section that the account's person plays in: four queries a section, one to find them."""
    entries = _entries(event).filter(person__account=account)
    return [board_of(event, entry) for entry in entries.order_by("section__position", "pk")]


def board_of(event: Event, entry: Entry) -> BoardOf:
    section = entry.section
    section.event = event
    round_ = current_round(section)
    if round_ is None:
        return BoardOf(section, entry, None, None)
    line = line_of(entry, round_)
    return BoardOf(section, entry, round_, line, clock_of(event, round_), event.has_finished)


def entry_in(event: Event, pk: int) -> Entry | None:
    return _entries(event).filter(pk=pk).first()


def entries_called(event: Event, text: str) -> tuple[list[Entry], bool]:
    """Those whose name has every word of the text, in order of names, and whether there are more. One query."""
    found = with_words_in_name(_entries(event), text)
    entries = list(found.order_by("person__sort_key", "pk")[: MOST_NAMES + 1])
    return entries[:MOST_NAMES], len(entries) > MOST_NAMES


def _entries(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(
        section__event=event, state__in=(EntryState.CONFIRMED, EntryState.WITHDRAWN)
    ).select_related("person", "section")
