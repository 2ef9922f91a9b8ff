"""A paired round as its arbiter sees it: boards with points, colours so far, floats, and what has changed since."""

from dataclasses import dataclass

from tournaments.models import Bye, Entry, Pairing, Round
from tournaments.pairing import Colour, Outcome, Tournament
from tournaments.plain_data import SectionData, section_data
from tournaments.rounds.changes import as_text
from tournaments.rounds.colours import Colours, colours_of
from tournaments.rounds.inputs import absent_from
from tournaments.rounds.laid_down import LaidDown
from tournaments.rounds.storing import stored_pairing
from tournaments.rounds.withdrawals import seated_but_away


@dataclass(frozen=True)
class Side:
    entry: Entry
    points: str
    colours: str
    """The colours so far, a letter each; a dash for a round without a game."""
    float: str = ""
    """`up`, `down` or nothing."""


@dataclass(frozen=True)
class DraftLine:
    pairing: Pairing
    first: Side
    second: Side
    is_kept: bool = False


@dataclass(frozen=True)
class Draft:
    round: Round
    lines: list[DraftLine]
    byes: list[Bye]
    absent: list[Entry]
    """Who is out of the round without a bye."""
    out: list[Entry]
    """Everybody who could be put in."""
    players: list[Entry]
    away_now: list[Entry]
    """Who has a board but has withdrawn or announced an absence since."""
    could_play: list[Entry]
    """Who has no place, although nothing says so any more."""
    as_text: str
    colours: Colours

    @property
    def has_bye(self) -> bool:
        return any(bye.kind == "pairing" for bye in self.byes)


def draft_of(round_: Round) -> Draft:
    """Eleven queries, however large the section."""
    data = section_data(round_.section, before=round_.number)
    ranks = data.number_of
    pairing = stored_pairing(round_, ranks)
    colours = colours_of(round_.section.event)
    kept = {frozenset(pair) for pair in LaidDown.of(round_.laid_down).boards}
    by_pk = {entry.pk: entry for entry in data.entries.values()}
    lines = []
    for row in Pairing.objects.filter(round=round_).order_by("third_place", "board", "leg"):
        row.round, row.first, row.second = round_, by_pk[row.first_id], by_pk[row.second_id]
        one, other = ranks[row.first_id], ranks[row.second_id]
        lines.append(
            DraftLine(
                row,
                _side(data, one, other, colours),
                _side(data, other, one, colours),
                frozenset((row.first_id, row.second_id)) in kept,
            )
        )
    byes = list(Bye.objects.filter(round=round_).order_by("pk"))
    for bye in byes:
        bye.round, bye.entry = round_, by_pk[bye.entry_id]
    with_bye = {bye.entry_id for bye in byes}
    out = [data.entries[number] for number in sorted(pairing.others)]
    away = absent_from(round_.number, data)
    return Draft(
        round=round_,
        lines=lines,
        byes=byes,
        absent=[entry for entry in out if entry.pk not in with_bye],
        out=out,
        players=list(data.entries.values()),
        away_now=seated_but_away(round_),
        could_play=[] if _is_fixed(round_) else [entry for entry in out if ranks[entry.pk] not in away],
        as_text=as_text(pairing),
        colours=colours,
    )


def _is_fixed(round_: Round) -> bool:
    """A table or a tree says who plays; a player taken out by hand is out."""
    return round_.section.system in ("round_robin", "knockout") or round_.changed_by_hand


def _side(data: SectionData, number: int, opponent: int, colours: Colours) -> Side:
    tournament = data.tournament
    mine, theirs = _score(tournament, number), _score(tournament, opponent)
    return Side(
        entry=data.entries[number],
        points=tournament.point_system.text(tournament.points(number)),
        colours=_colours(tournament, number, colours),
        float="" if mine == theirs else ("down" if mine > theirs else "up"),
    )


def _score(tournament: Tournament, number: int) -> int:
    """As the pairing counts: a game that is still open is half a win."""
    draw = tournament.point_system.draw
    pending = sum(entry.outcome is Outcome.PENDING for entry in tournament.entries(number))
    return tournament.points(number) + pending * draw


def _colours(tournament: Tournament, number: int, colours: Colours) -> str:
    letters = {Colour.WHITE: colours.first[:1], Colour.BLACK: colours.second[:1]}
    return "".join(
        letters[entry.colour] if entry.colour is not None and entry.outcome.played else "–"
        for entry in tournament.entries(number)
    )
