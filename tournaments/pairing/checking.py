"""Pair the rounds of a finished tournament again and say where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.pairing.candidates import initial_colour
from tournaments.pairing.relaxation import ImpossibleRound
from tournaments.pairing.rounds import Board, Wishes
from tournaments.pairing.swiss import pair_round
from tournaments.pairing.tournament import Colour, Outcome, Round, Tournament


@dataclass(frozen=True)
class RoundCheck:
    """A round paired again: what only the tournament has, and what only our pairing has."""

    number: int
    theirs: tuple[Board, ...] = ()
    ours: tuple[Board, ...] = ()
    their_byes: tuple[int, ...] = ()
    our_byes: tuple[int, ...] = ()
    impossible: str = ""

    @property
    def same(self) -> bool:
        return not (self.theirs or self.ours or self.impossible or self.their_byes != self.our_byes)

    def lines(self, name: str) -> Iterator[str]:
        """`NAME round N: same`, or the differences, each in a line of its own."""
        head = f"{name} round {self.number}:"
        if self.same:
            yield f"{head} same"
        elif self.impossible:
            yield f"{head} {self.impossible}"
        else:
            yield f"{head} different"
            yield f"{head}   in the file: {_list(self.theirs, self.their_byes)}"
            yield f"{head}   paired anew: {_list(self.ours, self.our_byes)}"


def check_tournament(tournament: Tournament) -> Iterator[RoundCheck]:
    """Each round, paired from those before it with the players the round itself had.

    A tournament that does not say how many rounds it has is taken to be over after its last.
    """
    planned = tournament.planned_rounds or len(tournament.rounds)
    whole = replace(tournament, initial_colour=initial_colour(tournament), planned_rounds=planned)
    for number, played in enumerate(tournament.rounds, start=1):
        yield _check(whole.before(number), number, played)


def _check(before: Tournament, number: int, played: Round) -> RoundCheck:
    absent, byes, theirs = {}, [], set()
    for player in before.numbers:
        entry = played.entry(player)
        if entry.outcome is Outcome.PAIRING_BYE:
            byes.append(player)
        elif entry.opponent is None:
            absent[player] = entry.outcome
        elif entry.colour is Colour.WHITE or (entry.colour is None and player < entry.opponent):
            theirs.add(Board(player, entry.opponent))
    try:
        pairing = pair_round(before, Wishes(absent=absent))
    except ImpossibleRound as error:
        return RoundCheck(number, impossible=str(error))
    ours = set(pairing.boards)
    return RoundCheck(
        number,
        tuple(board for board in sorted(theirs - ours, key=_by_numbers)),
        tuple(board for board in pairing.boards if board not in theirs),
        tuple(byes),
        () if pairing.bye is None else (pairing.bye,),
    )


def _by_numbers(board: Board) -> tuple[int, int]:
    return (board.white, board.black)


def _list(boards: tuple[Board, ...], byes: tuple[int, ...]) -> str:
    words = [f"{board.white}-{board.black}" for board in boards]
    words += [f"{number} bye" for number in byes]
    return " ".join(words) or "nothing"
