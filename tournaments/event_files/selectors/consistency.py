"""Whether an event in a file can have been: nobody sits at two boards, rounds count from 1, results fit rounds."""

from collections.abc import Collection, Sequence
from typing import Final

from django.utils.translation import gettext as _

from tournaments.event_files.selectors.file_parts import (
    FileBoard,
    FileContent,
    FileRound,
    FileSection,
    FileTableRow,
)
from tournaments.event_files.selectors.nodes import FileProblem
from tournaments.models import PairingResult, PairingSystem

MAX_BOARDS_IN_ALL: Final = 20_000


def check_consistency(content: FileContent, *, files: Collection[str]) -> None:
    """`files` are the names of those in the zip file. Refused with a sentence and its place."""
    if not content.sections and content.has_started:
        raise FileProblem("event.json", _("the event has begun and has no section."))
    if len(content.boards) > MAX_BOARDS_IN_ALL:
        raise FileProblem("event.json", _("at most %(max)d games are read.") % {"max": MAX_BOARDS_IN_ALL})
    for section in content.sections:
        _check_entries(section)
        _check_rounds(section, has_started=content.has_started)
    _check_records(content.boards, files)


def table_difference(section: FileSection, ours: Sequence[FileTableRow]) -> FileProblem | None:
    """Where the file's table is not the one that its own results make."""
    if section.table is None:
        return None
    names = _("section “%(name)s”") % {"name": section.values["name"]}
    if len(section.table) != len(ours):
        return FileProblem(
            names,
            _("the file’s table has %(theirs)d players, and the results are of %(ours)d.")
            % {"theirs": len(section.table), "ours": len(ours)},
        )
    by_rank = {row.starting_rank: row for row in ours}
    for row in section.table:
        counted = by_rank.get(row.starting_rank)
        if counted is not None and counted == row:
            continue
        return FileProblem(
            names,
            _(
                "the file’s table says “%(theirs)s” of starting rank %(rank)d, and its results make “%(ours)s”."
            )
            % {"theirs": _describe(row), "rank": row.starting_rank, "ours": _describe(counted)},
        )
    return None


def _describe(row: FileTableRow | None) -> str:
    """“2. 3½ 10 12”: the place, the points and the tie-breaks."""
    return f"{row.rank}. {' '.join((row.points, *row.values))}" if row else "–"


def _check_entries(section: FileSection) -> None:
    people, ranks = set[int](), set[int]()
    for entry in section.entries:
        if entry.person in people:
            raise FileProblem(entry.place, _("this player is in the section twice."))
        people.add(entry.person)
        if entry.rank is not None and entry.rank in ranks:
            raise FileProblem(
                entry.place, _("somebody else has the starting rank %(rank)d too.") % {"rank": entry.rank}
            )
        ranks.add(entry.rank or 0)
        rounds = [number for number, _kind in entry.absences]
        if len(set(rounds)) != len(rounds):
            raise FileProblem(entry.place, _("there are two absences of one round."))
    pairs = {frozenset(pair[:2]) for pair in section.kept_apart}
    if len(pairs) != len(section.kept_apart):
        raise FileProblem(section.place, _("two players are kept apart twice."))


def _check_rounds(section: FileSection, *, has_started: bool) -> None:
    if section.rounds and not has_started:
        raise FileProblem(section.place, _("there are rounds, although the event has not begun."))
    for number, round_ in enumerate(section.rounds, start=1):
        if round_.number != number:
            raise FileProblem(
                round_.place, _("rounds count from 1: this has to be number %(number)d.") % {"number": number}
            )
        _check_seats(section, round_)
        for board in round_.boards:
            _check_result(section, round_, board)


def _check_seats(section: FileSection, round_: FileRound) -> None:
    boards = dict[tuple[bool, int], frozenset[int]]()
    games, seats = set[tuple[bool, int, int]](), set[tuple[int, int]]()
    for board in round_.boards:
        here, players = (board.third_place, board.board), frozenset((board.first, board.second))
        if (*here, board.leg) in games:
            raise FileProblem(board.place, _("there is another game with this number."))
        games.add((*here, board.leg))
        if boards.setdefault(here, players) != players:
            raise FileProblem(board.place, _("the games of one match have to be of the same two players."))
        for player in players:
            if section.entries[player - 1].rank is None:
                raise FileProblem(board.place, _("a player of this game has no starting rank."))
            if (player, board.leg) in seats:
                raise FileProblem(board.place, _("a player of this game sits at another board too."))
            seats.add((player, board.leg))
    byes = [entry for entry, _kind in round_.byes]
    if len(set(byes)) != len(byes) or any(section.entries[bye - 1].rank is None for bye in byes):
        raise FileProblem(round_.place, _("somebody has two byes, or a bye and no starting rank."))
    if {player for player, _leg in seats} & set(byes):
        raise FileProblem(round_.place, _("somebody plays and has a bye."))


def _check_result(section: FileSection, round_: FileRound, board: FileBoard) -> None:
    if board.result == PairingResult.NONE:
        if round_.is_closed:
            raise FileProblem(board.place, _("there is no result, although the round is closed."))
        if board.reason or board.by_withdrawal:
            raise FileProblem(board.place, _("there is a reason for a result, and no result."))
    if board.third_place and section.values["system"] != PairingSystem.KNOCKOUT:
        raise FileProblem(board.place, _("only a knockout has a match for the third place."))
    if len({report.by_first for report in board.reports}) != len(board.reports):
        raise FileProblem(board.place, _("one player has reported two results."))


def _check_records(boards: Sequence[FileBoard], files: Collection[str]) -> None:
    taken = set[str]()
    for board in boards:
        if board.record is None:
            continue
        if board.record not in files:
            raise FileProblem(
                board.place, _("the record “%(name)s” is not in the zip file.") % {"name": board.record}
            )
        if board.record in taken:
            raise FileProblem(board.place, _("another board has the same record."))
        taken.add(board.record)
