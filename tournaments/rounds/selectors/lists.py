"""Reading rounds: lists by board and by name, the current round, and where somebody sits in it.

A round that is not published is in none of these, unless its caller has asked whether the viewer may see it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.urls import NoReverseMatch, reverse

from jobs.models import WorkState
from players.models import User
from tournaments.entries.selectors.entries import filter_by_name
from tournaments.models import (
    Bye,
    ByeKind,
    Entry,
    EntryState,
    Event,
    EventState,
    Pairing,
    PairingOrder,
    PairingResult,
    Round,
    Section,
)
from tournaments.rounds.selectors.clock import Clock, read_clock
from tournaments.selectors import current_first
from tournaments.tournament_data import PUBLIC_STATES, load_tournament, point_system, ranked_players

# What the lists show of a game and its players.
LIST_FIELDS: Final = (
    *("round", "third_place", "board", "leg", "result"),
    *(
        f"{side}__{field}"
        for side in ("first", "second")
        for field in ("section", "person__name", "person__sort_name", "person__sort_key")
    ),
)

MAX_NAMES: Final = 60
MAX_OWN_BOARDS: Final = 4


@dataclass(frozen=True)
class BoardRow:
    """One game of the round. `points` are those before the round, as people write them."""

    pairing: Pairing
    first_points: str = ""
    second_points: str = ""
    is_in_match: bool = False

    @property
    def first(self) -> Entry:
        return self.pairing.first

    @property
    def second(self) -> Entry:
        return self.pairing.second


@dataclass(frozen=True)
class PlayerRow:
    """One player's line, found by name: the board, the colour and the opponent, or why there is none."""

    entry: Entry
    pairing: Pairing | None = None
    bye: Bye | None = None

    @property
    def is_first(self) -> bool:
        return self.pairing is not None and self.pairing.first_id == self.entry.pk

    @property
    def opponent(self) -> Entry | None:
        if self.pairing is None:
            return None
        return self.pairing.second if self.is_first else self.pairing.first


@dataclass(frozen=True)
class RoundCount:
    round: Round
    games: int
    missing: int

    @property
    def done(self) -> int:
        return self.games - self.missing


@dataclass(frozen=True)
class RoundList:
    round: Round
    boards: list[BoardRow]
    byes: list[Bye]
    missing: int = 0
    """Games without a result."""
    names: list[PlayerRow] = field(default_factory=list)

    @property
    def has_matches(self) -> bool:
        return any(line.is_in_match for line in self.boards)


def public_rounds(section: Section) -> list[Round]:
    """The published rounds in order. One query."""
    rounds = list(Round.objects.filter(section=section, state__in=PUBLIC_STATES).order_by("number"))
    for round_ in rounds:
        round_.section = section
    return rounds


def rounds_with_counts(section: Section, *, drafts: bool = False) -> list[RoundCount]:
    """The rounds in order; those that are not published only for arbiters. Two queries."""
    rounds = Round.objects.filter(section=section).order_by("number")
    if not drafts:
        rounds = rounds.filter(state__in=PUBLIC_STATES)
    games = _count_games(Pairing.objects.filter(round__section=section))
    found = []
    for round_ in rounds:
        round_.section = section
        found.append(RoundCount(round_, *games.get(round_.pk, (0, 0))))
    return found


def _count_games(pairings: QuerySet[Pairing]) -> dict[int, tuple[int, int]]:
    """All of them and those without a result, by round. One query."""
    counted = pairings.order_by().values("round")
    return {
        row["round"]: (row["games"], row["missing"])
        for row in counted.annotate(
            games=Count("pk"), missing=Count("pk", filter=Q(result=PairingResult.NONE))
        )
    }


def current_round(section: Section) -> Round | None:
    """The latest that is published; of the schedule of a round robin the first that is not closed. One query."""
    found = Round.objects.filter(section=section, state__in=PUBLIC_STATES).order_by(current_first()).first()
    if found is not None:
        found.section = section
    return found


def current_rounds(events: Collection[int]) -> list[RoundCount]:
    """The current round of each section of these events, in the order of the sections. Two queries."""
    newest = (
        Round.objects.filter(section=OuterRef("section"), state__in=PUBLIC_STATES)
        .order_by(current_first())
        .values("pk")[:1]
    )
    rounds = Round.objects.filter(section__event__in=events, pk=Subquery(newest))
    found = list(rounds.select_related("section__event"))
    games = _count_games(Pairing.objects.filter(round__in=found))
    found.sort(key=lambda round_: (round_.section.position, round_.section_id))
    return [RoundCount(round_, *games.get(round_.pk, (0, 0))) for round_ in found]


def load_round_list(round_: Round, *, by_name: bool = False) -> RoundList:
    """Two queries, and four for the points before the round."""
    points = points_before(round_)
    pairings = list(
        Pairing.objects.filter(round=round_)
        .select_related("first__person", "second__person")
        .only(*LIST_FIELDS)
        .order_by("third_place", "board", "leg")
    )
    games = {(pairing.third_place, pairing.board) for pairing in pairings}
    of_matches = len(games) < len(pairings)
    boards = []
    for pairing in pairings:
        pairing.round = round_
        boards.append(
            BoardRow(pairing, points.get(pairing.first_id, ""), points.get(pairing.second_id, ""), of_matches)
        )
    byes = list(
        Bye.objects.filter(round=round_).select_related("entry__person").order_by("entry__starting_rank")
    )
    byes.sort(key=lambda bye: bye.kind != ByeKind.PAIRING)
    missing = sum(pairing.result == PairingResult.NONE for pairing in pairings)
    names = _player_rows(pairings, byes) if by_name else []
    return RoundList(round_, boards, byes, missing, names)


def points_before(round_: Round) -> Mapping[int, str]:
    """By the ids of entries. Four queries."""
    players = ranked_players(round_.section)
    tournament = load_tournament(round_.section, players, before=round_.number)
    text = point_system(round_.section).text
    return {player.entry: text(tournament.points(player.rank)) for player in players}


def load_player_row(entry: Entry, round_: Round) -> PlayerRow:
    """One player in a round. Two queries."""
    pairing = (
        Pairing.objects.filter(Q(first=entry) | Q(second=entry), round=round_)
        .select_related("first__person", "second__person")
        .order_by("-leg")
    )
    # Of a match the game that is still to be played, or the last one.
    games = list(pairing)
    open_games = [game for game in reversed(games) if game.result == PairingResult.NONE]
    if games:
        return PlayerRow(entry, (open_games or games)[0])
    return PlayerRow(entry, None, Bye.objects.filter(round=round_, entry=entry).first())


def _player_rows(pairings: list[Pairing], byes: list[Bye]) -> list[PlayerRow]:
    lines = [PlayerRow(entry, pairing) for pairing in pairings for entry in (pairing.first, pairing.second)]
    lines += [PlayerRow(bye.entry, None, bye) for bye in byes]
    return sorted(
        lines,
        key=lambda line: (
            line.entry.person.sort_key,
            line.entry.pk,
            line.pairing.leg if line.pairing else 0,
        ),
    )


@dataclass(frozen=True)
class CurrentBoard:
    """Where somebody sits now: in the current round of the section, if there is one."""

    section: Section
    entry: Entry
    round: Round | None
    line: PlayerRow | None
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


def current_boards(account: User, event: Event) -> list[CurrentBoard]:
    """One for each section that the account's person plays in: four queries a section, one to find them."""
    entries = _listed_entries(event).filter(person__account=account)
    return [current_board(event, entry) for entry in entries.order_by("section__position", "pk")]


def boards_of_account(account: User) -> list[CurrentBoard]:
    """In the published rounds of all running events: four queries for each, one to find them."""
    entries = Entry.objects.filter(
        person__account=account, state=EntryState.CONFIRMED, section__event__state=EventState.RUNNING
    ).select_related("person", "section__event")
    latest = entries.order_by("-section__event__starts_on", "section__position", "pk")[:MAX_OWN_BOARDS]
    boards = [current_board(entry.section.event, entry) for entry in latest]
    return [board for board in boards if board.line is not None]


def current_board(event: Event, entry: Entry) -> CurrentBoard:
    section = entry.section
    section.event = event
    round_ = current_round(section)
    if round_ is None:
        return CurrentBoard(section, entry, None, None)
    line = load_player_row(entry, round_)
    return CurrentBoard(section, entry, round_, line, read_clock(event, round_), event.has_finished)


def find_entry(event: Event, pk: int) -> Entry | None:
    return _listed_entries(event).filter(pk=pk).first()


def search_entries(event: Event, text: str) -> tuple[list[Entry], bool]:
    """Those whose name has every word of the text, in order of names, and whether there are more. One query."""
    found = filter_by_name(_listed_entries(event), text)
    entries = list(found.order_by("person__sort_key", "pk")[: MAX_NAMES + 1])
    return entries[:MAX_NAMES], len(entries) > MAX_NAMES


def _listed_entries(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(
        section__event=event, state__in=(EntryState.CONFIRMED, EntryState.WITHDRAWN)
    ).select_related("person", "section")


def round_exists(round_: Round) -> bool:
    """Whether nobody has deleted it since it was loaded."""
    return Round.objects.filter(pk=round_.pk).exists()


def count_games(round_: Round) -> int:
    return Pairing.objects.filter(round=round_).count()


def failed_order(round_: Round) -> PairingOrder | None:
    last = round_.orders.order_by("pk").last()
    return last if last is not None and last.state == WorkState.FAILED else None
