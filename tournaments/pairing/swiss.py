"""Swiss rounds by the FIDE (Dutch) System, C.04.3 in force since 1 February 2026."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.pairing.bracket import BracketResult, pair_bracket
from tournaments.pairing.candidates import candidates, initial_colour
from tournaments.pairing.colours import allocate
from tournaments.pairing.criteria import Bracket
from tournaments.pairing.field import Field, build_field
from tournaments.pairing.relaxation import ImpossibleRound, relaxations
from tournaments.pairing.rounds import Board, RoundPairing, Wishes, pairs_of
from tournaments.pairing.tournament import Colour, Tournament


def pair_round(tournament: Tournament, wishes: Wishes | None = None) -> RoundPairing:
    """The pairing of the round after the tournament's latest. Raises ImpossibleRound if there is none."""
    wishes = wishes or Wishes()
    field = field_of(tournament, wishes)
    boards = list(wishes.locked)
    bye = wishes.locked_bye
    for paired in pair_brackets(field):
        boards.extend(board(field, *pair) for pair in paired.result.pairs)
        if paired.bye is not None:
            bye = field.players[paired.bye].number
    number = len(tournament.rounds) + 1
    return RoundPairing(number, in_board_order(tournament, boards), bye, dict(wishes.absent))


@dataclass(frozen=True)
class PairedBracket:
    """A bracket with its pairs; in the last one possibly the place that has the bye."""

    bracket: Bracket
    result: BracketResult
    bye: int | None = None


def field_of(tournament: Tournament, wishes: Wishes) -> Field:
    """Everybody who is to be paired by the system. Raises ImpossibleRound if they cannot all be."""
    check_wishes(tournament, wishes)
    seated = _seated(wishes)
    everybody = [number for number in tournament.numbers if number not in wishes.absent]
    present = [number for number in everybody if number not in seated]
    forbidden = forbidden_pairs(tournament, wishes)
    field = None
    if len(present) % 2 == 0 or wishes.locked_bye is None:
        players = candidates(tournament, present, seated)
        field = build_field(players, forbidden, wishes.avoided, initial_colour(tournament))
    if field is None:
        found = relaxations(candidates(tournament, everybody), forbidden, wishes.locked, wishes.locked_bye)
        raise ImpossibleRound(len(tournament.rounds) + 1, found)
    return field


def check_wishes(tournament: Tournament, wishes: Wishes) -> None:
    """Refuse wishes about players who are not in the tournament."""
    named = {*wishes.absent, *_seated(wishes)}
    for pair in wishes.forbidden | wishes.avoided:
        named |= pair
    unknown = sorted(named - set(tournament.numbers))
    if unknown:
        raise ValueError(f"there is no player {unknown[0]} in the tournament")


def forbidden_pairs(tournament: Tournament, wishes: Wishes) -> frozenset[frozenset[int]]:
    """The pairs forbidden in the next round, by the tournament and by the arbiter."""
    round_number = len(tournament.rounds) + 1
    groups = (
        pairs_of(group.players)
        for group in tournament.prohibited
        if group.first_round <= round_number <= group.last_round
    )
    return wishes.forbidden.union(*groups)


def pair_brackets(field: Field) -> list[PairedBracket]:
    """Article 1.9.2: from the top scoregroup down, bracket by bracket."""
    completion = list(field.completion)
    moved_down: tuple[int, ...] = ()
    found = []
    for bracket in bracket_frames(field):
        filled = Bracket(moved_down, bracket.residents, bracket.following, bracket.rest)
        result = pair_bracket(field, filled, completion)
        completion, moved_down = result.completion, result.floaters
        last = not bracket.following
        found.append(PairedBracket(filled, result, moved_down[0] if last and moved_down else None))
    return found


def bracket_frames(field: Field) -> list[Bracket]:
    """The brackets as their scoregroups give them, before anybody has moved down."""
    groups = [tuple(group) for group in field.groups()]
    bye = () if field.bye_score is None else (field.bye,)
    frames = []
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        rest = tuple(place for group in groups[index + 2 :] for place in group)
        frames.append(Bracket((), residents, following, rest + bye))
    return frames


def board(field: Field, place: int, other: int) -> Board:
    """Two places with their colours (article 5.2)."""
    higher, lower = field.players[place], field.players[other]
    given = allocate(higher.colours, lower.colours, higher.seat, field.initial_colour)
    if given.higher is Colour.WHITE:
        return Board(higher.number, lower.number)
    return Board(lower.number, higher.number)


def in_board_order(tournament: Tournament, boards: Iterable[Board]) -> tuple[Board, ...]:
    """The order boards are published in: the higher of the two scores, their sum, the better number."""

    def key(each: Board) -> tuple[int, int, int]:
        lower, higher = sorted((tournament.points(number), -number) for number in each.players)
        return (-higher[0], -lower[0] - higher[0], -higher[1])

    return tuple(sorted(boards, key=key))


def _seated(wishes: Wishes) -> set[int]:
    seated = {number for each in wishes.locked for number in each.players}
    return seated if wishes.locked_bye is None else seated | {wishes.locked_bye}
