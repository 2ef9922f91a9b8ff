"""From the lines of a report file to a tournament as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from tournaments.pairing.tournament import Entry, Outcome, Player, Round, Tournament
from tournaments.trf.errors import TrfError
from tournaments.trf.header import Details, read_details
from tournaments.trf.lines import TrfFile, parse
from tournaments.trf.pairing_numbers import pairing_numbers, renumbered, renumbered_byes
from tournaments.trf.player_lines import CODE, POINTS_COLUMNS, RATING_COLUMNS, PlayerLine, read_player
from tournaments.trf.settings import Settings, read_settings, settings_codes

# What two players' lines may say about one game: the second is the opponent's outcome.
_AGREE = frozenset(
    {
        (Outcome.WIN, Outcome.LOSS),
        (Outcome.LOSS, Outcome.WIN),
        (Outcome.DRAW, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
        (Outcome.DRAW, Outcome.LOSS),  # an arbiter's decision
        (Outcome.LOSS, Outcome.DRAW),
        (Outcome.PENDING, Outcome.PENDING),
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    }
)
_ABNORMAL_POINTS = "299"


@dataclass(frozen=True, slots=True)
class Person:
    """What a player's line says beyond what the tournament needs."""

    sex: str = ""
    fide_id: str = ""
    birth_date: str = ""
    stated_points: Fraction | None = None
    stated_rank: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd that does not stand in the way of reading the file."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


@dataclass(frozen=True)
class Report:
    """A report file understood."""

    tournament: Tournament
    details: Details
    people: Mapping[int, Person]
    byes: Mapping[int, Mapping[int, Outcome]]
    """Byes asked for in rounds that are not paired yet, by round and player."""
    remarks: tuple[Remark, ...] = ()


def read(source: TrfFile | bytes | str) -> Report:
    """Understand a file. Raises TrfError, and nothing else, with the line and the column."""
    file = source if isinstance(source, TrfFile) else parse(source)
    lines = _player_lines(file)
    _check_games(lines)
    settings = read_settings(file.numbered(), frozenset(lines))
    name, details = read_details(file.numbered(), {CODE, *settings_codes()})
    rounds, byes = _rounds(lines, settings)
    tournament = Tournament(
        players=tuple(_player(line) for line in lines.values()),
        rounds=rounds,
        planned_rounds=settings.planned_rounds,
        point_system=settings.point_system,
        initial_colour=settings.initial_colour,
        accelerations=settings.accelerations,
        prohibited=settings.prohibited,
        name=name,
    )
    report = Report(
        tournament=tournament,
        details=details,
        people=MappingProxyType({number: _person(line) for number, line in lines.items()}),
        byes=MappingProxyType(byes),
        remarks=tuple(_remarks(file, lines, tournament, byes)),
    )
    numbers = pairing_numbers(file.numbered())
    if numbers is None:
        return report
    return replace(
        report,
        # Their lines may name players by starting ranks, which are numbers of others from here on.
        details=replace(details, other_lines=()),
        tournament=renumbered(tournament, numbers),
        people=MappingProxyType({numbers[number]: person for number, person in report.people.items()}),
        byes=MappingProxyType(renumbered_byes(byes, numbers)),
    )


def _player_lines(file: TrfFile) -> dict[int, PlayerLine]:
    lines: dict[int, PlayerLine] = {}
    for number, line in file.numbered():
        if line.code != CODE:
            continue
        player = read_player(number, line.text)
        if player.number in lines:
            raise TrfError(
                f"the starting rank {player.number} is already taken by line {lines[player.number].line}",
                line=number,
                column=5,
            )
        lines[player.number] = player
    if not lines:
        raise TrfError("there is no player line: lines of players begin with 001", line=1, column=1)
    return lines


def _check_games(lines: Mapping[int, PlayerLine]) -> None:
    """Both lines of a game must tell the same story, or pairings and tables would depend on the reader."""
    for number, line in lines.items():
        for index, cell in enumerate(line.cells):
            opponent = cell.entry.opponent
            if opponent is None:
                continue
            problem = _disagreement(lines, number, opponent, index, cell.entry)
            if problem:
                raise TrfError(f"round {index + 1}: {problem}", line=line.line, column=cell.column)


def _disagreement(
    lines: Mapping[int, PlayerLine], number: int, opponent: int, index: int, entry: Entry
) -> str:
    if opponent == number:
        return f"player {number} cannot meet himself or herself"
    if opponent not in lines:
        return f"player {number} meets {opponent}, but there is no player {opponent} in this file"
    theirs = lines[opponent]
    other = theirs.cells[index].entry if index < len(theirs.cells) else None
    if other is None or other.opponent is None:
        return f"player {number} meets {opponent}, but line {theirs.line} names no opponent for {opponent}"
    if other.opponent != number:
        return (
            f"player {number} meets {opponent}, but by line {theirs.line} {opponent} meets {other.opponent}"
        )
    if entry.colour is not None and entry.colour is other.colour:
        return f"players {number} and {opponent} have the same colour (see line {theirs.line})"
    if (entry.outcome, other.outcome) not in _AGREE:
        return (
            f"a {entry.outcome.value} of player {number} and a {other.outcome.value} of player {opponent} "
            f"(line {theirs.line}) cannot both be true"
        )
    return ""


def _rounds(
    lines: Mapping[int, PlayerLine], settings: Settings
) -> tuple[tuple[Round, ...], dict[int, dict[int, Outcome]]]:
    """The rounds that were paired, and the byes entered beforehand for those that were not."""
    count = max(len(line.cells) for line in lines.values())
    entries: list[dict[int, Entry]] = [{} for _ in range(count)]
    for number, line in lines.items():
        for index, cell in enumerate(line.cells):
            if cell.entry.outcome is not Outcome.ABSENT:
                entries[index][number] = cell.entry
    while entries and not any(entry.outcome.paired for entry in entries[-1].values()):
        count -= 1
        ahead = entries.pop()
        for number, entry in ahead.items():
            settings.byes.setdefault(count + 1, {})[number] = entry.outcome
    for number in settings.absent_next:
        settings.byes.setdefault(count + 1, {}).setdefault(number, Outcome.ZERO_POINT_BYE)
    for index, of_round in enumerate(entries, start=1):
        for number, outcome in settings.byes.pop(index, {}).items():
            of_round.setdefault(number, Entry(outcome))
    return tuple(Round(each) for each in entries), settings.byes


def _player(line: PlayerLine) -> Player:
    return Player(
        number=line.number,
        name=line.name,
        rating=line.rating,
        title=line.title,
        federation=line.federation,
    )


def _person(line: PlayerLine) -> Person:
    return Person(
        sex=line.sex,
        fide_id=line.fide_id,
        birth_date=line.birth_date,
        stated_points=line.points,
        stated_rank=line.rank,
    )


def _remarks(
    file: TrfFile,
    lines: Mapping[int, PlayerLine],
    tournament: Tournament,
    byes: Mapping[int, Mapping[int, Outcome]],
) -> Iterator[Remark]:
    system = tournament.point_system
    scores = dict.fromkeys(lines, 0)
    for played in tournament.rounds:
        for number, entry in played.entries.items():
            scores[number] += system.points(entry.outcome)
        present = played.entries.keys()
        if system.absent:
            for number in lines.keys() - present:
                scores[number] += system.absent
    for number, line in lines.items():
        ahead = sum(system.points(each[number]) for each in byes.values() if number in each)
        counted = Fraction(scores[number], system.unit)
        if line.points not in (None, counted, counted + Fraction(ahead, system.unit)):
            yield Remark(
                line.line,
                POINTS_COLUMNS[0],
                f"the file gives player {number} {float(line.points):g} points, "
                f"the results add up to {float(counted):g}",
            )
    for index, played in enumerate(tournament.rounds, start=1):
        free = sorted(
            number for number, entry in played.entries.items() if entry.outcome is Outcome.PAIRING_BYE
        )
        if len(free) > 1:
            second = lines[free[1]]
            yield Remark(
                second.line,
                second.cells[index - 1].column,
                f"round {index} has {len(free)} pairing-allocated byes",
            )
    for line in lines.values():
        if line.rating_overflows:
            yield Remark(
                line.line,
                RATING_COLUMNS[0],
                f"the rating of player {line.number} does not fit into the columns 49 to 52; "
                f"{line.rating} was read",
            )
    for number, each in file.numbered():
        if each.code == _ABNORMAL_POINTS:
            yield Remark(number, 1, "points given or taken outside the results are not counted")
