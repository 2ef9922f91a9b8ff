"""Reading results: what they mean, boards with what their players have reported, and what needs a decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, QuerySet

from audit.changes import Value
from audit.models import AuditEntry
from audit.selectors import history_of
from core.db.prepared_queries import PreparedQuery
from core.game_types import can_be_drawn, describe
from engine import registry
from games.models import Game, GameText, Visibility
from tournaments.event_records import record_visibility, waiting_records
from tournaments.models import (
    OPEN_RESULTS,
    Entry,
    Event,
    ImportedDecision,
    Pairing,
    PairingResult,
    PairingSystem,
    ResultReport,
    Round,
    RoundState,
    TextRecord,
)
from tournaments.tournament_data import PUBLIC_STATES

REPORTABLE_RESULTS: Final = (
    PairingResult.FIRST_WINS.value,
    PairingResult.DRAW.value,
    PairingResult.SECOND_WINS.value,
)
"""What a player may say of the own game; all else is the arbiter's."""

FORFEITS: Final = (
    PairingResult.FIRST_WINS_BY_FORFEIT.value,
    PairingResult.SECOND_WINS_BY_FORFEIT.value,
    PairingResult.DOUBLE_FORFEIT.value,
)

MAX_CHANGES: Final = 50
MAX_DIFFERENCES: Final = 20
MAX_LATEST_TEXTS: Final = 6
MAX_TEXTS_READ: Final = 60

WITH_PLAYERS: Final = ("round__section", "first__person", "second__person")
"""For those who read many boards at once."""

_PAIRING: Final = PreparedQuery(
    lambda pk: Pairing.objects.select_related("round__section").filter(pk=pk), pk=int
)

_GAMES_OF_BOARD: Final = PreparedQuery(
    lambda section, number, board: (
        Pairing.objects.filter(
            round__section=section, round__number=number, round__state__in=PUBLIC_STATES, board=board
        )
        .select_related("round")
        .order_by("third_place", "leg")
    ),
    section=int,
    number=int,
    board=int,
)

_PLAYERS: Final = PreparedQuery(
    lambda first, second: Entry.objects.select_related("person").filter(pk__in=[first, second]),
    first=int,
    second=int,
)

# What is typed for a result: one key each, the same in every language. The first three have buttons.
RESULT_KEYS: Final = {
    "1": PairingResult.FIRST_WINS,
    "=": PairingResult.DRAW,
    "0": PairingResult.SECOND_WINS,
    "+": PairingResult.FIRST_WINS_BY_FORFEIT,
    "-": PairingResult.SECOND_WINS_BY_FORFEIT,
    "x": PairingResult.DOUBLE_FORFEIT,
    "n": PairingResult.BOTH_LOSE,
    "a": PairingResult.ADJOURNED,
    "c": PairingResult.NONE,
}

REPORTS_QUERY: Final = PreparedQuery(
    lambda pairing: ResultReport.objects.filter(pairing=pairing).order_by("pk"), pairing=int
)


def is_open(pairing: Pairing) -> bool:
    return pairing.result in OPEN_RESULTS


def result_label(result: str) -> str:
    return str(PairingResult(result).label)


def possible_results(event: Event) -> list[PairingResult]:
    """Not every game can be drawn."""
    return [each for each in PairingResult if each != PairingResult.DRAW or can_be_drawn(event.game)]


def texts_of_board(pairing: Pairing) -> list[TextRecord]:
    """With who sent them, the first one first."""
    return list(TextRecord.objects.filter(pairing=pairing).select_related("sent_by").order_by("pk"))


def latest_public_texts(event: Event) -> list[TextRecord]:
    """As far as the event shows its records to everybody, the newest first. One query."""
    found = TextRecord.objects.filter(pairing__round__section__event=event)
    related = ("pairing__round__section", "pairing__first__person", "pairing__second__person")
    newest = found.select_related(*related).order_by("-pk")[:MAX_TEXTS_READ]
    shown = (
        text
        for text in newest
        if text.pairing.round.is_public and record_visibility(event, text.pairing.round) == Visibility.PUBLIC
    )
    return list(islice(shown, MAX_LATEST_TEXTS))


def board_label(pairing: Pairing) -> str:
    """How a board is called: 7; 7.2 for the second game of a match; t1 for the match for the third place."""
    name = f"t{pairing.board}" if pairing.third_place else str(pairing.board)
    return f"{name}.{pairing.leg}" if pairing.leg > 1 else name


def record_tags(pairing: Pairing) -> dict[str, str]:
    """What a record of this game says at its head, as far as it is known."""
    event = pairing.round.section.event
    rules = registry.rules(event.game)
    first, second = rules.player_tags
    played = pairing.round.published_at
    day = played.astimezone(ZoneInfo(event.time_zone)).date() if played else event.starts_on
    tags = {
        "Game": rules.tag,
        "Event": event.name,
        "Site": event.place,
        "Date": f"{day:%Y.%m.%d}",
        "Round": str(pairing.round.number),
        "Board": board_label(pairing),
        first: pairing.first.person.name,
        second: pairing.second.person.name,
    }
    return tags | describe(event.game).tags_of(event.option_values)


def is_relied_on(round_: Round) -> bool:
    """Whether anything was done on the grounds of the round's results: it was closed, or a later one was paired."""
    if round_.state == RoundState.CLOSED:
        return True
    if round_.section.system == PairingSystem.ROUND_ROBIN:
        return False  # its table says who meets, whatever the results are
    later = Round.objects.filter(section_id=round_.section_id, number__gt=round_.number)
    return later.exclude(state=RoundState.ORDERED).exists()


def is_correction(pairing: Pairing) -> bool:
    """A result that others rely on is changed; the late result of an adjourned game is none."""
    return not is_open(pairing) and is_relied_on(pairing.round)


def log_place(pairing: Pairing) -> dict[str, Value]:
    """Where it is, for the event's log. People stand there by their ids: names are looked up when it is read."""
    where: dict[str, Value] = {
        "section": pairing.round.section.name,
        "round": pairing.round.number,
        "board": pairing.board,
        "first": pairing.first.person_id,
        "second": pairing.second.person_id,
    }
    return where | ({"leg": pairing.leg} if pairing.leg > 1 else {})


def result_history(event: Event, pairing: Pairing) -> QuerySet[AuditEntry]:
    """Lines of the event's log that are about this game's result, the newest first."""
    return _log_lines(event, pairing).filter(after__has_key="result")


def load_changes(event: Event, pairing: Pairing) -> list[AuditEntry]:
    """What happened to this game and its result, the newest first. One query."""
    return list(_log_lines(event, pairing)[:MAX_CHANGES])


def _log_lines(event: Event, pairing: Pairing) -> QuerySet[AuditEntry]:
    return history_of(event).filter(**{f"after__{key}": value for key, value in log_place(pairing).items()})


def reload_pairing(pairing: Pairing | int) -> Pairing:
    """As it is now, with all that a decision about it needs. The caller has locked the event."""
    pk = pairing if isinstance(pairing, int) else pairing.pk
    now = _PAIRING.first(pk=pk)
    if now is None:
        raise Pairing.DoesNotExist(f"There is no pairing {pk}.")
    _load_players([now])
    return now


def published_games_of_board(section: int, number: int, board: int) -> list[Pairing]:
    """Those of a board with this number in a published round: its games, and that of a match for the third place."""
    games = _GAMES_OF_BOARD.all(section=section, number=number, board=board)
    _load_players(games)
    return games


def _load_players(games: Sequence[Pairing]) -> None:
    """One query for each two players; in nearly every case there are only two."""
    entries: dict[int, Entry] = {}
    for game in games:
        if game.first_id not in entries or game.second_id not in entries:
            found = _PLAYERS.all(first=game.first_id, second=game.second_id)
            entries |= {entry.pk: entry for entry in found}
        game.first, game.second = entries[game.first_id], entries[game.second_id]


@dataclass(frozen=True)
class ReportedBoard:
    """A board with what both players have said."""

    pairing: Pairing
    first_said: str
    second_said: str
    is_relied_on: bool

    @property
    def label(self) -> str:
        return board_label(self.pairing)

    @property
    def is_open(self) -> bool:
        return is_open(self.pairing)

    @property
    def is_conflict(self) -> bool:
        """Both have spoken, differently, and nobody has decided yet."""
        return bool(
            self.is_open and self.first_said and self.second_said and self.first_said != self.second_said
        )

    @property
    def is_flagged(self) -> bool:
        """A record ends otherwise than the board or than another record."""
        return self.pairing.record_contradicts or self.pairing.copies_differ

    @property
    def is_reported(self) -> bool:
        return self.is_open and not self.is_conflict and bool(self.first_said or self.second_said)

    @property
    def reported(self) -> str:
        return str(PairingResult(self.first_said or self.second_said).label)

    @property
    def first_said_label(self) -> str:
        return str(PairingResult(self.first_said).label)

    @property
    def second_said_label(self) -> str:
        return str(PairingResult(self.second_said).label)

    @property
    def reporter(self) -> Entry:
        return self.pairing.first if self.first_said else self.pairing.second

    @property
    def needs_reason(self) -> bool:
        return self.is_relied_on and not self.is_open


def boards_of_round(round_: Round) -> list[ReportedBoard]:
    """Three queries, however many boards."""
    pairings = Pairing.objects.filter(round=round_).order_by("third_place", "board", "leg")
    relied_on = is_relied_on(round_)
    found = []
    for pairing in _with_players(pairings):
        pairing.round = round_
        found.append(_reported_board(pairing, pairing.reports.all(), relied_on=relied_on))
    return found


def load_board(pairing: Pairing) -> ReportedBoard:
    return _reported_board(pairing, pairing.reports.all(), relied_on=is_relied_on(pairing.round))


def load_own_board(pairing: Pairing) -> ReportedBoard:
    """For the players, who correct nothing: what others have built on the result is not looked up. One query."""
    return _reported_board(pairing, REPORTS_QUERY.all(pairing=pairing.pk), relied_on=False)


def boards_needing_decision(event: Event) -> list[ReportedBoard]:
    """Of the whole event: players who disagree, records that contradict the result or one another. Two queries."""
    spoken = Q(result__in=OPEN_RESULTS, pk__in=ResultReport.objects.values("pairing"))
    flagged = Q(record_contradicts=True) | Q(copies_differ=True)
    pairings = Pairing.objects.filter(spoken | flagged, round__section__event=event)
    pairings = pairings.select_related("round__section").order_by("pk")
    lines = [
        _reported_board(pairing, pairing.reports.all(), relied_on=False)
        for pairing in _with_players(pairings)
    ]
    return [line for line in lines if line.is_conflict or line.is_flagged]


class PlyDifference(NamedTuple):
    """What two records say of one ply; empty where a record has ended."""

    number: int
    first: str
    other: str


class CopyDifferences(NamedTuple):
    """Where another record of a board differs from the one that counts, or from the one that was sent first."""

    first: Game
    other: Game
    plies: list[PlyDifference]
    left_out: int


def record_differences(pairing: Pairing, *, by_players_only: bool) -> list[CopyDifferences]:
    """Ply by ply, of all records that were sent for this board. Set-ups are compared nowhere: plies name no pieces.

    `by_players_only`: for a player, who knows the game but not what strangers keep to themselves. Three queries.
    """
    copies = waiting_records(pairing)
    if by_players_only:
        players = {entry.person.account_id for entry in (pairing.first, pairing.second) if entry} - {None}
        copies = [copy for copy in copies if copy.submitted_by_id in players]
    games = [*([pairing.game] if pairing.game else []), *copies]
    if len(games) < 2:
        return []
    texts = GameText.objects.filter(game__in=games).values_list("game", "plies")
    plies = {game: text.split() for game, text in texts}
    first, *others = games
    return [_compare_plies(first, other, plies) for other in others]


def _compare_plies(first: Game, other: Game, plies: dict[int, list[str]]) -> CopyDifferences:
    pairs = zip_longest(plies.get(first.pk, []), plies.get(other.pk, []), fillvalue="")
    differing = [PlyDifference(number, *pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]]
    shown = differing[:MAX_DIFFERENCES]
    return CopyDifferences(first, other, shown, len(differing) - len(shown))


def told_decisions(pairing: Pairing) -> list[ImportedDecision]:
    """What arbiters of another site had said of the game, before the event came here. One query."""
    return list(ImportedDecision.objects.filter(pairing=pairing).order_by("pk"))


def _with_players(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    return pairings.select_related("first__person", "second__person", "game").prefetch_related(
        Prefetch("reports", queryset=ResultReport.objects.order_by("pk"))
    )


def _reported_board(pairing: Pairing, reports: Iterable[ResultReport], *, relied_on: bool) -> ReportedBoard:
    said = {report.entry_id: report.result for report in reports}
    return ReportedBoard(pairing, said.get(pairing.first_id, ""), said.get(pairing.second_id, ""), relied_on)
