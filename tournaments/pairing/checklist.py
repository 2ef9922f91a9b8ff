"""What the pairing of each round went by, player by player, for people who check it by hand."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.candidates import Candidate, Float, candidates
from tournaments.pairing.colours import Strength
from tournaments.pairing.tournament import Colour, Outcome, Round, Tournament

_COLUMNS = ("number", "points", "score", "colours", "due", "floats", "bye", "met", "then")
_FLOATS = {Float.NONE: "-", Float.DOWN: "d", Float.UP: "u"}
_STRENGTHS = {
    Strength.NONE: "",
    Strength.MILD: "mild",
    Strength.STRONG: "strong",
    Strength.ABSOLUTE: "absolute",
}


def checklist(tournament: Tournament) -> Iterator[str]:
    """The lines of a text: for each round a table, those who are ranked highest first.

    `floats` are those of the round before the last and of the last one, `bye` says who may have the
    pairing-allocated bye, `met` whom the player cannot meet again, and `then` what the round brought.
    """
    if tournament.name:
        yield tournament.name
    for number, played in enumerate(tournament.rounds, start=1):
        yield ""
        yield f"Round {number}"
        before = tournament.before(number)
        present = [
            each
            for each in tournament.numbers
            if played.entry(each).outcome.paired or played.entry(each).outcome is Outcome.PAIRING_BYE
        ]
        rows = [_COLUMNS, *(_row(before, played, each) for each in candidates(before, present))]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield "  ".join(cells).rstrip()


def _row(before: Tournament, played: Round, player: Candidate) -> tuple[str, ...]:
    system = before.point_system
    state = player.colours
    due = "" if state.preference is None else f"{_STRENGTHS[state.strength]} {_letter(state.preference)}"
    entry = played.entry(player.number)
    then = "bye" if entry.opponent is None else f"{entry.opponent} {_letter(entry.colour)}"
    return (
        str(player.number),
        system.text(player.points),
        system.text(player.score),
        "".join(_letter(colour) for colour in state.history) or "-",
        due or "-",
        _FLOATS[player.float_before] + _FLOATS[player.last_float],
        "yes" if player.may_have_bye else "no",
        ",".join(str(number) for number in sorted(player.opponents)) or "-",
        then,
    )


def _letter(colour: Colour | None) -> str:
    return colour.value.upper() if colour else "-"
