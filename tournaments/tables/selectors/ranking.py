"""Ranks and their explanations as data: by points and tie-breaks, by Keizer, by knockout. No database in here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tournaments.pairing import Game, KeizerRules, Knockout, Match, MatchKey, Outcome, Tournament
from tournaments.pairing.keizer import SIXTHS, table
from tournaments.pairing.knockout import tree
from tournaments.pairing.messages import Message, template
from tournaments.standings import (
    CURRENT_EDITION,
    Edition,
    Explanation,
    Table,
    TieBreak,
    amount,
    standings,
    tie_breaks,
)
from tournaments.standings.points import Points
from tournaments.tables.selectors.table_data import (
    Column,
    ContributionData,
    ExplanationData,
    LossData,
    RowData,
    TableData,
    TableKind,
)

KEIZER_VALUE: Final = "value"
KEIZER_SCORE: Final = "score"
KEIZER_RULES: Final = KeizerRules()


def parse_tie_breaks(codes: str, seed: int) -> tuple[TieBreak, ...]:
    """From the codes with commas that a section keeps; none is possible."""
    return tie_breaks([code for code in codes.split(",") if code.strip()], seed=str(seed))


def rank_players(
    tournament: Tournament,
    chosen: tuple[TieBreak, ...],
    *,
    round_robin: bool,
    edition: Edition = CURRENT_EDITION,
) -> Table:
    return standings(without_names(tournament), chosen, round_robin=round_robin, edition=edition)


def without_names(tournament: Tournament) -> Tournament:
    """Explanations then speak of numbers, and pages put the names of today beside them."""
    return replace(tournament, players=tuple(replace(player, name="") for player in tournament.players))


def standings_data(table: Table) -> TableData:
    text = table.book.system.text
    return {
        "kind": TableKind.STANDINGS,
        "rounds": table.book.rounds,
        "unfinished": is_unfinished(table.book.tournament),
        "columns": [
            Column(label=label, code=each.code, name=each.name, article=each.article)
            for label, each in zip(table.labels, table.tie_breaks, strict=True)
        ],
        "rows": [
            RowData(rank=row.rank, number=row.number, points=text(row.points), values=list(table.shown(row)))
            for row in table.rows
        ],
        "problem": "",
    }


def explain_standings(table: Table, number: int) -> list[ExplanationData]:
    """Of the points first, then of each tie-break."""
    return [
        explanation_data(Points().explain(table.book, number, ())),
        *(explanation_data(table.explain(number, position)) for position in range(len(table.tie_breaks))),
    ]


def explanation_data(explanation: Explanation) -> ExplanationData:
    return {
        "lines": [
            {
                "round": each.round,
                "opponent": each.opponent,
                "value": amount(each.value, explanation.scale),
                "words": each.words,
                "cut": each.cut.name if each.cut else None,
            }
            for each in explanation.contributions
        ],
        "summary": explanation.summary,
        "value": amount(explanation.value, explanation.scale),
    }


def is_unfinished(tournament: Tournament) -> bool:
    return any(
        entry.outcome is Outcome.PENDING for played in tournament.rounds for entry in played.entries.values()
    )


def keizer_data(tournament: Tournament) -> TableData:
    """Who is level shares a rank; the table's own order, the starting order, stays among them."""
    rows: list[RowData] = []
    places = table(tournament, KEIZER_RULES)
    for index, place in enumerate(places):
        level = index > 0 and places[index - 1].sixths == place.sixths
        rows.append(
            {
                "rank": rows[-1]["rank"] if level else index + 1,
                "number": place.number,
                "points": sixths_as_points(place.sixths),
                "values": [str(place.value), tournament.point_system.text(tournament.points(place.number))],
            }
        )
    return {
        "kind": TableKind.KEIZER,
        "rounds": len(tournament.rounds),
        "unfinished": is_unfinished(tournament),
        "columns": [
            Column(label=label, code=label.upper(), name=label, article="")
            for label in (KEIZER_VALUE, KEIZER_SCORE)
        ],
        "rows": rows,
        "problem": "",
    }


def explain_keizer(tournament: Tournament, number: int) -> list[ExplanationData]:
    """Only the points need one: the own value, and what each round brought."""
    places = {place.number: place for place in table(tournament, KEIZER_RULES)}
    own = places[number].value
    lines: list[ContributionData] = []
    if KEIZER_RULES.own_value:
        lines.append(
            _keizer_contribution(None, None, own * SIXTHS, Message("own value, once: %(value)d", value=own))
        )
    absences = 0
    for index, entry in enumerate(tournament.entries(number), start=1):
        if entry.opponent is not None:
            share, value = KEIZER_RULES.shares.of_opponent(entry.outcome), places[entry.opponent].value
            said = template("%(outcome)s: %(share)s × value %(value)d")
        else:
            share, value = KEIZER_RULES.shares.of_own(entry.outcome), own
            said = template("%(outcome)s: %(share)s × own value %(value)d")
        outcome = Message(entry.outcome.value)
        if entry.outcome is Outcome.HALF_POINT_BYE:
            absences += 1
            if absences > KEIZER_RULES.paid_absences:
                paid = Message(
                    "%(outcome)s: only %(number)d are paid",
                    outcome=outcome,
                    number=KEIZER_RULES.paid_absences,
                )
                lines.append(_keizer_contribution(index, None, 0, paid))
                continue
        words = Message(said, outcome=outcome, share=str(Fraction(share, SIXTHS)), value=value)
        lines.append(_keizer_contribution(index, entry.opponent, share * value, words))
    return [{"lines": lines, "summary": "", "value": sixths_as_points(places[number].sixths)}]


def sixths_as_points(sixths: int) -> str:
    """With as many decimals as it takes to tell sixths apart: 31, 20.5, 18.67."""
    if sixths % SIXTHS == 0:
        return str(sixths // SIXTHS)
    return f"{sixths / SIXTHS:.1f}" if 2 * sixths % SIXTHS == 0 else f"{sixths / SIXTHS:.2f}"


def _keizer_contribution(
    round_: int | None, opponent: int | None, sixths: int, words: str
) -> ContributionData:
    return {
        "round": round_,
        "opponent": opponent,
        "value": sixths_as_points(sixths),
        "words": words,
        "cut": None,
    }


def knockout_data(plan: Knockout, played: Mapping[MatchKey, Sequence[Game]], rounds: int) -> TableData:
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
    _place_third_without_match(matches, reached)
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
        "kind": TableKind.KNOCKOUT,
        "rounds": rounds,
        "unfinished": any(match.due for of_round in matches[:rounds] for match in of_round),
        "columns": [],
        "rows": rows,
        "problem": "",
    }


def _place_third_without_match(
    matches: Sequence[Sequence[Match]], reached: dict[int, tuple[int, int]]
) -> None:
    """Of three players, the loser of the only semifinal is third without playing."""
    for match in matches[-1]:
        if match.key.third_place and match.bye and match.first is not None:
            reached[match.first] = (reached[match.first][0], 2)
