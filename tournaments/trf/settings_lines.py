"""Writing the lines that carry rounds, colours, byes, accelerations and prohibitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from tournaments.pairing.tournament import Colour, Outcome, ProhibitedGroup, Tournament
from tournaments.trf.errors import TrfError
from tournaments.trf.point_values import write_points
from tournaments.trf.settings import BYES, TO_THE_END

_ANY_ROUND = ProhibitedGroup(()).last_round
_LETTERS = {outcome: letter for letter, outcome in BYES.items()}


def write_settings_2026(tournament: Tournament, byes: Mapping[int, Mapping[int, Outcome]]) -> Iterator[str]:
    if tournament.planned_rounds is not None:
        yield f"142 {tournament.planned_rounds}"
    if tournament.initial_colour is not None:
        yield f"152 {'W' if tournament.initial_colour is Colour.WHITE else 'B'}"
    yield from write_points(tournament.point_system, since_2026=True)
    for round_number, of_round in sorted(byes.items()):
        for letter, players in _by_letter(of_round).items():
            yield f"240 {letter} {round_number:03d}" + "".join(f" {player:4d}" for player in players)
    for each in tournament.accelerations:
        yield (
            f"250      {_virtual(each.points, tournament):0>4} {each.first_round:03d} {each.last_round:03d}"
            f" {each.first_player:04d} {each.last_player:04d}"
        )
    for group in tournament.prohibited:
        yield _prohibition(group)


def write_settings_2016(tournament: Tournament) -> Iterator[str]:
    """The extensions of TRF16. A prohibition for some rounds only has none and is written as in TRF26."""
    if tournament.planned_rounds is not None:
        yield f"XXR {tournament.planned_rounds}"
    if tournament.initial_colour is not None:
        yield f"XXC {'white1' if tournament.initial_colour is Colour.WHITE else 'black1'}"
    yield from write_points(tournament.point_system, since_2026=False)
    last_round = max((each.last_round for each in tournament.accelerations), default=0)
    for number in tournament.numbers:
        virtual = [tournament.virtual_points(number, each) for each in range(1, last_round + 1)]
        if any(virtual):
            yield f"XXA {number:4d}" + "".join(f" {_virtual(points, tournament):>4}" for points in virtual)
    for group in tournament.prohibited:
        if group.first_round == 1 and group.last_round == _ANY_ROUND:
            yield "XXP " + " ".join(str(player) for player in group.players)
        else:
            yield _prohibition(group)


def _virtual(points: int, tournament: Tournament) -> str:
    exact = Fraction(points, tournament.point_system.unit)
    decimal = f"{float(exact):.1f}"
    if Fraction(decimal) != exact or not 0 <= exact < 100:
        raise TrfError(f"an acceleration of {exact} points does not fit into a report")
    return decimal


def _prohibition(group: ProhibitedGroup) -> str:
    last = min(group.last_round, TO_THE_END)
    return f"260 {group.first_round:03d} {last:03d}" + "".join(f" {player:4d}" for player in group.players)


def _by_letter(byes: Mapping[int, Outcome]) -> dict[str, list[int]]:
    players: dict[str, list[int]] = {}
    for player, outcome in sorted(byes.items()):
        if outcome not in _LETTERS:
            raise TrfError(f"player {player} cannot ask for a {outcome.value}")
        players.setdefault(_LETTERS[outcome], []).append(player)
    return players
