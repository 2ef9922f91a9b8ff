"""Swiss rounds by the FIDE (Dutch) System, C.04.3 in force since 1 February 2026."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.bracket import BracketResult, pair_bracket
from tournaments.pairing.candidates import candidates, initial_colour
from tournaments.pairing.colours import allocate
from tournaments.pairing.criteria import Bracket
from tournaments.pairing.field import Field, lay_out
from tournaments.pairing.rounds import Board, RoundPairing, Wishes, pairs_of
from tournaments.pairing.tournament import Colour, Tournament


def pair_round(tournament: Tournament, wishes: Wishes | None = None) -> RoundPairing:
    """The pairing of the round after the tournament's latest."""
    wishes = wishes or Wishes()
    field = field_of(tournament, wishes)
    if field is None:
        raise ValueError("impossible")
    boards = list(wishes.locked)
    bye = wishes.locked_bye
    for bracket in pair_brackets(field):
        boards.extend(board(field, *pair) for pair in bracket.result.pairs)
        if bracket.bye is not None:
            bye = field.players[bracket.bye].number
    return RoundPairing(
        len(tournament.rounds) + 1, in_board_order(tournament, boards), bye, dict(wishes.absent)
    )


@dataclass(frozen=True)
class PairedBracket:
    bracket: Bracket
    result: BracketResult
    bye: int | None = None


def field_of(tournament: Tournament, wishes: Wishes) -> Field | None:
    """Everybody who is to be paired by the system; None if they cannot all be."""
    seated = {number for each in wishes.locked for number in each.players}
    if wishes.locked_bye is not None:
        seated.add(wishes.locked_bye)
    present = [
        number for number in tournament.numbers if number not in wishes.absent and number not in seated
    ]
    round_number = len(tournament.rounds) + 1
    forbidden = wishes.forbidden.union(
        *(
            pairs_of(group.players)
            for group in tournament.prohibited
            if group.first_round <= round_number <= group.last_round
        )
    )
    return lay_out(
        candidates(tournament, present, seated), forbidden, wishes.avoided, initial_colour(tournament)
    )


def pair_brackets(field: Field) -> list[PairedBracket]:
    """Article 1.9.2: from the top scoregroup down, bracket by bracket."""
    groups = field.groups()
    completion = list(field.completion)
    moved_down: tuple[int, ...] = ()
    found = []
    for index, residents in enumerate(groups):
        following = tuple(groups[index + 1]) if index + 1 < len(groups) else ()
        rest = tuple(place for group in groups[index + 2 :] for place in group)
        if field.bye_score is not None:
            rest += (field.bye,)
        bracket = Bracket(moved_down, tuple(residents), following, rest)
        result = pair_bracket(field, bracket, completion)
        completion, moved_down = result.completion, result.floaters
        last = index + 1 == len(groups)
        found.append(PairedBracket(bracket, result, moved_down[0] if last and moved_down else None))
    return found


def board(field: Field, place: int, other: int) -> Board:
    """Two places with their colours (article 5.2)."""
    higher, lower = field.players[place], field.players[other]
    given = allocate(higher.colours, lower.colours, higher.seat, field.initial_colour)
    if given.higher is Colour.WHITE:
        return Board(higher.number, lower.number)
    return Board(lower.number, higher.number)


def in_board_order(tournament: Tournament, boards: list[Board]) -> tuple[Board, ...]:
    """The order boards are published in: the higher of the two scores, their sum, the better number."""

    def key(each: Board) -> tuple[int, int, int]:
        scores = sorted((tournament.points(number), -number) for number in each.players)
        return (-scores[1][0], -scores[0][0] - scores[1][0], -scores[1][1])

    return tuple(sorted(boards, key=key))
