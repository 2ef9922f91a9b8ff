"""Reads the JSON of an event's file (docs/event-file.md), and refuses what is missing, wrong or out of its bounds."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _

from engine import registry
from engine.description import Option, OptionValue
from games.adjudication.services import MAX_DECISION_LENGTH
from games.models import GameResult, LiveMode
from games.models.adjudication import AdjudicationState, Verdict
from games.models.live import MAX_LIVE_DELAY
from players.club_games.services import GameDetails
from players.models.club_games import MAX_GAME_NAME_LENGTH, MAX_SIDE_LENGTH
from players.models.people import MAX_NAME_LENGTH
from tournaments.event_files.selectors.content import FORMAT, VERSION
from tournaments.event_files.selectors.file_parts import (
    FileBoard,
    FileContent,
    FileEntry,
    FilePerson,
    FileReport,
    FileRound,
    FileSection,
    FileTableRow,
    FileText,
)
from tournaments.event_files.selectors.nodes import Node
from tournaments.events.services.events import MAX_ARBITERS
from tournaments.events.services.news import MAX_NEWS, MAX_NEWS_LENGTH
from tournaments.events.services.prizes import MAX_AMOUNT, MAX_PRIZES, PrizeData
from tournaments.events.services.sections import MAX_POINTS, MAX_ROUNDS, MAX_SECTIONS
from tournaments.models import (
    AbsenceKind,
    ByeKind,
    EntryState,
    EventState,
    FirstColour,
    PairingResult,
    PairingSystem,
    PlayerAbsences,
    PlayerRecording,
    PrizeSharing,
    RecordsPublic,
    RoundState,
    TieBreakEdition,
)
from tournaments.models.event_file import MAX_ARBITER_NAME_LENGTH, MAX_FILE_ID_LENGTH
from tournaments.models.section import POINT_FIELDS
from tournaments.models.text_record import MAX_TEXT_LENGTH
from tournaments.results.services.text_records import MAX_TEXTS_OF_BOARD

MAX_PEOPLE: Final = 2000
MAX_ENTRIES: Final = 1000
MAX_BOARDS: Final = 4000
MAX_LEGS: Final = 20
MAX_SMALL: Final = 32767
MAX_SEED: Final = 2**31 - 1
MAX_DECISIONS: Final = 20
MAX_PATH: Final = 200
_STARTED_ROUNDS: Final = (RoundState.PUBLISHED.value, RoundState.CLOSED.value)
_REPORTED: Final = ("1-0", "1/2-1/2", "0-1")
_DECIDED: Final = (AdjudicationState.CONFIRMED.value, AdjudicationState.OVERRULED.value)


def read_content(value: Any) -> FileContent:
    """Refused with a sentence where a value is missing, wrong or out of its bounds."""
    root = Node(value, "event.json")
    if root.text("format", most=100) != FORMAT:
        raise root.problem(_("this is not an event of Kiebitz."))
    if (version := root.number("version", least=1, most=10**6)) > VERSION:
        raise root.problem(
            _(
                "the file has version %(version)d of the format, and this site reads up to %(known)d. Update the site."
            )
            % {"version": version, "known": VERSION}
        )
    people = root.items("people", _("person"), most=MAX_PEOPLE)
    sections = root.items("sections", _("section"), most=MAX_SECTIONS)
    event = root.member("event")
    arbiters = root.member("arbiters").value
    return FileContent(
        id=root.text("id", most=MAX_FILE_ID_LENGTH),
        club=root.text("club", most=120),
        arbiters=tuple(
            Node({"name": name}, f"event.json, {_('arbiter')} {number}").text(
                "name", most=MAX_ARBITER_NAME_LENGTH
            )
            for number, name in enumerate(
                arbiters[:MAX_ARBITERS] if isinstance(arbiters, list) else (), start=1
            )
        ),
        event=_event(event),
        game_without_referee=_game_without_referee(event),
        state=EventState(event.choice("state", EventState.values)),
        people=tuple(_person(each) for each in people),
        sections=tuple(_section(each, len(people)) for each in sections),
        records_left_out=root.number("records_left_out", most=10**6),
        news=tuple(
            (each.text("text", most=MAX_NEWS_LENGTH), each.moment("written_at"))
            for each in (root.items("news", _("news"), most=MAX_NEWS) if root.has("news") else ())
        ),
    )


def _event(node: Node) -> dict[str, Any]:
    game = "" if "game_without_referee" in node.value else node.choice("game", registry.names())
    return {
        "name": node.text("name", most=120),
        "game": game,
        "place": node.text("place", most=200),
        "starts_on": node.day("starts_on"),
        "ends_on": node.day("ends_on"),
        "time_zone": node.text("time_zone", most=64),
        "about": node.text("about", most=20_000),
        "options": _options(node, registry.description(game).options) if game else {},
        **{
            name: node.optional_number(name, most=MAX_SMALL)
            for name in ("no_capture_limit", "round_minutes", "records_due_hours")
        },
        "thinking_time": node.text("thinking_time", most=120),
        "records_public": node.choice("records_public", RecordsPublic.values),
        "player_absences": node.choice("player_absences", PlayerAbsences.values),
        **{name: node.flag(name) for name in ("self_entry", "confirm_entries", "players_report")},
        "entries_until": node.optional_moment("entries_until"),
        "fee": node.text("fee", most=60),
        **_player_recording(node),
        "timetable": node.optional_text("timetable", most=2000),
        **_live_boards(node),
    }


def _live_boards(node: Node) -> dict[str, Any]:
    """Files of earlier releases say nothing of it."""
    if "live_boards" not in node.value:
        return {}
    return {
        "live_boards": node.choice("live_boards", LiveMode.values),
        "live_delay": node.number("live_delay", most=MAX_LIVE_DELAY),
    }


def _player_recording(node: Node) -> dict[str, Any]:
    """Files of earlier releases say nothing of it."""
    if "player_recording" not in node.value:
        return {}
    return {"player_recording": node.choice("player_recording", PlayerRecording.values)}


def _game_without_referee(node: Node) -> GameDetails | None:
    if "game_without_referee" not in node.value:
        return None
    game = node.member("game_without_referee")
    return {
        "name": game.text("name", most=MAX_GAME_NAME_LENGTH),
        "first_side": game.text("first_side", most=MAX_SIDE_LENGTH),
        "second_side": game.text("second_side", most=MAX_SIDE_LENGTH),
        "has_draws": game.flag("has_draws"),
    }


def _options(node: Node, known: Iterable[Option]) -> dict[str, OptionValue]:
    """Of the event's game. Files of earlier releases have them beside the other fields."""
    node = node.member("options") if "options" in node.value else node
    values: dict[str, OptionValue] = {}
    for option in known:
        found = node.member(option.key)
        if not option.allows(found.value):
            raise found.problem(_("this is not possible for the option."))
        values[option.key] = found.value
    return values


def _person(node: Node) -> FilePerson:
    return FilePerson(
        node.text("name", most=MAX_NAME_LENGTH),
        node.text("sort_name", most=MAX_NAME_LENGTH),
        node.text("country", most=2),
        node.place,
    )


def _edition(node: Node) -> int | None:
    if not node.has("tie_break_edition"):  # the file is older than the choice, and follows the rules of 2026
        return TieBreakEdition.OF_2026
    edition = node.optional_number("tie_break_edition", most=MAX_SMALL)
    if edition is not None and edition not in TieBreakEdition.values:
        listed = ", ".join(map(str, TieBreakEdition.values))
        raise node.member("tie_break_edition").problem(
            _("“%(value)s” is not one of %(choices)s.") % {"value": edition, "choices": listed}
        )
    return edition


def _section(node: Node, people: int) -> FileSection:
    entries = node.items("entries", _("entry"), most=MAX_ENTRIES)
    table = None if node.member("table").value is None else node.member("table")
    return FileSection(
        values={
            "name": node.text("name", most=80),
            "system": node.choice("system", PairingSystem.values),
            "planned_rounds": node.number("planned_rounds", least=1, most=MAX_ROUNDS),
            **{name: node.number(name, least=1, most=MAX_SMALL) for name in ("cycles", "games_per_match")},
            **{name: node.flag(name) for name in ("third_place", "accelerated", "keep_clubs_apart", "rated")},
            "tie_rules": node.text("tie_rules", most=80),
            "first_colour": node.choice("first_colour", FirstColour.values),
            **{name: node.number(name, most=MAX_POINTS) for name in POINT_FIELDS},
            "tie_breaks": node.text("tie_breaks", most=200),
            "tie_break_edition": _edition(node),
            "prize_sharing": node.choice("prize_sharing", PrizeSharing.values),
            "entry_limit": node.optional_number("entry_limit", most=MAX_SMALL),
        },
        lots_seed=node.number("lots_seed", most=MAX_SEED),
        prizes=tuple(_prize(each) for each in node.items("prizes", _("prize"), most=MAX_PRIZES)),
        entries=tuple(_entry(each, people) for each in entries),
        kept_apart=tuple(
            (*_two_entries(each, "one", "other", len(entries)), each.flag("strictly"))
            for each in node.items("kept_apart", _("pair kept apart"), most=MAX_ENTRIES)
        ),
        rounds=tuple(
            _round(each, len(entries)) for each in node.items("rounds", _("round"), most=MAX_ROUNDS)
        ),
        table=tuple(_table_row(each) for each in table.items("rows", _("row"), most=MAX_ENTRIES))
        if table
        else None,
        place=node.place,
    )


def _prize(node: Node) -> PrizeData:
    return PrizeData(
        place=node.number("place", least=1, most=1000),
        category=node.text("category", most=40),
        amount=node.number("amount", most=MAX_AMOUNT),
        currency=node.text("currency", most=3),
        title=node.text("title", most=80),
    )


def _entry(node: Node, people: int) -> FileEntry:
    return FileEntry(
        person=node.number("person", least=1, most=people),
        values={
            "state": node.choice("state", EntryState.values),
            "starting_rank": node.optional_number("starting_rank", least=1, most=MAX_SMALL),
            "rating": node.number("rating", most=MAX_SMALL),
            **{name: node.flag(name) for name in ("rating_is_own", "rating_is_provisional", "fee_paid")},
            "fee_waived": node.has("fee_waived") and node.flag("fee_waived"),
            "club_name": node.text("club_name", most=120),
            "categories": node.text("categories", most=120),
            "first_round": node.number("first_round", least=1, most=MAX_ROUNDS),
            "withdrawn_after": node.optional_number("withdrawn_after", most=MAX_ROUNDS),
            "checked_in_at": node.optional_moment("checked_in_at"),
            "entered_at": node.moment("entered_at"),
        },
        absences=tuple(
            (each.number("round", least=1, most=MAX_ROUNDS), each.choice("kind", AbsenceKind.values))
            for each in node.items("absences", _("absence"), most=MAX_ROUNDS)
        ),
        place=node.place,
    )


def _round(node: Node, entries: int) -> FileRound:
    return FileRound(
        values={
            "number": node.number("number", least=1, most=MAX_ROUNDS),
            "state": node.choice("state", _STARTED_ROUNDS),
            "changed_by_hand": node.flag("changed_by_hand"),
            "published_at": node.optional_moment("published_at"),
            "closed_at": node.optional_moment("closed_at"),
        },
        boards=tuple(_board(each, entries) for each in node.items("boards", _("board"), most=MAX_BOARDS)),
        byes=tuple(
            (each.number("entry", least=1, most=entries), each.choice("kind", ByeKind.values))
            for each in node.items("byes", _("bye"), most=MAX_ENTRIES)
        ),
        place=node.place,
    )


def _board(node: Node, entries: int) -> FileBoard:
    first, second = _two_entries(node, "first", "second", entries)
    record = node.member("record").value
    return FileBoard(
        board=node.number("board", least=1, most=MAX_BOARDS),
        leg=node.number("leg", least=1, most=MAX_LEGS),
        third_place=node.flag("third_place"),
        first=first,
        second=second,
        result=node.choice("result", PairingResult.values),
        result_at=node.optional_moment("result_at"),
        reason=node.text("reason", most=500),
        by_withdrawal=node.flag("by_withdrawal"),
        record=None if record is None else node.text("record", most=MAX_PATH),
        record_contradicts=node.flag("record_contradicts"),
        reports=tuple(
            FileReport(
                each.choice("player", ("first", "second")) == "first",
                each.choice("result", _REPORTED),
                each.moment("reported_at"),
            )
            for each in node.items("reports", _("report"), most=2)
        ),
        texts=tuple(
            FileText(each.text("text", most=MAX_TEXT_LENGTH), each.moment("sent_at"))
            for each in (
                node.items("texts", _("record"), most=MAX_TEXTS_OF_BOARD) if "texts" in node.value else ()
            )
        ),
        decisions=tuple(
            _decision(each) for each in node.items("decisions", _("decision"), most=MAX_DECISIONS)
        ),
        place=node.place,
    )


def _decision(node: Node) -> dict[str, Any]:
    return {
        "arbiter": node.text("arbiter", most=MAX_ARBITER_NAME_LENGTH),
        "verdict": node.choice("verdict", Verdict.values),
        "state": node.choice("state", _DECIDED),
        "result": node.choice("result", ("", *GameResult.values)),
        "reason": node.text("reason", most=MAX_DECISION_LENGTH),
        "decided_at": node.moment("decided_at"),
    }


def _two_entries(node: Node, one: str, other: str, entries: int) -> tuple[int, int]:
    found = node.number(one, least=1, most=entries), node.number(other, least=1, most=entries)
    if found[0] == found[1]:
        raise node.problem(_("it is twice the same player."))
    return found


def _table_row(node: Node) -> FileTableRow:
    values = node.member("values").value
    return FileTableRow(
        node.number("rank", least=1, most=MAX_SMALL),
        node.number("starting_rank", least=1, most=MAX_SMALL),
        node.text("points", most=20),
        tuple(str(value)[:20] for value in values) if isinstance(values, list) else (),
    )
