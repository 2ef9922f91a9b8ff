"""What a report file would become: the event, its section and rounds, who of the players is known, and what is lost."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import Club, Membership, Person, User
from players.people.selectors.known_people import KnownPeople, KnownPerson
from players.people.selectors.people import people_visible_to
from players.people.services.people import build_person
from tournaments import trf
from tournaments.models import ByeKind, PairingResult
from tournaments.pairing import BoardResult, Colour, Outcome, Player, Tournament
from tournaments.pairing import Round as PlainRound
from tournaments.tournament_data import BYE_OUTCOMES, GAME_RESULTS
from tournaments.trf import Report

MAX_FILE_SIZE: Final = 1_000_000
MAX_PLAYERS: Final = 1000
MAX_YEAR: Final = 2200
NEW_PERSON: Final = "new"
_DATE: Final = re.compile(r"\s*(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})\s*")
_YEAR: Final = re.compile(r"\s*(\d{4})")


@dataclass(frozen=True)
class PlannedPlayer:
    """One player line. `known` is the person of that name; else `candidates` have nearly that name."""

    number: int
    name: str
    rating: int
    person: Person | None
    """Somebody new with what the line says, not saved."""
    known: Person | None = None
    candidates: Sequence[Person] = ()
    problem: str = ""

    @property
    def match(self) -> str:
        if self.problem:
            return "refused"
        return "known" if self.known else "near" if self.candidates else "new"


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
    known = _KnownPeople(actor, club)
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


def resolve_people(plan: ImportPlan, choices: Mapping[int, str]) -> dict[int, Person]:
    """Who each player is, by number; those who are new are not saved. One person twice is refused."""
    people: dict[int, Person] = {}
    taken: dict[int, str] = {}
    for player in plan.players:
        wanted = choices.get(player.number, "")
        among = {
            str(each.pk): each for each in (*player.candidates, *([player.known] if player.known else []))
        }
        person = among.get(wanted) or (player.known if wanted != NEW_PERSON else None) or player.person
        if person is None:
            raise Refused(player.problem)
        if person.pk is not None and person.pk in taken:
            raise Refused(
                _("%(one)s and %(other)s cannot both be %(person)s.")
                % {"one": taken[person.pk], "other": player.name, "person": person.name}
            )
        if person.pk is not None:
            taken[person.pk] = player.name
        people[player.number] = person
    return people


class _KnownPeople:
    """The people whom the organiser sees, by their names."""

    def __init__(self, actor: User, club: Club) -> None:
        members = set(Membership.objects.filter(club=club).values_list("person", flat=True))
        columns = ("pk", "comparison_key", "year_of_birth", "shows_year_of_birth", "account")
        self._people = KnownPeople(
            KnownPerson(
                pk,
                key,
                # A year of birth that is nobody's business is not compared.
                year if shown or (account is None and pk in members) else None,
                belongs=pk in members,
            )
            for pk, key, year, shown, account in people_visible_to(actor).values_list(*columns).iterator()
        )

    def same(self, key: str, year: int | None) -> int | None:
        found = self._people.only_member(key, year)
        return found.pk if found else None

    def only_member_named(self, key: str) -> int | None:
        return self.same(key, None)

    def near(self, key: str) -> list[int]:
        return [person.pk for person in self._people.near(key)]


class _Matches(NamedTuple):
    """Whom a name may mean, by ids."""

    same: int | None
    near: Sequence[int]


def _players(report: Report, known: _KnownPeople) -> list[PlannedPlayer]:
    read = [_read_player(report, player) for player in report.tournament.players]
    found = {each.number: _match_person(each.person, known) for each in read if each.person}
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


def _match_person(person: Person, known: _KnownPeople) -> _Matches:
    same = known.same(person.comparison_key, person.year_of_birth)
    return _Matches(same, () if same is not None else known.near(person.comparison_key))


def _arbiters(report: Report, known: _KnownPeople, remarks: list[str]) -> list[Person]:
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


def read_choices(data: Mapping[str, str], numbers: Collection[int]) -> dict[int, str]:
    """What a form says about the players: `player-7` is a person's id or `new`."""
    named = {number: data.get(f"player-{number}", "") for number in numbers}
    return {number: choice for number, choice in named.items() if choice}


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
