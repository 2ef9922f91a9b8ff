"""Ranks by points and tie-breaks, and why, as data. Pure code over a plain tournament."""

from dataclasses import replace

from tournaments.pairing import Outcome, Tournament
from tournaments.standings import Explanation, Table, TieBreak, amount, standings, tie_breaks
from tournaments.standings.points import Points
from tournaments.tables.table_data import STANDINGS, Column, ExplanationData, RowData, TableData


def chosen_tie_breaks(codes: str, seed: int) -> tuple[TieBreak, ...]:
    """From the codes with commas that a section keeps; none is possible."""
    return tie_breaks([code for code in codes.split(",") if code.strip()], seed=str(seed))


def ranking(tournament: Tournament, chosen: tuple[TieBreak, ...], *, round_robin: bool) -> Table:
    return standings(nameless(tournament), chosen, round_robin=round_robin)


def nameless(tournament: Tournament) -> Tournament:
    """Explanations then speak of numbers, and pages put the names of today beside them."""
    return replace(tournament, players=tuple(replace(player, name="") for player in tournament.players))


def table_of_ranking(table: Table) -> TableData:
    text = table.book.system.text
    return {
        "kind": STANDINGS,
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


def explanations(table: Table, number: int) -> list[ExplanationData]:
    """Of the points first, then of each tie-break."""
    return [
        explained(Points().explain(table.book, number, ())),
        *(explained(table.explain(number, position)) for position in range(len(table.tie_breaks))),
    ]


def explained(explanation: Explanation) -> ExplanationData:
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
