"""What a report file would become: the event, its section and rounds, who of the players is known, and what is lost."""

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import Club, Person, User
from players.people.services.people import build_person
from tournaments import trf
from tournaments.events.services.imported_people import PeopleInReach, PlannedPlayer, match_person
from tournaments.models import ByeKind, PairingResult
from tournaments.pairing import BoardResult, Colour, Outcome, Player, Tournament
from tournaments.pairing import Round as PlainRound
from tournaments.tournament_data import BYE_OUTCOMES, GAME_RESULTS
from tournaments.trf import Report

MAX_FILE_SIZE: Final = 1_000_000
MAX_PLAYERS: Final = 1000
MAX_YEAR: Final = 2200
_DATE: Final = re.compile(r"\s*(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})\s*")
_YEAR: Final = re.compile(r"\s*(\d{4})")


@dataclass(frozen=True)
class PlannedBoard:
    first: int
    second: int
    result: PairingResult


@dataclass(frozen=True)
class PlannedRound:
    """Boards in the order of a hall: the highest scores first."""

    number: int
    boards: Sequence[PlannedBoard]
    byes: Mapping[int, ByeKind]

    @property
    def is_complete(self) -> bool:
        return all(board.result for board in self.boards)


@dataclass(frozen=True)
class ImportPlan:
    report: Report
    name: str
    starts_on: datetime.date
    ends_on: datetime.date
    players: Sequence[PlannedPlayer]
    rounds: Sequence[PlannedRound]
    arbiters: Sequence[Person] = ()
    problems: Sequence[str] = ()
    """With any of them, nothing is imported."""
    remarks: Sequence[str] = field(default=())
    """What is worth knowing and does not stand in the way."""

    @property
    def counts(self) -> Mapping[str, int]:
        kinds = Counter(each.match for each in self.players)
        return {kind: kinds[kind] for kind in ("known", "near", "new", "refused")}


def read_report(data: bytes) -> Report:
    if len(data) > MAX_FILE_SIZE:
        raise Refused(_("The file has more than a million characters: that is not a report of one event."))
    try:
        report = trf.read(data)
    except trf.TrfError as error:
        raise Refused(_("The report file cannot be read: %(problem)s.") % {"problem": error}) from error
    if len(report.tournament.players) > MAX_PLAYERS:
        raise Refused(_("The file has more than %(max)d players.") % {"max": MAX_PLAYERS})
    return report


def plan_import(data: bytes, *, actor: User, club: Club, today: datetime.date) -> ImportPlan:
    """Six queries, however many players there are. Nothing is written."""
    report = read_report(data)
    known = PeopleInReach(actor, club)
    players = _players(report, known)
    rounds, problems = plan_rounds(report.tournament)
    remarks = [str(remark) for remark in report.remarks]
    starts_on, ends_on = _event_dates(report, today, remarks)
    arbiters = _arbiters(report, known, remarks)
    problems = [
        *(
            _("Player %(number)d, %(name)s: %(problem)s")
            % {"number": each.number, "name": each.name, "problem": each.problem}
            for each in players
            if each.problem
        ),
        *problems,
    ]
    return ImportPlan(
        report=report,
        name=" ".join(report.tournament.name.split())[:120] or _("Imported event"),
        starts_on=starts_on,
        ends_on=ends_on,
        players=players,
        rounds=rounds,
        arbiters=arbiters,
        problems=problems,
        remarks=remarks,
    )


def _players(report: Report, known: PeopleInReach) -> list[PlannedPlayer]:
    read = [_read_player(report, player) for player in report.tournament.players]
    found = {each.number: match_person(each.person, known) for each in read if each.person}
    ids = {pk for each in found.values() for pk in (each.same, *each.near) if pk is not None}
    people = Person.objects.in_bulk(ids)
    players, lines = [], dict[tuple[str, int | None], int]()
    for each in read:
        if each.person is None:
            players.append(each)
            continue
        earlier = lines.setdefault((each.person.comparison_key, each.person.year_of_birth), each.number)
        problem = (
            _("Number %(number)d has the same name.") % {"number": earlier} if earlier != each.number else ""
        )
        same, near = found[each.number]
        players.append(
            replace(
                each,
                known=people.get(same) if same is not None else None,
                candidates=[people[pk] for pk in near if pk in people],
                problem=problem,
            )
        )
    return players


def _read_player(report: Report, player: Player) -> PlannedPlayer:
    year = _birth_year(report.people[player.number].birth_date)
    try:
        person = build_person(name=player.name, year_of_birth=year)
    except Refused as refusal:
        return PlannedPlayer(player.number, player.name, player.rating, None, problem=str(refusal))
    return PlannedPlayer(player.number, person.name, player.rating, person)


def _arbiters(report: Report, known: PeopleInReach, remarks: list[str]) -> list[Person]:
    """The members of the club with exactly these names; titles before them are left out."""
    details = report.details
    found = []
    for written in filter(None, (details.chief_arbiter, *details.deputy_arbiters)):
        name = re.sub(r"^(IA|FA|NA|GM|IM|FM|WGM|WIM)\s+|\s*\(.*\)\s*$", "", written.strip())
        try:
            pk = known.only_member_named(build_person(name=name).comparison_key)
        except Refused:
            pk = None
        if pk is None:
            remarks.append(_("The arbiter %(name)s is not known here: name one later.") % {"name": written})
        else:
            found.append(pk)
    return list(Person.objects.filter(pk__in=found)) if found else []


def _event_dates(
    report: Report, today: datetime.date, remarks: list[str]
) -> tuple[datetime.date, datetime.date]:
    first, last = parse_date(report.details.start), parse_date(report.details.end)
    if first is None:
        remarks.append(_("The file does not say when the event began: today is used."))
    starts_on = first or last or today
    ends_on = last or starts_on
    if ends_on < starts_on:
        remarks.append(_("The last day is before the first one: the first one is used for both."))
        ends_on = starts_on
    return starts_on, ends_on


def parse_date(text: str) -> datetime.date | None:
    found = _DATE.match(text)
    try:
        day = datetime.date(*map(int, found.groups())) if found else None
    except ValueError:
        return None
    return day if day and day.year <= MAX_YEAR else None


def _birth_year(text: str) -> int | None:
    found = _YEAR.match(text)
    year = int(found[1]) if found else 0
    return year if 1850 <= year <= MAX_YEAR else None


STORED_RESULTS: Final[Mapping[BoardResult, PairingResult]] = {
    game: PairingResult(stored) for stored, game in GAME_RESULTS.items() if stored != PairingResult.ADJOURNED
}

STORED_BYES: Final[Mapping[Outcome, ByeKind]] = {
    outcome: ByeKind(stored) for stored, outcome in BYE_OUTCOMES.items()
}


def plan_rounds(tournament: Tournament) -> tuple[list[PlannedRound], list[str]]:
    """The rounds, and sentences about games that cannot be kept as they are."""
    rounds, problems = [], []
    points = tournament.point_system
    scores = {player.number: 0 for player in tournament.players}
    for number, played in enumerate(tournament.rounds, start=1):
        boards = []
        for first, second in _pairs(played):
            outcomes = (played.entry(first).outcome, played.entry(second).outcome)
            result = _result(*outcomes)
            if result is None:
                problems.append(
                    _(
                        "Round %(round)d, players %(one)d and %(other)d: one has a half and the other nothing. "
                        "Such a decision cannot be imported."
                    )
                    % {"round": number, "one": first, "other": second}
                )
            else:
                boards.append(PlannedBoard(first, second, result))
        boards.sort(
            key=lambda board: (
                -max(scores[board.first], scores[board.second]),
                min(board.first, board.second),
            )
        )
        byes = {
            player: STORED_BYES[entry.outcome]
            for player, entry in played.entries.items()
            if entry.outcome.bye
        }
        rounds.append(PlannedRound(number, boards, byes))
        for player in scores:
            scores[player] += points.points(played.entry(player).outcome)
    return rounds, problems


def _pairs(played: PlainRound) -> list[tuple[int, int]]:
    """Each game once, who moves first in front; where the file names no colours, the lower number."""
    pairs = []
    for number, entry in sorted(played.entries.items()):
        if entry.opponent is None or entry.opponent < number:
            continue
        theirs = played.entry(entry.opponent).colour
        moves_second = entry.colour is Colour.BLACK or (entry.colour is None and theirs is Colour.WHITE)
        pairs.append((entry.opponent, number) if moves_second else (number, entry.opponent))
    return pairs


def _result(first: Outcome, second: Outcome) -> PairingResult | None:
    try:
        return STORED_RESULTS[BoardResult((first, second))]
    except ValueError:
        return None
