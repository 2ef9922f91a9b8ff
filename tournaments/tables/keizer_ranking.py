"""The Keizer table and why it is so, as data. Pure code over a plain tournament."""

from fractions import Fraction
from typing import Final

from tournaments.pairing import KeizerRules, Outcome, Tournament
from tournaments.pairing.keizer import SIXTHS, table
from tournaments.pairing.words import Words, template
from tournaments.tables.ranking import is_unfinished
from tournaments.tables.table_data import (
    KEIZER,
    Column,
    ExplanationData,
    LineData,
    RowData,
    TableData,
)

VALUE: Final = "value"
GAMES: Final = "score"
RULES: Final = KeizerRules()


def keizer_table(tournament: Tournament) -> TableData:
    """Who is level shares a rank; the table's own order, the starting order, stays among them."""
    rows: list[RowData] = []
    places = table(tournament, RULES)
    for index, place in enumerate(places):
        level = index > 0 and places[index - 1].sixths == place.sixths
        rows.append(
            {
                "rank": rows[-1]["rank"] if level else index + 1,
                "number": place.number,
                "points": in_points(place.sixths),
                "values": [str(place.value), tournament.point_system.text(tournament.points(place.number))],
            }
        )
    return {
        "kind": KEIZER,
        "rounds": len(tournament.rounds),
        "unfinished": is_unfinished(tournament),
        "columns": [
            Column(label=label, code=label.upper(), name=label, article="") for label in (VALUE, GAMES)
        ],
        "rows": rows,
        "problem": "",
    }


def keizer_explanations(tournament: Tournament, number: int) -> list[ExplanationData]:
    """Only the points need one: the own value, and what each round brought."""
    places = {place.number: place for place in table(tournament, RULES)}
    own = places[number].value
    lines: list[LineData] = []
    if RULES.own_value:
        lines.append(_line(None, None, own * SIXTHS, Words("own value, once: %(value)d", value=own)))
    absences = 0
    for index, entry in enumerate(tournament.entries(number), start=1):
        if entry.opponent is not None:
            share, value = RULES.shares.of_opponent(entry.outcome), places[entry.opponent].value
            said = template("%(outcome)s: %(share)s × value %(value)d")
        else:
            share, value = RULES.shares.of_own(entry.outcome), own
            said = template("%(outcome)s: %(share)s × own value %(value)d")
        outcome = Words(entry.outcome.value)
        if entry.outcome is Outcome.HALF_POINT_BYE:
            absences += 1
            if absences > RULES.paid_absences:
                paid = Words(
                    "%(outcome)s: only %(number)d are paid", outcome=outcome, number=RULES.paid_absences
                )
                lines.append(_line(index, None, 0, paid))
                continue
        words = Words(said, outcome=outcome, share=str(Fraction(share, SIXTHS)), value=value)
        lines.append(_line(index, entry.opponent, share * value, words))
    return [{"lines": lines, "summary": "", "value": in_points(places[number].sixths)}]


def in_points(sixths: int) -> str:
    """With as many decimals as it takes to tell sixths apart: 31, 20.5, 18.67."""
    if sixths % SIXTHS == 0:
        return str(sixths // SIXTHS)
    return f"{sixths / SIXTHS:.1f}" if 2 * sixths % SIXTHS == 0 else f"{sixths / SIXTHS:.2f}"


def _line(round_: int | None, opponent: int | None, sixths: int, words: str) -> LineData:
    return {"round": round_, "opponent": opponent, "value": in_points(sixths), "words": words, "cut": None}
