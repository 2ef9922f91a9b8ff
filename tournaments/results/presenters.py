"""What pages show about results: the consequences of a correction, an empty record, sections of the event's page."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.web.panels import Panel
from core.web.pending import PendingItem
from games.archive.presenters import latest_games
from games.visibility.selectors import visible_games
from players.models import User
from tournaments import policies
from tournaments.access import has_permission
from tournaments.models import Entry, Event, EventState, Pairing, Round, RoundState
from tournaments.results.selectors import (
    REPORTABLE_RESULTS,
    boards_needing_decision,
    is_correction,
    latest_public_texts,
    record_tags,
)
from tournaments.selectors import running_events_granting
from tournaments.tables.selectors.standings import compute_table
from tournaments.tournament_data import SectionData, build_tournament, load_section_data

MAX_EVENTS_WITH_DECISIONS: Final = 10


@dataclass(frozen=True)
class Movement:
    """A player whose line of the table would change."""

    entry: Entry
    points_before: str
    points_after: str
    rank_before: int
    rank_after: int

    @property
    def rises(self) -> bool:
        return self.rank_after < self.rank_before

    @property
    def falls(self) -> bool:
        return self.rank_after > self.rank_before


@dataclass(frozen=True)
class Consequences:
    movements: Sequence[Movement]
    """Those whose points or rank change, by the new rank."""
    later_rounds: Sequence[Round]
    """Rounds that were paired while the old result stood."""
    needs_reason: bool

    @property
    def later_numbers(self) -> str:
        return ", ".join(str(each.number) for each in self.later_rounds)


def preview_consequences(pairing: Pairing, result: str) -> Consequences:
    """Of the table of all published rounds. Five queries."""
    section = pairing.round.section
    before = load_section_data(section)
    after = _replace_result(before, pairing, result)
    old = {row["number"]: row for row in compute_table(before)["rows"]}
    movements = [
        Movement(
            before.entries[row["number"]],
            old[row["number"]]["points"],
            row["points"],
            old[row["number"]]["rank"],
            row["rank"],
        )
        for row in compute_table(after)["rows"]
        if (row["points"], row["rank"]) != (old[row["number"]]["points"], old[row["number"]]["rank"])
    ]
    later = Round.objects.filter(section=section, number__gt=pairing.round.number)
    return Consequences(
        movements,
        list(later.exclude(state=RoundState.ORDERED).order_by("number")),
        is_correction(pairing),
    )


def _replace_result(data: SectionData, pairing: Pairing, result: str) -> SectionData:
    def changed(each: Pairing) -> Pairing:
        if each.pk != pairing.pk:
            return each
        other = copy(each)
        other.result = result
        return other

    pairings = {number: [changed(each) for each in boards] for number, boards in data.pairings.items()}
    tournament = build_tournament(data.section, data.entries, data.rounds, pairings, data.byes)
    return replace(data, pairings=pairings, tournament=tournament)


def record_template(pairing: Pairing) -> str:
    """Tags in the record's own language, and an empty line where the moves go; nothing without a referee."""
    if not pairing.round.section.event.is_refereed:
        return ""
    tags = record_tags(pairing)
    if pairing.result in REPORTABLE_RESULTS:
        tags["Result"] = pairing.result
    head = "".join(f'[{name} "{_quote(value)}"]\n' for name, value in tags.items() if value)
    return f"{head}\n1. "


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def decisions_panel(request: HttpRequest, event: Event) -> Panel | None:
    if event.state != EventState.RUNNING or not has_permission(request, event, policies.ENTER_RESULTS):
        return None
    lines = boards_needing_decision(event)
    if not lines:
        return None
    return Panel(
        _("Needs a decision"),
        "tournaments/results/parts/waiting.html",
        {"event": event, "lines": lines},
        more_url=reverse("waiting-decisions", args=[event.pk]),
        more_label=_("All decisions"),
    )


def pending_decisions(account: User) -> Iterator[PendingItem]:
    """In the running events whose results the account may decide: two queries each, of the latest ones."""
    for event in running_events_granting(policies.ENTER_RESULTS, account)[:MAX_EVENTS_WITH_DECISIONS]:
        if number := len(boards_needing_decision(event)):
            text = ngettext(
                "%(event)s: %(number)d board needs a decision",
                "%(event)s: %(number)d boards need a decision",
                number,
            ) % {"event": event.name, "number": number}
            yield PendingItem(text, reverse("waiting-decisions", args=[event.pk]))


def games_panel(request: HttpRequest, event: Event) -> Panel | None:
    """The newest records of its boards, as far as the visitor may see them."""
    if not event.has_started:
        return None
    if not event.is_refereed:
        return _texts_panel(event)
    records = visible_games(request.user).filter(pairing__round__section__event=event.pk)
    return latest_games(request, records, of_event=event.pk)


def _texts_panel(event: Event) -> Panel | None:
    texts = latest_public_texts(event)
    return (
        Panel(_("Latest records"), "tournaments/results/parts/latest_texts.html", {"texts": texts})
        if texts
        else None
    )
