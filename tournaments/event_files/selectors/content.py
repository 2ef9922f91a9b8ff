"""An event as the data of its file: docs/event-file.md. Nothing in it names a row of this database."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict
from core.permissions.actors import Actor
from games.models import Adjudication
from players.models import ClubGame, Person
from tournaments.event_files.selectors.shareable_records import decisions_about, shareable_games
from tournaments.events.services.events import EVENT_FIELDS, PAYMENT_FIELDS
from tournaments.models import (
    Absence,
    Bye,
    Entry,
    Event,
    EventOrigin,
    ImportedDecision,
    KeptApart,
    Pairing,
    Prize,
    ResultOrigin,
    ResultReport,
    Round,
    Section,
    TextRecord,
)
from tournaments.models.event import OPTION_COLUMNS
from tournaments.models.section import SECTION_FIELDS
from tournaments.tables.selectors.standings import load_table
from tournaments.tournament_data import PUBLIC_STATES

FORMAT: Final = "kiebitz-event"
VERSION: Final = 1
MAX_READINGS: Final = 5
FILE_FIELDS: Final = tuple(name for name in EVENT_FIELDS if name not in PAYMENT_FIELDS)
MAX_TEXT_BYTES: Final = (
    3 << 20
)  # of records kept as text, all together; JSON writes some letters with more bytes


class RecordMember(NamedTuple):
    """A file in the zip file with the record of a board."""

    name: str
    game: int


@dataclass(frozen=True)
class EventContent:
    data: Mapping[str, Any]
    records: Sequence[RecordMember]
    sections: Sequence[Section]


def load_content(event: Event, origin: EventOrigin, viewer: Actor) -> EventContent:
    """All of one moment: what somebody changes while it is read is read again. Some 20 queries, and those of tables."""
    for _attempt in range(MAX_READINGS):
        now = Event.objects.select_related("club").get(pk=event.pk)
        content = _read(now, origin, viewer)
        if Event.objects.filter(pk=now.pk, change_number=now.change_number).exists():
            return content
    raise Conflict(_("The event is being changed at this moment. Please try again."))


def _read(event: Event, origin: EventOrigin, viewer: Actor) -> EventContent:
    reader = _EventReader(event, viewer)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "id": origin.file_id,
        "written_at": _moment(timezone.now()),
        "written_by": f"Kiebitz {settings.VERSION}",
        "club": origin.club_name or event.club.name,
        "arbiters": _arbiters(event, origin),
        "event": {
            **_values(event, FILE_FIELDS),
            **_options(event),
            **_game_without_referee(event),
            "state": str(event.state),
        },
        "news": [
            {"text": each.text, "written_at": _moment(each.written_at)}
            for each in event.news.order_by("written_at", "pk")
        ],
        "people": reader.people,
        "sections": [reader.section(section) for section in reader.sections],
        "records_left_out": reader.left_out,
    }
    return EventContent(data, reader.records, reader.sections)


def _options(event: Event) -> dict[str, Any]:
    """Those with columns of their own by their names, as readers of version 1 expect them, and all together."""
    columns = {key: getattr(event, key) for key in OPTION_COLUMNS}
    return {**columns, "options": event.option_values}


def _game_without_referee(event: Event) -> dict[str, Any]:
    """So that another site knows it too."""
    if event.is_refereed:
        return {}
    game = ClubGame.objects.filter(slug=event.game).first()
    words = ("name", "first_side", "second_side", "has_draws")
    return {"game_without_referee": _values(game, words)} if game else {}


def _arbiters(event: Event, origin: EventOrigin) -> list[str]:
    """Names only; those of the file that the event came by, and those named since."""
    named = [str(each.person) for each in event.arbiters.select_related("person").order_by("pk")]
    return list(dict.fromkeys([*origin.arbiters, *named]))


class _EventReader:
    """The rows of an event, read with one query a table, as they stand in the file."""

    def __init__(self, event: Event, viewer: Actor) -> None:
        of_event = {"section__event": event}
        of_rounds = {"round__section__event": event, "round__state__in": PUBLIC_STATES}
        self.sections = list(event.sections.order_by("position", "pk"))
        for section in self.sections:
            section.event = event
        self.people: list[dict[str, Any]] = []
        self.records: list[RecordMember] = []
        self.left_out = 0
        self._entries = _by_key(
            Entry.objects.filter(**of_event)
            .select_related("person")
            .order_by("starting_rank", "entered_at", "pk"),
            "section_id",
        )
        for entries in self._entries.values():  # the databases differ in where they put those without a rank
            entries.sort(key=lambda entry: entry.starting_rank or 2**31)
        self._prizes = _by_key(Prize.objects.filter(**of_event).order_by("category", "place"), "section_id")
        self._absences = _by_key(
            Absence.objects.filter(entry__section__event=event).order_by("round_number"), "entry_id"
        )
        self._kept_apart = _by_key(KeptApart.objects.filter(**of_event), "section_id")
        rounds = Round.objects.filter(**of_event, state__in=PUBLIC_STATES).order_by("number")
        self._rounds = _by_key(rounds, "section_id")
        pairings = list(
            Pairing.objects.filter(**of_rounds).select_related("game").order_by("third_place", "board", "leg")
        )
        self._pairings = _by_key(pairings, "round_id")
        self._byes = _by_key(Bye.objects.filter(**of_rounds), "round_id")
        reports = ResultReport.objects.filter(pairing__round__section__event=event)
        self._reports = _by_key(reports.order_by("reported_at", "pk"), "pairing_id")
        told = ImportedDecision.objects.filter(pairing__round__section__event=event).order_by("pk")
        self._told_decisions = _by_key(told, "pairing_id")
        texts = TextRecord.objects.filter(pairing__round__section__event=event).order_by("pk")
        self._texts = _by_key(texts if not event.is_refereed else (), "pairing_id")
        self._text_bytes_left = MAX_TEXT_BYTES
        games = [pairing.game for pairing in pairings if pairing.game is not None]
        self._shared = shareable_games(viewer, games)
        self._decisions = decisions_about(self._shared)
        self._numbers: dict[int, int] = {}
        self._persons: dict[int, int] = {}

    def section(self, section: Section) -> dict[str, Any]:
        entries = self._entries.get(section.pk, [])
        self._numbers |= {entry.pk: number for number, entry in enumerate(entries, start=1)}
        apart = [
            {"one": one, "other": other, "strictly": each.strictly}
            for each in self._kept_apart.get(section.pk, [])
            for one, other in [sorted((self._numbers[each.one_id], self._numbers[each.other_id]))]
        ]
        return {
            **_values(section, SECTION_FIELDS),
            "lots_seed": section.lots_seed,
            "prizes": [
                _values(prize, ("place", "category", "amount", "currency", "title"))
                for prize in self._prizes.get(section.pk, [])
            ],
            "entries": [self._entry(entry) for entry in entries],
            "kept_apart": sorted(apart, key=lambda pair: (pair["one"], pair["other"])),
            "rounds": [self._round(section, round_) for round_ in self._rounds.get(section.pk, [])],
            "table": _table(section) if section.event.has_started else None,
        }

    def _person(self, person: Person) -> int:
        """The number of somebody in the file's list of people. Nothing private: what every visitor of a table sees."""
        if person.pk not in self._persons:
            self.people.append(_values(person, ("name", "sort_name", "country")))
            self._persons[person.pk] = len(self.people)
        return self._persons[person.pk]

    def _entry(self, entry: Entry) -> dict[str, Any]:
        return {
            "person": self._person(entry.person),
            **_values(
                entry,
                (
                    "state", "starting_rank", "rating", "rating_is_own", "rating_is_provisional", "club_name",
                    "categories", "first_round", "withdrawn_after", "fee_paid", "fee_waived", "checked_in_at",
                    "entered_at",
                ),
            ),
            "absences": [
                {"round": absence.round_number, "kind": absence.kind}
                for absence in self._absences.get(entry.pk, [])
            ],
        }  # fmt: skip

    def _round(self, section: Section, round_: Round) -> dict[str, Any]:
        byes = [
            {"entry": self._numbers[bye.entry_id], "kind": bye.kind} for bye in self._byes.get(round_.pk, [])
        ]
        return {
            **_values(round_, ("number", "state", "changed_by_hand", "published_at", "closed_at")),
            "boards": [self._board(section, round_, each) for each in self._pairings.get(round_.pk, [])],
            "byes": sorted(byes, key=lambda bye: bye["entry"]),
        }

    def _board(self, section: Section, round_: Round, pairing: Pairing) -> dict[str, Any]:
        return {
            **_values(pairing, ("board", "leg", "third_place")),
            "first": self._numbers[pairing.first_id],
            "second": self._numbers[pairing.second_id],
            **_values(pairing, ("result", "result_at", "reason")),
            "by_withdrawal": pairing.origin == ResultOrigin.WITHDRAWAL,
            "record": self._record(section, round_, pairing),
            "record_contradicts": pairing.record_contradicts and pairing.game_id in self._shared,
            "reports": [
                {
                    "player": "first" if report.entry_id == pairing.first_id else "second",
                    **_values(report, ("result", "reported_at")),
                }
                for report in self._reports.get(pairing.pk, [])
            ],
            **({} if section.event.is_refereed else {"texts": self._kept_texts(pairing)}),
            "decisions": [
                *(_told_decision(each) for each in self._told_decisions.get(pairing.pk, [])),
                *(_decision(each) for each in self._decisions.get(pairing.game_id or 0, [])),
            ],
        }

    def _kept_texts(self, pairing: Pairing) -> list[dict[str, Any]]:
        """As many as the file holds; the others are counted as left out."""
        kept = []
        for text in self._texts.get(pairing.pk, []):
            size = len(text.text.encode())
            if size > self._text_bytes_left:
                self.left_out += 1
                continue
            self._text_bytes_left -= size
            kept.append(_values(text, ("text", "sent_at")))
        return kept

    def _record(self, section: Section, round_: Round, pairing: Pairing) -> str | None:
        if pairing.game_id is None:
            return None
        if pairing.game_id not in self._shared:
            self.left_out += 1
            return None
        place = self.sections.index(section) + 1
        board = f"{'third-place-' if pairing.third_place else ''}{pairing.board}"
        game = f"-game-{pairing.leg}" if pairing.leg > 1 else ""
        name = f"records/section-{place}/round-{round_.number}/board-{board}{game}.txt"
        self.records.append(RecordMember(name, pairing.game_id))
        return name


def _decision(adjudication: Adjudication) -> dict[str, Any]:
    arbiter = adjudication.decided_by
    return {
        "arbiter": arbiter.display_name if arbiter else "",
        **_values(adjudication, ("verdict", "state", "result", "reason", "decided_at")),
    }


def _told_decision(told: ImportedDecision) -> dict[str, Any]:
    return _values(told, ("arbiter", "verdict", "state", "result", "reason", "decided_at"))


def _table(section: Section) -> dict[str, Any]:
    """As the pages show it: computed while the event is running, final once it is finished."""
    table = load_table(section)
    return {
        "is_final": table.frozen,
        "columns": [column["code"] for column in table.data["columns"]],
        "rows": [
            {"rank": row.rank, "starting_rank": row.number, "points": row.points, "values": row.values}
            for row in table.rows
        ],
    }


def _by_key(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    found = defaultdict[int, list[Any]](list)
    for row in rows:
        found[getattr(row, key)].append(row)
    return found


def _values(row: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return _moment(value)
        case date():
            return value.isoformat()
        case str():
            return str(value)
    return value


def _moment(moment: datetime) -> str:
    return moment.astimezone(timezone.get_default_timezone()).isoformat()
