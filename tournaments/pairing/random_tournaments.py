"""Tournaments played by dice: the same for the same seed, to try pairing programs with.

Results follow the ratings (table 8.1.2 of FIDE's rating regulations); rounds are paired by `pair_round`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from players.ratings.fide_rules import expected_percent
from tournaments.pairing.acceleration import baku
from tournaments.pairing.relaxation import ImpossibleRound
from tournaments.pairing.rounds import Board, Wishes
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import BoardResult, Outcome, Player, Tournament

_FORFEITS = (
    BoardResult.WHITE_WINS_BY_FORFEIT,
    BoardResult.BLACK_WINS_BY_FORFEIT,
    BoardResult.DOUBLE_FORFEIT,
)
_BYES = (Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE)
# White expects so many rating points more than the difference says.
_FIRST_MOVE = 35


@dataclass(frozen=True)
class Chances:
    """What may happen in a tournament, and how often: shares from 0 to 1."""

    players: tuple[int, int] = (16, 64)
    rounds: tuple[int, int] = (5, 9)
    ratings: tuple[int, int] = (1400, 2600)
    draws: float = 0.3
    """Of the games between equals; the weaker one of two loses more of them."""
    forfeits: float = 0.02
    byes: float = 0.03
    """Of a player's rounds: asked for beforehand, with half a point or none."""
    withdrawals: float = 0.005
    accelerated: float = 0.0
    """Of the tournaments."""

    def __post_init__(self) -> None:
        for name in ("players", "rounds", "ratings"):
            least, most = getattr(self, name)
            if not 1 <= least <= most:
                raise ValueError(f"{name} go from a smaller number to a larger one, and begin at 1")
        for name in ("draws", "forfeits", "byes", "withdrawals", "accelerated"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is a share from 0 to 1")


def random_tournament(seed: int, chances: Chances | None = None) -> Tournament:
    """A finished tournament; it ends early where nobody is left to meet."""
    *_, last = random_rounds(seed, chances)
    return last


def random_rounds(seed: int, chances: Chances | None = None) -> Iterator[Tournament]:
    """The tournament before its first round, and after each."""
    given = chances or Chances()
    dice = Random(seed)  # noqa: S311  (recorded, not secret)
    count, rounds = dice.randint(*given.players), dice.randint(*given.rounds)
    ratings = sorted((dice.randint(*given.ratings) for _ in range(count)), reverse=True)
    tournament = Tournament(
        players=tuple(
            Player(number, name=f"Player {number:04d}", rating=rating)
            for number, rating in enumerate(ratings, start=1)
        ),
        planned_rounds=rounds,
        accelerations=baku(count, rounds) if dice.random() < given.accelerated else (),
        name=f"Random tournament {seed}",
    )
    yield tournament
    gone: set[int] = set()
    for _ in range(rounds):
        absent = {}
        for number in tournament.numbers:
            if number in gone or dice.random() < given.withdrawals:
                gone.add(number)
                absent[number] = Outcome.ABSENT
            elif dice.random() < given.byes:
                absent[number] = dice.choice(_BYES)
        if len(absent) > count - 2:
            return
        try:
            pairing = pair_round(tournament, Wishes(absent=absent))
        except ImpossibleRound:
            return
        results = [_result(dice, given, ratings, board) for board in pairing.boards]
        played = (*tournament.rounds, pairing.as_round(results))
        tournament = Tournament(
            players=tournament.players,
            rounds=played,
            planned_rounds=rounds,
            accelerations=tournament.accelerations,
            name=tournament.name,
        )
        yield tournament


def _result(dice: Random, chances: Chances, ratings: list[int], board: Board) -> BoardResult:
    if dice.random() < chances.forfeits:
        return dice.choice(_FORFEITS)
    expected = expected_percent(ratings[board.white - 1] + _FIRST_MOVE - ratings[board.black - 1]) / 100
    # A draw takes as much from the wins as from the losses, so that the score stays the expected one.
    draw = chances.draws * 2 * min(expected, 1 - expected)
    throw = dice.random()
    if throw < draw:
        return BoardResult.DRAW
    return BoardResult.WHITE_WINS if throw < draw / 2 + expected else BoardResult.BLACK_WINS
