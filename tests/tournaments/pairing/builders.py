"""Small worlds for the pairing tests: a bracket from a few words a player, a tournament played by dice."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tournaments.pairing.candidates import Candidate, Float
from tournaments.pairing.colours import colour_state
from tournaments.pairing.field import Field, build_field
from tournaments.pairing.relaxation import ImpossibleRound
from tournaments.pairing.rounds import RoundPairing, Wishes, pairs_of
from tournaments.pairing.swiss import pair_brackets, pair_round
from tournaments.pairing.tournament import BoardResult, Colour, Outcome, Player, Tournament

DOWN, UP = Float.DOWN, Float.UP


def someone(
    number: int,
    score: int = 0,
    *,
    met: Iterable[int] = (),
    colours: str = "",
    last: Float = Float.NONE,
    before: Float = Float.NONE,
    bye: bool = True,
    unplayed: int = 0,
    top: bool = False,
) -> Candidate:
    """A player of a hand-made bracket; colours as in "WBW", oldest first. Give `met` on one side only."""
    history = tuple(Colour.WHITE if letter == "W" else Colour.BLACK for letter in colours)
    return Candidate(
        number=number,
        seat=number,
        score=score,
        points=score,
        opponents=frozenset(met),
        colours=colour_state(history),
        last_float=last,
        float_before=before,
        may_have_bye=bye,
        unplayed=unplayed,
        topscorer=top,
    )


def a_field(*players: Candidate, avoided: Iterable[Iterable[int]] = ()) -> Field:
    ranked = sorted(players, key=lambda player: player.rank)
    met = frozenset(frozenset((player.number, other)) for player in players for other in player.opponents)
    found = build_field(ranked, met, frozenset(frozenset(pair) for pair in avoided), Colour.WHITE)
    assert found is not None
    return found


def paired(field: Field) -> tuple[set[tuple[int, int]], int | None]:
    """The round as pairs of numbers, the higher ranked first, and who has the bye."""
    brackets = pair_brackets(field)
    pairs = {
        (field.players[one].number, field.players[other].number)
        for each in brackets
        for one, other in each.result.pairs
    }
    bye = brackets[-1].bye
    return pairs, None if bye is None else field.players[bye].number


def entrants(count: int) -> tuple[Player, ...]:
    return tuple(Player(number) for number in range(1, count + 1))


class Dice:
    """Plays tournaments at random, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.draws = self.random.choice([0.1, 0.3, 0.6])

    def wishes(self, tournament: Tournament) -> Wishes:
        absent = {
            number: self.random.choice([Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.ABSENT])
            for number in tournament.numbers
            if self.random.random() < 0.06
        }
        return Wishes(absent=absent)

    def results(self, pairing: RoundPairing) -> list[BoardResult]:
        return [self._result() for _ in pairing.boards]

    def _result(self) -> BoardResult:
        if self.random.random() < 0.06:
            return self.random.choice(
                [
                    BoardResult.WHITE_WINS_BY_FORFEIT,
                    BoardResult.BLACK_WINS_BY_FORFEIT,
                    BoardResult.DOUBLE_FORFEIT,
                ]
            )
        if self.random.random() < self.draws:
            return BoardResult.DRAW
        return self.random.choice([BoardResult.WHITE_WINS, BoardResult.WHITE_WINS, BoardResult.BLACK_WINS])

    def rounds(self, players: int, rounds: int) -> Iterable[tuple[Tournament, Wishes, RoundPairing]]:
        """A tournament round by round: as it stood, the wishes, the pairing. It ends when nobody is left
        to meet."""
        tournament = Tournament(players=entrants(players), planned_rounds=rounds)
        for _ in range(rounds):
            wishes = self.wishes(tournament)
            try:
                pairing = pair_round(tournament, wishes)
            except ImpossibleRound:
                return
            yield tournament, wishes, pairing
            tournament = Tournament(
                players=tournament.players,
                rounds=(*tournament.rounds, pairing.as_round(self.results(pairing))),
                planned_rounds=rounds,
            )


def family(*numbers: int) -> frozenset[frozenset[int]]:
    return pairs_of(numbers)
