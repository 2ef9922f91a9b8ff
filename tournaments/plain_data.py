"""A section's rows as the plain data that pairing, standings and report files speak of."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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
    Colour,
    Game,
    GameResult,
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

RESULTS: Final[Mapping[str, GameResult]] = {
    PairingResult.NONE: GameResult.PENDING,
    PairingResult.ADJOURNED: GameResult.PENDING,
    PairingResult.FIRST_WINS: GameResult.WHITE_WINS,
    PairingResult.DRAW: GameResult.DRAW,
    PairingResult.SECOND_WINS: GameResult.BLACK_WINS,
    PairingResult.BOTH_LOSE: GameResult.BOTH_LOSE,
    PairingResult.FIRST_WINS_BY_FORFEIT: GameResult.WHITE_WINS_BY_FORFEIT,
    PairingResult.SECOND_WINS_BY_FORFEIT: GameResult.BLACK_WINS_BY_FORFEIT,
    PairingResult.DOUBLE_FORFEIT: GameResult.DOUBLE_FORFEIT,
}
BYES: Final[Mapping[str, Outcome]] = {
    ByeKind.PAIRING: Outcome.PAIRING_BYE,
    ByeKind.FULL_POINT: Outcome.FULL_POINT_BYE,
    ByeKind.HALF_POINT: Outcome.HALF_POINT_BYE,
    ByeKind.ZERO_POINT: Outcome.ZERO_POINT_BYE,
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


def section_data(section: Section, *, before: int | None = None, drafts: bool = False) -> SectionData:
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
    tournament = plain_tournament(section, entries, rounds, pairings, byes)
    return SectionData(section, entries, rounds, dict(pairings), dict(byes), tournament)


def plain_tournament(
    section: Section,
    entries: Mapping[int, Entry],
    rounds: Sequence[Round],
    pairings: Mapping[int, Sequence[Pairing]],
    byes: Mapping[int, Sequence[Bye]],
) -> Tournament:
    points = point_system(section)
    return Tournament(
        players=tuple(_player(number, entry) for number, entry in entries.items()),
        rounds=tuple(
            plain_round(points, pairings.get(each.number, ()), byes.get(each.number, ())) for each in rounds
        ),
        planned_rounds=number_of_rounds(section, len(entries)),
        point_system=points,
        initial_colour=Colour(section.first_colour) if section.first_colour else None,
        accelerations=baku(len(entries), section.planned_rounds, points) if _is_accelerated(section) else (),
        name=section.event.name,
    )


def plain_round(points: PointSystem, pairings: Iterable[Pairing], byes: Iterable[Bye]) -> PlainRound:
    """A match of several games counts as one, with the colours of its first game."""
    matches = defaultdict[tuple[bool, int], list[Pairing]](list)
    for pairing in pairings:
        matches[pairing.third_place, pairing.board].append(pairing)
    games = [_one_game(points, legs) for legs in matches.values()]
    return PlainRound.of(games, {_rank(bye.entry): BYES[bye.kind] for bye in byes})


def plain_game(pairing: Pairing) -> Game:
    return Game(_rank(pairing.first), _rank(pairing.second), RESULTS[pairing.result])


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
            game = plain_game(pairing)
            if game.result is not GameResult.PENDING:
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


def _one_game(points: PointSystem, legs: Sequence[Pairing]) -> Game:
    if len(legs) == 1:
        return plain_game(legs[0])
    games = [plain_game(leg) for leg in legs]
    board = Board(games[0].white, games[0].black)
    return Game(board.white, board.black, match_result(board, games, points))


def _player(number: int, entry: Entry) -> Player:
    return Player(number, name=str(entry.person), rating=entry.rating, club=entry.club_name)


def _rank(entry: Entry) -> int:
    if entry.starting_rank is None:
        raise ValueError(f"{entry} is paired without a starting rank")
    return entry.starting_rank


def _is_accelerated(section: Section) -> bool:
    return section.accelerated and section.system == PairingSystem.SWISS
