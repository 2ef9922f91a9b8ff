"""From a tournament to the lines of a report file: from scratch, or into a file that is there already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from fractions import Fraction

from tournaments.pairing.tournament import ABSENT, Entry, Outcome, Player, Tournament
from tournaments.trf.columns import Columns
from tournaments.trf.header import Details, write_details
from tournaments.trf.lines import LineEnd, TrfFile, TrfLine
from tournaments.trf.pairing_numbers import pairing_numbers, renumbered
from tournaments.trf.player_lines import (
    CODE,
    POINTS_COLUMNS,
    RANK_COLUMNS,
    PlayerLine,
    points_field,
    read_player,
    write_player,
)
from tournaments.trf.reader import Person
from tournaments.trf.results import cell_column, write_cell
from tournaments.trf.settings_lines import write_settings_2016, write_settings_2026


class Edition(Enum):
    TRF16 = "TRF16"
    TRF26 = "TRF26"


Byes = Mapping[int, Mapping[int, Outcome]]


def write(
    tournament: Tournament,
    *,
    edition: Edition = Edition.TRF26,
    details: Details | None = None,
    people: Mapping[int, Person] | None = None,
    ranks: Mapping[int, int] | None = None,
    byes: Byes | None = None,
    line_end: LineEnd = LineEnd.CRLF,
) -> TrfFile:
    """A report from scratch. Without `ranks` (the table's places), players on equal points share one.

    `byes` are those asked for in rounds to come: lines 240 in TRF26, columns of the round in TRF16.
    """
    texts = _texts(
        tournament,
        edition,
        details or Details(),
        people or {},
        ranks or _ranks_by_points(tournament),
        byes or {},
    )
    return TrfFile(tuple(TrfLine(text, line_end.value) for text in texts))


def update(file: TrfFile, tournament: Tournament, *, ranks: Mapping[int, int] | None = None) -> TrfFile:
    """Bring the players' lines of a file up to date; whatever has not changed keeps every character.

    Points, ranks and results are overwritten in their columns where they differ; players without a line
    get one after the last player's. All other lines stay as they are.
    """
    numbers = pairing_numbers(file.numbered())
    if numbers is not None:
        starting_ranks = {number: rank for rank, number in numbers.items()}
        free = max(numbers, default=0)
        for number in tournament.numbers:
            if number not in starting_ranks:
                starting_ranks[number] = free = free + 1
        ranks = ranks and {starting_ranks[number]: place for number, place in ranks.items()}
        tournament = renumbered(tournament, starting_ranks)
    places = ranks or _ranks_by_points(tournament)
    lines = list(file.lines)
    end = lines[-1].end or LineEnd.CRLF.value if lines else LineEnd.CRLF.value
    missing = dict.fromkeys(tournament.numbers)
    last = len(lines)
    for index, line in enumerate(file.lines):
        if line.code != CODE:
            continue
        old = read_player(index + 1, line.text)
        last = index + 1
        if old.number in tournament.by_number:
            missing.pop(old.number, None)
            lines[index] = replace(line, text=_updated(line.text, old, tournament, places))
    new = [
        TrfLine(_player_text(tournament, number, Person(), places, (), ahead=0), end) for number in missing
    ]
    if new and last and not lines[last - 1].end:
        lines[last - 1] = replace(lines[last - 1], end=end)
    return replace(file, lines=(*lines[:last], *new, *lines[last:]))


def _texts(
    tournament: Tournament,
    edition: Edition,
    details: Details,
    people: Mapping[int, Person],
    ranks: Mapping[int, int],
    byes: Byes,
) -> Iterator[str]:
    since_2026 = edition is Edition.TRF26
    yield from write_details(
        tournament.name,
        details,
        players=len(tournament.players),
        rated=sum(1 for player in tournament.players if player.rating),
        since_2026=since_2026,
    )
    if since_2026:
        yield from write_settings_2026(tournament, byes)
    else:
        yield from write_settings_2016(tournament)
    yield from details.other_lines
    rounds_ahead = () if since_2026 else range(len(tournament.rounds) + 1, max(byes, default=0) + 1)
    for number in tournament.numbers:
        ahead = [byes.get(each, {}).get(number, Outcome.ABSENT) for each in rounds_ahead]
        points = sum(tournament.point_system.points(outcome) for outcome in ahead)
        cells = tuple(write_cell(Entry(outcome)) for outcome in ahead)
        person = people.get(number, Person())
        yield _player_text(tournament, number, person, ranks, cells, ahead=points)


def _player_text(
    tournament: Tournament,
    number: int,
    person: Person,
    ranks: Mapping[int, int],
    cells_ahead: tuple[str, ...],
    *,
    ahead: int,
) -> str:
    player: Player = tournament.player(number)
    line = PlayerLine(
        line=0,
        number=number,
        sex=person.sex,
        title=player.title,
        name=player.name,
        rating=player.rating,
        federation=player.federation,
        fide_id=person.fide_id,
        birth_date=person.birth_date,
        points=Fraction(tournament.points(number) + ahead, tournament.point_system.unit),
        rank=ranks.get(number),
    )
    cells = tuple(write_cell(entry) for entry in tournament.entries(number))
    return write_player(line, cells + cells_ahead).rstrip()


def _updated(text: str, old: PlayerLine, tournament: Tournament, ranks: Mapping[int, int]) -> str:
    points = Fraction(tournament.points(old.number), tournament.point_system.unit)
    if old.points != points:
        text = _overwritten(text, POINTS_COLUMNS[0], points_field(points, old.number))
    rank = ranks.get(old.number)
    if rank is not None and old.rank != rank:
        text = _overwritten(text, RANK_COLUMNS[0], f"{rank:4d}")
    for round_number, entry in enumerate(tournament.entries(old.number), start=1):
        cells = old.cells[round_number - 1 : round_number]
        if (cells[0].entry if cells else None) != entry and (cells or entry.outcome is not Outcome.ABSENT):
            text = _overwritten(text, cell_column(round_number), write_cell(entry))
    for cell in old.cells[len(tournament.rounds) :]:
        if cell.entry.outcome.paired:  # a round that was taken back; byes asked for beforehand stay
            text = _overwritten(text, cell.column, write_cell(ABSENT)).rstrip()
    return text


def _overwritten(text: str, column: int, field: str) -> str:
    columns = Columns(0, text.ljust(column - 1))
    return columns.raw(1, column - 1) + field + text[column - 1 + len(field) :]


def _ranks_by_points(tournament: Tournament) -> dict[int, int]:
    points = {number: tournament.points(number) for number in tournament.numbers}
    ordered = sorted(points.values(), reverse=True)
    first_with: dict[int, int] = {}
    for place, score in enumerate(ordered, start=1):
        first_with.setdefault(score, place)
    return {number: first_with[score] for number, score in points.items()}
