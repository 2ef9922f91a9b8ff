"""Compute the standings of every event again, and compare the results with what the history says of them."""

from collections.abc import Generator, Iterator
from typing import Any, Final, NamedTuple

from audit.selectors import history_of
from core.verification import Findings, Verification
from tournaments.models import Event, FinalTable, Pairing, ResultOrigin, Section
from tournaments.tables.selectors.standings import compute_table
from tournaments.tables.selectors.table_data import RowData
from tournaments.tournament_data import PUBLIC_STATES, load_section_data

EVENTS_PER_QUERY: Final = 200
# What is set without a line of its own, because a line about all boards says it.
WITHOUT_A_LINE: Final = (ResultOrigin.NONE, ResultOrigin.WITHDRAWAL, ResultOrigin.IMPORTED)


def verify_events(findings: Findings) -> Generator[None, None, str]:
    last = events = sections = results = 0
    while batch := list(Event.objects.filter(pk__gt=last).order_by("pk")[:EVENTS_PER_QUERY]):
        for event in batch:
            for section in Section.objects.filter(event=event).select_related("event").order_by("pk"):
                sections += 1
                for problem in _standings_problems(section):
                    findings.add(f"event {event.pk}, section {section.name}: {problem}")
            results += _verify_results(findings, event)
            yield
        events += len(batch)
        last = batch[-1].pk
    summary = f"{events} events: standings of {sections} sections computed again"
    return f"{summary}, {results} results compared with the history."


def _standings_problems(section: Section) -> Iterator[str]:
    """While an event is running, its standings are not stored: that they can be computed is all there is to see."""
    try:
        computed = compute_table(load_section_data(section))
    except Exception as error:  # noqa: BLE001  whatever its rows lead to, the next event is looked at as well
        yield f"its standings cannot be computed ({type(error).__name__}: {error})"
        return
    stored = FinalTable.objects.filter(section=section).first()
    if stored is None:
        if section.event.has_finished:
            yield "its final table is not there"
        return
    rows = [_numbers(row) for row in computed["rows"]]
    if [_numbers(row) for row in stored.table["rows"]] != rows:
        yield "its final table is not what its results make"


def _numbers(row: RowData) -> tuple[Any, ...]:
    return row["rank"], row["number"], str(row["points"]), [str(value) for value in row["values"]]


class _Board(NamedTuple):
    section: str
    round: int
    board: int
    leg: int


class _Players(NamedTuple):
    first: int
    second: int


def _verify_results(findings: Findings, event: Event) -> int:
    """A result is the one of its last line in the event's log. Two queries."""
    said = _last_results(event)
    known_sections = {board.section for board in said}
    count = 0
    pairings = Pairing.objects.filter(round__section__event=event, round__state__in=PUBLIC_STATES)
    for pairing in pairings.select_related("round__section", "first", "second").order_by("pk"):
        section = pairing.round.section.name
        lines = said.get(_Board(section, pairing.round.number, pairing.board, pairing.leg), {})
        players = _Players(pairing.first.person_id, pairing.second.person_id)
        count += 1
        if players in lines:
            if lines[players] != pairing.result and pairing.origin != ResultOrigin.WITHDRAWAL:
                findings.add(
                    f"event {event.pk}, section {section}, round {pairing.round.number}, board {pairing.board}: the "
                    f"result is {pairing.result!r}, but the history says {lines[players]!r}"
                )
        elif lines:
            # Profiles that were merged: the log has the one of that time.
            if pairing.result not in lines.values() and pairing.origin not in WITHOUT_A_LINE:
                findings.add(_missing(event, pairing))
        # A section that was renamed has its lines under its former name.
        elif pairing.origin not in WITHOUT_A_LINE and (section in known_sections or not said):
            findings.add(_missing(event, pairing))
    return count


def _missing(event: Event, pairing: Pairing) -> str:
    return (
        f"event {event.pk}, section {pairing.round.section.name}, round {pairing.round.number}, board {pairing.board}: "
        f"the history does not have the result {pairing.result!r}"
    )


def _last_results(event: Event) -> dict[_Board, dict[_Players, str]]:
    lines = history_of(event).filter(after__has_key="result").order_by("pk")
    found: dict[_Board, dict[_Players, str]] = {}
    for after in lines.values_list("after", flat=True).iterator(chunk_size=2000):
        if "board" in after:
            board = _Board(
                after.get("section", ""), after.get("round", 0), after["board"], after.get("leg", 1)
            )
            players = _Players(after.get("first", 0), after.get("second", 0))
            found.setdefault(board, {})[players] = after["result"]
    return found


EVENTS: Final = Verification(count=Event.objects.count, run=verify_events)
