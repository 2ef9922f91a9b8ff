"""Places in a knockout: the further somebody came, the better; who left in the same round shares a place. Pure code."""

from collections.abc import Mapping, Sequence

from tournaments.pairing import Game, Knockout, Match, MatchKey
from tournaments.pairing.knockout import tree
from tournaments.tables.table_data import KNOCKOUT, LossData, RowData, TableData


def knockout_table(plan: Knockout, played: Mapping[MatchKey, Sequence[Game]], rounds: int) -> TableData:
    """Points are matches won. Raises ValueError where games do not fit the tree."""
    matches = tree(plan, played)
    reached = dict.fromkeys(plan.seeds, (plan.rounds + 1, 0))
    lost: dict[int, LossData | None] = dict.fromkeys(plan.seeds)
    won = dict.fromkeys(plan.seeds, 0)
    for match in (each for of_round in matches for each in of_round):
        if match.winner is None or match.second is None or match.loser is None:
            continue
        won[match.winner] += 1
        round_number = match.key.round_number
        if match.key.third_place:
            # Both left before the final; among themselves they have settled it.
            before = reached[match.loser][0]
            reached[match.winner], reached[match.loser] = (before, 2), (before, 1)
        else:
            reached[match.loser] = (round_number, 0)
            lost[match.loser] = {"round": round_number, "to": match.winner}
    _third_without_a_match(matches, reached)
    ordered = sorted(plan.seeds, key=lambda number: (-reached[number][0], -reached[number][1]))
    rows: list[RowData] = []
    for index, number in enumerate(ordered):
        level = index > 0 and reached[ordered[index - 1]] == reached[number]
        rows.append(
            {
                "rank": rows[-1]["rank"] if level else index + 1,
                "number": number,
                "points": str(won[number]),
                "values": [],
                "lost": lost[number],
            }
        )
    return {
        "kind": KNOCKOUT,
        "rounds": rounds,
        "unfinished": any(match.due for of_round in matches[:rounds] for match in of_round),
        "columns": [],
        "rows": rows,
        "problem": "",
    }


def _third_without_a_match(matches: Sequence[Sequence[Match]], reached: dict[int, tuple[int, int]]) -> None:
    """Of three players, the loser of the only semifinal is third without playing."""
    for match in matches[-1]:
        if match.key.third_place and match.bye and match.first is not None:
            reached[match.first] = (reached[match.first][0], 2)
