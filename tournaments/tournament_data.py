"""A section's rows as the plain data that pairing, standings and report files work with.

`load_section_data` gives pairings as rows, to be shown and changed; `load_tournament` only what a table counts, for
reading thousands of rows would take longer than the counting.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.models import (
    Bye,
    ByeKind,
    Entry,
    Pairing,
    PairingResult,
    PairingSystem,
    Round,
    RoundState,
    Section,
)
from tournaments.pairing import (
    Board,
    BoardResult,
    Colour,
    Game,
    Knockout,
    MatchKey,
    Outcome,
    Player,
    PointSystem,
    TieRule,
    Tournament,
    baku,
    match_result,
)
from tournaments.pairing import Round as PlainRound

GAME_RESULTS: Final[Mapping[str, BoardResult]] = {
    PairingResult.NONE: BoardResult.PENDING,
    PairingResult.ADJOURNED: BoardResult.PENDING,
    PairingResult.FIRST_WINS: BoardResult.WHITE_WINS,
    PairingResult.DRAW: BoardResult.DRAW,
    PairingResult.SECOND_WINS: BoardResult.BLACK_WINS,
    PairingResult.BOTH_LOSE: BoardResult.BOTH_LOSE,
    PairingResult.FIRST_WINS_BY_FORFEIT: BoardResult.WHITE_WINS_BY_FORFEIT,
    PairingResult.SECOND_WINS_BY_FORFEIT: BoardResult.BLACK_WINS_BY_FORFEIT,
    PairingResult.DOUBLE_FORFEIT: BoardResult.DOUBLE_FORFEIT,
}

BYE_OUTCOMES: Final[Mapping[str, Outcome]] = {
    ByeKind.PAIRING: Outcome.PAIRING_BYE,
    ByeKind.FULL_POINT: Outcome.FULL_POINT_BYE,
    ByeKind.HALF_POINT: Outcome.HALF_POINT_BYE,
    ByeKind.ZERO_POINT: Outcome.ZERO_POINT_BYE,
}

PUBLIC_STATES = (RoundState.PUBLISHED, RoundState.CLOSED)

# What tables and their files show of a player.
SHOWN_COLUMNS = (
    *("section", "state", "starting_rank", "rating", "rating_is_provisional", "club_name", "categories"),
    *("person__name", "person__sort_name", "person__sort_key", "person__country", "person__listed"),
)

# Of a PointSystem, in the order of the form.
POINT_LABELS: Final = {
    "win": _("Win"),
    "draw": _("Draw"),
    "loss": _("Loss"),
    "forfeit_win": _("Win by forfeit"),
    "forfeit_loss": _("Loss by forfeit"),
    "pairing_bye": _("Bye of the odd one out"),
    "full_point_bye": _("Full-point bye"),
    "half_point_bye": _("Half-point bye"),
    "zero_point_bye": _("Zero-point bye"),
    "absent": _("Absent"),
}


@dataclass(frozen=True)
class SectionData:
    """The rows of a section that has its starting ranks, and what pairing makes of them.

    `rounds` are those asked for, in order; `pairings` and `byes` those of these rounds, by the round's number.
    """

    section: Section
    entries: Mapping[int, Entry]
    """By starting rank, which is the number of the plain player."""
    rounds: Sequence[Round]
    pairings: Mapping[int, Sequence[Pairing]]
    byes: Mapping[int, Sequence[Bye]]
    tournament: Tournament

    @property
    def number_of(self) -> Mapping[int, int]:
        """Starting ranks by the ids of entries."""
        return {entry.pk: rank for rank, entry in self.entries.items()}


def load_section_data(section: Section, *, before: int | None = None, drafts: bool = False) -> SectionData:
    """Four queries, however large the section.

    Only published rounds, unless `drafts`; with `before`, only those before that number.
    """
    rows = Entry.objects.filter(section=section, starting_rank__isnull=False).select_related("person")
    entries = {entry.starting_rank or 0: entry for entry in rows.order_by("starting_rank")}
    by_pk = {entry.pk: entry for entry in entries.values()}
    rounds = [
        each
        for each in Round.objects.filter(section=section).order_by("number")
        if (before is None or each.number < before)
        and (each.is_public or (drafts and each.state == RoundState.PAIRED))
    ]
    by_round = {each.pk: each for each in rounds}
    pairings = defaultdict[int, list[Pairing]](list)
    for pairing in Pairing.objects.filter(round__in=by_round).order_by("third_place", "board", "leg"):
        pairing.round = by_round[pairing.round_id]
        pairing.first, pairing.second = by_pk[pairing.first_id], by_pk[pairing.second_id]
        pairings[pairing.round.number].append(pairing)
    byes = defaultdict[int, list[Bye]](list)
    for bye in Bye.objects.filter(round__in=by_round).order_by("pk"):
        bye.round, bye.entry = by_round[bye.round_id], by_pk[bye.entry_id]
        byes[bye.round.number].append(bye)
    tournament = build_tournament(section, entries, rounds, pairings, byes)
    return SectionData(section, entries, rounds, dict(pairings), dict(byes), tournament)


def build_tournament(
    section: Section,
    entries: Mapping[int, Entry],
    rounds: Sequence[Round],
    pairings: Mapping[int, Sequence[Pairing]],
    byes: Mapping[int, Sequence[Bye]],
) -> Tournament:
    points = point_system(section)
    return Tournament(
        players=tuple(_build_player(number, entry) for number, entry in entries.items()),
        rounds=tuple(
            build_round(points, pairings.get(each.number, ()), byes.get(each.number, ())) for each in rounds
        ),
        planned_rounds=number_of_rounds(section, len(entries)),
        point_system=points,
        initial_colour=Colour(section.first_colour) if section.first_colour else None,
        accelerations=baku(len(entries), section.planned_rounds, points) if _is_accelerated(section) else (),
        name=section.event.name,
    )


def build_round(points: PointSystem, pairings: Iterable[Pairing], byes: Iterable[Bye]) -> PlainRound:
    matches = defaultdict[tuple[bool, int], list[Game]](list)
    for pairing in pairings:
        matches[pairing.third_place, pairing.board].append(build_game(pairing))
    games = [_match_as_game(points, legs) for legs in matches.values()]
    return PlainRound.of(games, {_starting_rank(bye.entry): BYE_OUTCOMES[bye.kind] for bye in byes})


def build_game(pairing: Pairing) -> Game:
    return Game(_starting_rank(pairing.first), _starting_rank(pairing.second), GAME_RESULTS[pairing.result])


def knockout_plan(data: SectionData) -> tuple[Knockout, dict[MatchKey, list[Game]]]:
    """The tree's plan and the games that have a result, to ask `tournaments.pairing.knockout.tree` about."""
    section = data.section
    plan = Knockout(
        seeds=tuple(data.entries),
        games=section.games_per_match,
        third_place=section.third_place,
        tie_rules=tuple(TieRule[name] for name in section.tie_rules.split(",")),
        lots_seed=section.lots_seed,
        points=point_system(section),
    )
    played = defaultdict[MatchKey, list[Game]](list)
    for number, pairings in data.pairings.items():
        for pairing in pairings:
            game = build_game(pairing)
            if game.result is not BoardResult.PENDING:
                played[MatchKey(number, pairing.board, pairing.third_place)].append(game)
    return plan, dict(played)


def point_system(section: Section) -> PointSystem:
    return PointSystem(
        win=section.win_points,
        draw=section.draw_points,
        loss=section.loss_points,
        forfeit_win=section.forfeit_win_points,
        forfeit_loss=section.forfeit_loss_points,
        pairing_bye=section.pairing_bye_points,
        full_point_bye=section.full_point_bye_points,
        half_point_bye=section.half_point_bye_points,
        zero_point_bye=section.zero_point_bye_points,
        absent=section.absent_points,
        unit=section.point_unit,
    )


def number_of_rounds(section: Section, players: int) -> int:
    """As many as were planned, or as the system needs for its players."""
    if section.system == PairingSystem.ROUND_ROBIN:
        return max(1, players - 1 + players % 2) * section.cycles
    if section.system == PairingSystem.KNOCKOUT:
        return max(1, (players - 1).bit_length())
    return section.planned_rounds


def _build_player(number: int, entry: Entry) -> Player:
    return Player(number, name=str(entry.person), rating=entry.rating, club=entry.club_name)


def _starting_rank(entry: Entry) -> int:
    if entry.starting_rank is None:
        raise ValueError(f"{entry} is paired without a starting rank")
    return entry.starting_rank


def _is_accelerated(section: Section) -> bool:
    return section.accelerated and section.system == PairingSystem.SWISS


class RankedPlayer(NamedTuple):
    """A player as the counting knows one: the id of the entry, the starting rank and the rating."""

    entry: int
    rank: int
    rating: int


def ranked_entries(section: Section) -> dict[int, Entry]:
    """By starting rank, with their people. One query."""
    ranked = Entry.objects.filter(section=section, starting_rank__isnull=False)
    rows = ranked.select_related("person").only(*SHOWN_COLUMNS).order_by("starting_rank")
    return {entry.starting_rank or 0: entry for entry in rows}


def ranked_players(section: Section) -> list[RankedPlayer]:
    """The same without anything to show. One query."""
    ranked = Entry.objects.filter(section=section, starting_rank__isnull=False).order_by("starting_rank")
    return [
        RankedPlayer(entry, rank or 0, rating)
        for entry, rank, rating in ranked.values_list("pk", "starting_rank", "rating")
    ]


def load_tournament(
    section: Section, players: Collection[RankedPlayer], *, before: int | None = None
) -> Tournament:
    """The published rounds, or those before a number, and players without names. Three queries."""
    rounds = Round.objects.filter(section=section, state__in=PUBLIC_STATES).order_by("number")
    numbers = [
        number for number in rounds.values_list("number", flat=True) if before is None or number < before
    ]
    rank_of = {player.entry: player.rank for player in players}
    points = point_system(section)
    matches: dict[int, dict[tuple[bool, int], list[Game]]] = {
        number: defaultdict[tuple[bool, int], list[Game]](list) for number in numbers
    }
    public = {"round__section": section, "round__state__in": PUBLIC_STATES}
    pairings = Pairing.objects.filter(**public).order_by("third_place", "board", "leg")
    for number, third_place, board, first, second, result in pairings.values_list(
        "round__number", "third_place", "board", "first", "second", "result"
    ):
        if number in matches:
            game = Game(rank_of[first], rank_of[second], GAME_RESULTS[result])
            matches[number][third_place, board].append(game)
    byes: dict[int, dict[int, Outcome]] = {number: {} for number in numbers}
    for number, entry, kind in Bye.objects.filter(**public).values_list("round__number", "entry", "kind"):
        if number in byes:
            byes[number][rank_of[entry]] = BYE_OUTCOMES[kind]
    played = tuple(
        PlainRound.of([_match_as_game(points, legs) for legs in matches[number].values()], byes[number])
        for number in numbers
    )
    numbered = tuple(Player(player.rank, rating=player.rating) for player in players)
    return Tournament(players=numbered, rounds=played, point_system=points)


def _match_as_game(points: PointSystem, legs: Sequence[Game]) -> Game:
    """A match of several games counts as one, with the colours of its first game."""
    if len(legs) == 1:
        return legs[0]
    board = Board(legs[0].white, legs[0].black)
    return Game(board.white, board.black, match_result(board, legs, points))


def point_fields(points: PointSystem) -> dict[str, int]:
    """The values of a section's fields."""
    return {"point_unit": points.unit} | {
        f"{outcome}_points": getattr(points, outcome) for outcome in POINT_LABELS
    }
