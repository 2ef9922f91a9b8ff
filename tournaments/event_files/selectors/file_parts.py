"""An event's file as data, once it was read: every value is of its kind and within its bounds."""

import datetime
from dataclasses import dataclass
from typing import Any

from players.club_games.services import GameDetails
from tournaments.events.services.prizes import PrizeData
from tournaments.models import EventState, RoundState


@dataclass(frozen=True)
class FilePerson:
    name: str
    sort_name: str
    country: str
    place: str


@dataclass(frozen=True)
class FileEntry:
    """`values` are fields of an entry, `person` the number of somebody in the file's list of people."""

    person: int
    values: dict[str, Any]
    absences: tuple[tuple[int, str], ...]
    place: str

    @property
    def rank(self) -> int | None:
        rank: int | None = self.values["starting_rank"]
        return rank


@dataclass(frozen=True)
class FileReport:
    by_first: bool
    result: str
    reported_at: datetime.datetime


@dataclass(frozen=True)
class FileText:
    """A record that is kept as text."""

    text: str
    sent_at: datetime.datetime


@dataclass(frozen=True)
class FileBoard:
    """`first` and `second` are numbers of the section's entries; `record` is the name of a file in the zip file."""

    board: int
    leg: int
    third_place: bool
    first: int
    second: int
    result: str
    result_at: datetime.datetime | None
    reason: str
    by_withdrawal: bool
    record: str | None
    record_contradicts: bool
    reports: tuple[FileReport, ...]
    texts: tuple[FileText, ...]
    decisions: tuple[dict[str, Any], ...]
    place: str


@dataclass(frozen=True)
class FileRound:
    values: dict[str, Any]
    boards: tuple[FileBoard, ...]
    byes: tuple[tuple[int, str], ...]
    place: str

    @property
    def number(self) -> int:
        number: int = self.values["number"]
        return number

    @property
    def is_closed(self) -> bool:
        return bool(self.values["state"] == RoundState.CLOSED)


@dataclass(frozen=True)
class FileTableRow:
    rank: int
    starting_rank: int
    points: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class FileSection:
    values: dict[str, Any]
    lots_seed: int
    prizes: tuple[PrizeData, ...]
    entries: tuple[FileEntry, ...]
    kept_apart: tuple[tuple[int, int, bool], ...]
    rounds: tuple[FileRound, ...]
    table: tuple[FileTableRow, ...] | None
    place: str


@dataclass(frozen=True)
class FileContent:
    id: str
    club: str
    arbiters: tuple[str, ...]
    event: dict[str, Any]
    game_without_referee: GameDetails | None
    state: EventState
    people: tuple[FilePerson, ...]
    sections: tuple[FileSection, ...]
    records_left_out: int
    news: tuple[tuple[str, datetime.datetime], ...] = ()

    @property
    def has_started(self) -> bool:
        return self.state not in (EventState.DRAFT, EventState.OPEN)

    @property
    def boards(self) -> list[FileBoard]:
        return [board for section in self.sections for round_ in section.rounds for board in round_.boards]
