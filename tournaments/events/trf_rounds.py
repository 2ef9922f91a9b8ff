"""The rounds of a report file as boards and byes. Pure code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import ByeKind, PairingResult
from tournaments.pairing import Colour, GameResult, Outcome, Tournament
from tournaments.pairing import Round as PlainRound
from tournaments.plain_data import BYES, RESULTS

RESULT_OF: Final[Mapping[GameResult, PairingResult]] = {
    game: PairingResult(stored) for stored, game in RESULTS.items() if stored != PairingResult.ADJOURNED
}
BYE_OF: Final[Mapping[Outcome, ByeKind]] = {outcome: ByeKind(stored) for stored, outcome in BYES.items()}


@dataclass(frozen=True)
class PlannedBoard:
    first: int
    second: int
    result: PairingResult


@dataclass(frozen=True)
class PlannedRound:
    """Boards in the order of a hall: the highest scores first."""

    number: int
    boards: Sequence[PlannedBoard]
    byes: Mapping[int, ByeKind]

    @property
    def is_complete(self) -> bool:
        return all(board.result for board in self.boards)


def planned_rounds(tournament: Tournament) -> tuple[list[PlannedRound], list[str]]:
    """The rounds, and sentences about games that cannot be kept as they are."""
    rounds, problems = [], []
    points = tournament.point_system
    scores = {player.number: 0 for player in tournament.players}
    for number, played in enumerate(tournament.rounds, start=1):
        boards = []
        for first, second in _pairs(played):
            outcomes = (played.entry(first).outcome, played.entry(second).outcome)
            result = _result(*outcomes)
            if result is None:
                problems.append(
                    _(
                        "Round %(round)d, players %(one)d and %(other)d: one has a half and the other nothing. "
                        "Such a decision cannot be imported."
                    )
                    % {"round": number, "one": first, "other": second}
                )
            else:
                boards.append(PlannedBoard(first, second, result))
        boards.sort(
            key=lambda board: (
                -max(scores[board.first], scores[board.second]),
                min(board.first, board.second),
            )
        )
        byes = {
            player: BYE_OF[entry.outcome] for player, entry in played.entries.items() if entry.outcome.bye
        }
        rounds.append(PlannedRound(number, boards, byes))
        for player in scores:
            scores[player] += points.points(played.entry(player).outcome)
    return rounds, problems


def _pairs(played: PlainRound) -> list[tuple[int, int]]:
    """Each game once, who moves first in front; where the file names no colours, the lower number."""
    pairs = []
    for number, entry in sorted(played.entries.items()):
        if entry.opponent is None or entry.opponent < number:
            continue
        theirs = played.entry(entry.opponent).colour
        moves_second = entry.colour is Colour.BLACK or (entry.colour is None and theirs is Colour.WHITE)
        pairs.append((entry.opponent, number) if moves_second else (number, entry.opponent))
    return pairs


def _result(first: Outcome, second: Outcome) -> PairingResult | None:
    try:
        return RESULT_OF[GameResult((first, second))]
    except ValueError:
        return None
