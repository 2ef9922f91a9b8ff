"""Matches of several games: the same opponents again, colours swapped, one result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.rounds import Board, RoundPairing
from tournaments.pairing.tournament import BoardResult, Game, PointSystem


def legs(pairing: RoundPairing, games: int = 2) -> list[RoundPairing]:
    """A round played as matches: for each game a pairing of its own, colours swapped from game to game."""
    if games < 1:
        raise ValueError("a match has at least one game")
    swapped = tuple(Board(board.black, board.white) for board in pairing.boards)
    return [
        RoundPairing(
            pairing.number, pairing.boards if game % 2 == 0 else swapped, pairing.bye, pairing.others
        )
        for game in range(games)
    ]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The points two players made against each other."""

    first: int
    second: int

    @property
    def leader(self) -> int | None:
        """0 for the first player, 1 for the second, None when they are level."""
        if self.first == self.second:
            return None
        return 0 if self.first > self.second else 1


def match_score(first: int, games: Sequence[Game], points: PointSystem | None = None) -> MatchScore:
    """Count the games of a match from the side of its first player; each game says who had White."""
    system = points or PointSystem()
    mine = theirs = 0
    players = {number for game in games for number in (game.white, game.black)}
    if games and (len(players) != 2 or first not in players):
        raise ValueError(f"these are not games of one match of player {first}")
    for game in games:
        white, black = system.points(game.result.white), system.points(game.result.black)
        mine += white if game.white == first else black
        theirs += black if game.white == first else white
    return MatchScore(mine, theirs)


def match_result(board: Board, games: Sequence[Game], points: PointSystem | None = None) -> BoardResult:
    """A match as one result of its round: who made more points wins. The colours are those of `board`.

    A match in which no game was played over the board is won, or lost by both, by forfeit.
    """
    if any(game.result is BoardResult.PENDING for game in games) or not games:
        return BoardResult.PENDING
    score = match_score(board.white, games, points)
    played = any(game.result.white.played for game in games)
    if score.leader is None:
        both_away = all(game.result is BoardResult.DOUBLE_FORFEIT for game in games)
        return BoardResult.DOUBLE_FORFEIT if both_away else BoardResult.DRAW
    if score.leader == 0:
        return BoardResult.WHITE_WINS if played else BoardResult.WHITE_WINS_BY_FORFEIT
    return BoardResult.BLACK_WINS if played else BoardResult.BLACK_WINS_BY_FORFEIT
