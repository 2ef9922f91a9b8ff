"""What pages show about results: one's own board, the consequences of a correction, panels of the event's page."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.game_types import is_recordable
from core.web.panels import Panel
from core.web.pending import PendingItem
from games.archive.presenters import latest_games
from games.visibility.selectors import visible_games
from players.models import User
from tournaments import policies
from tournaments.access import has_permission
from tournaments.models import (
    Bye,
    Entry,
    Event,
    EventState,
    Pairing,
    PairingResult,
    PairingSystem,
    Round,
    RoundState,
    Section,
)
from tournaments.presenters import colour_names
from tournaments.results.selectors import (
    REPORTABLE_RESULTS,
    ReportedBoard,
    boards_needing_decision,
    is_correction,
    latest_public_texts,
    load_own_board,
    possible_results,
    record_tags,
)
from tournaments.rounds.selectors.clock import Clock, read_clock
from tournaments.rounds.selectors.lists import (
    CurrentBoard,
    PlayerRow,
    boards_of_account,
    current_boards,
)
from tournaments.selectors import running_events_granting
from tournaments.tables.selectors.standings import compute_table
from tournaments.tournament_data import SectionData, build_tournament, load_section_data

MAX_EVENTS_WITH_DECISIONS: Final = 10


class ReportButton(NamedTuple):
    result: str
    label: str


@dataclass(frozen=True)
class OwnBoard:
    """Where the reader sits in the current round, what both players have reported, and what can be reported."""

    section: Section
    round: Round | None
    pairing: Pairing | None = None
    bye: Bye | None = None
    clock: Clock | None = None
    url: str = ""
    line: ReportedBoard | None = None
    opponent: Entry | None = None
    colour: str = ""
    mine: str = ""
    mine_in_words: str = ""
    theirs: str = ""
    theirs_in_words: str = ""
    outcome_in_words: str = ""
    buttons: Sequence[ReportButton] = ()
    may_report: bool = False
    may_record: bool = False

    @property
    def event(self) -> Event:
        return self.section.event

    @property
    def is_adjourned(self) -> bool:
        return self.pairing is not None and self.pairing.result == PairingResult.ADJOURNED


def present_own_board(board: CurrentBoard) -> OwnBoard:
    """One query."""
    row, round_, section = board.line, board.round, board.section
    if row is None or round_ is None or row.pairing is None or row.opponent is None:
        return OwnBoard(section, round_, bye=row.bye if row else None, clock=board.clock)
    event, pairing = section.event, row.pairing
    pairing.round = round_
    line = load_own_board(pairing)
    mine, theirs = (
        (line.first_said, line.second_said) if row.is_first else (line.second_said, line.first_said)
    )
    won, drawn, lost = REPORTABLE_RESULTS if row.is_first else reversed(REPORTABLE_RESULTS)
    words = {won: _("You won"), drawn: _("Draw"), lost: _("You lost")}
    colours = colour_names(event)
    return OwnBoard(
        section,
        round_,
        pairing=pairing,
        clock=board.clock,
        url=board.own_url,
        line=line,
        opponent=row.opponent,
        colour=colours.first if row.is_first else colours.second,
        mine=mine,
        mine_in_words=words.get(mine, ""),
        theirs=theirs,
        theirs_in_words=words.get(theirs, ""),
        outcome_in_words=words.get(pairing.result, ""),
        buttons=[
            ReportButton(result, words_of_own)
            for result, words_of_own in ((won, _("I won")), (drawn, _("Draw")), (lost, _("I lost")))
            if result in possible_results(event)
        ],
        may_report=event.state == EventState.RUNNING
        and event.players_report
        and round_.state == RoundState.PUBLISHED
        and line.is_open,
        may_record=is_recordable(event.game),
    )


def present_board_of(pairing: Pairing, own: Entry) -> OwnBoard:
    """The board of a published round as one of its players sees it."""
    section = pairing.round.section
    clock = read_clock(section.event, pairing.round) if pairing.round.state == RoundState.PUBLISHED else None
    row = PlayerRow(own, pairing)
    return present_own_board(CurrentBoard(section, own, pairing.round, row, clock))


def own_boards_in_event(account: User, event: Event) -> list[OwnBoard]:
    """One for each section that the account's person plays in: five queries for each, one to find them."""
    return [present_own_board(board) for board in current_boards(account, event)]


def event_board_panel(request: HttpRequest, event: Event) -> Panel | None:
    """On the page of a running event, and for visitors how they get there."""
    if event.state != EventState.RUNNING:
        return None
    if not isinstance(request.user, User):
        return Panel(_("My board"), "tournaments/results/parts/find_own_board.html", {"event": event})
    boards = own_boards_in_event(request.user, event)
    if not boards:
        return None
    context = {"boards": boards, "boards_url": reverse("my-board", args=[event.pk])}
    return Panel(_("My board"), "tournaments/results/parts/own_boards.html", context)


def home_board_panel(request: HttpRequest, subject: None) -> Panel | None:
    """Where the reader sits now, in the events that are running."""
    if not isinstance(request.user, User):
        return None
    boards = [present_own_board(board) for board in boards_of_account(request.user)]
    if not boards:
        return None
    context = {"boards": boards, "with_event": True}
    return Panel(_("My board"), "tournaments/results/parts/own_boards.html", context)


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
    if section.system == PairingSystem.ROUND_ROBIN:
        later = later.none()
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
    if not event.is_refereed:
        return _texts_panel(event) if event.has_started else None
    if event.state != EventState.RUNNING:
        return None
    records = visible_games(request.user).filter(pairing__round__section__event=event.pk)
    return latest_games(request, records, of_event=event.pk)


def _texts_panel(event: Event) -> Panel | None:
    texts = latest_public_texts(event)
    return (
        Panel(_("Latest records"), "tournaments/results/parts/latest_texts.html", {"texts": texts})
        if texts
        else None
    )
