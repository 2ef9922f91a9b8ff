"""Pairing numbers by the order of the lines, where a file asks for it (`XXC rank`).

The lines then still name players by their starting ranks; the first line's player is number 1 for the pairing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from tournaments.pairing.tournament import Acceleration, Entry, Outcome, Round, Tournament
from tournaments.trf.columns import Columns
from tournaments.trf.lines import TrfLine
from tournaments.trf.player_lines import CODE, read_player

Numbers = Mapping[int, int]
"""From one numbering to the other."""


def pairing_numbers(lines: Iterable[tuple[int, TrfLine]]) -> Numbers | None:
    """The pairing number of each starting rank; None where they are the same."""
    numbered = list(lines)
    if not any(line.code == "XXC" and _says_rank(number, line) for number, line in numbered):
        return None
    ranks = [read_player(number, line.text).number for number, line in numbered if line.code == CODE]
    return MappingProxyType({rank: number for number, rank in enumerate(ranks, start=1)})


def renumbered(tournament: Tournament, numbers: Numbers) -> Tournament:
    """The same tournament with other numbers for its players."""
    return replace(
        tournament,
        players=tuple(
            sorted(
                (replace(player, number=numbers[player.number]) for player in tournament.players),
                key=lambda player: player.number,
            )
        ),
        rounds=tuple(
            Round({numbers[number]: _entry(entry, numbers) for number, entry in played.entries.items()})
            for played in tournament.rounds
        ),
        accelerations=tuple(_accelerations(tournament, numbers)),
        prohibited=tuple(
            replace(group, players=tuple(numbers[number] for number in group.players))
            for group in tournament.prohibited
        ),
    )


def renumbered_byes(
    byes: Mapping[int, Mapping[int, Outcome]], numbers: Numbers
) -> Mapping[int, Mapping[int, Outcome]]:
    return {
        round_number: {numbers[number]: outcome for number, outcome in of_round.items()}
        for round_number, of_round in byes.items()
    }


def _says_rank(number: int, line: TrfLine) -> bool:
    return any(token.lower() == "rank" for _, token in Columns(number, line.text).tokens(4))


def _entry(entry: Entry, numbers: Numbers) -> Entry:
    return entry if entry.opponent is None else replace(entry, opponent=numbers[entry.opponent])


def _accelerations(tournament: Tournament, numbers: Numbers) -> Iterator[Acceleration]:
    """Neighbours in one numbering may be far apart in the other, so each player has one of their own."""
    for each in tournament.accelerations:
        for number in tournament.numbers:
            if each.first_player <= number <= each.last_player:
                yield replace(each, first_player=numbers[number], last_player=numbers[number])
