"""Files that a stranger wrote: each mistake is told with its place, and nothing is imported."""

import io
import zipfile
from collections.abc import Callable, Generator
from typing import Any

import pytest
from django.conf import LazySettings
from pytest_django import DjangoDbBlocker

from players.models import Club, Person, User
from tests.games.records import BROKEN as BROKEN_RECORD
from tests.games.records import BROKEN_MESSAGE, STRATEGO
from tests.module_rows import module_rows
from tests.tournaments.event_files.builders import (
    exported,
    organiser_of,
    play_round,
    problems_of,
    with_content,
    with_member,
)
from tests.tournaments.results.builders import account_of, board_of, running_section, send_record
from tournaments.models import Event, EventFilePiece, Round

pytestmark = pytest.mark.django_db
RECORD = "records/section-1/round-1/board-1.txt"


@pytest.fixture(scope="module", autouse=True)
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[bytes, None, None]:
    """Of an event with five players, a closed round with a record, and a round that is being played."""
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            data = make_file()
        yield data


def make_file() -> bytes:
    section = running_section(5)
    olga = organiser_of(section.event.club, "Olga Organ")
    play_round(section, olga, "", "1/2-1/2", close=False)
    pairing = board_of(section)
    send_record(pairing, account=account_of(pairing.first))
    Round.objects.update(state="closed")
    play_round(section, olga, "0-1", close=False)
    return exported(section.event, olga)


def section_of(content: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = content["sections"][0]
    return found


def round_of(content: dict[str, Any], number: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = section_of(content)["rounds"][number - 1]
    return found


def change_board(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: round_of(content)["boards"][1].update(values)


def change_section(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: section_of(content).update(values)


def change_entry(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: section_of(content)["entries"][1].update(values)


def change_event(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["event"].update(values)


HERE = "event.json, section 1, round 1, board 2"
MISTAKES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "another format": (lambda content: content.update(format="chess"), "event.json"),
    "a newer version": (lambda content: content.update(version=2), "event.json"),
    "no people": (lambda content: content.pop("people"), "event.json"),
    "people as text": (lambda content: content.update(people="many"), "event.json, “people”"),
    "too many people": (lambda content: content.update(people=[{}] * 2001), "event.json, “people”"),
    "a name that cannot be read": (lambda content: content["people"][0].update(name="…"), "event.json, person 1"),
    "no such country": (lambda content: content["people"][0].update(country="XX"), "event.json, person 1"),
    "an event that ends before it begins": (change_event(ends_on="2026-01-01"), "event.json, event"),
    "a day that is none": (change_event(starts_on="2026-02-30"), "event.json, “event”, “starts_on”"),
    "an event without a name": (change_event(name=""), "event.json, event"),
    "a name with a null character": (change_event(name="A\0B"), "event.json, “event”, “name”"),
    "half a character": (change_event(place="\ud800"), "event.json, “event”, “place”"),
    "another game": (change_event(game="chess"), "event.json, “event”, “game”"),
    "rounds before the start": (change_event(state="open"), "event.json, section 1"),
    "finished without results": (change_event(state="finished"), "event.json, event"),
    "no such tie-break": (change_section(tie_breaks="XYZ"), "event.json, section 1"),
    "no such edition": (change_section(tie_break_edition=2023), "event.json, section 1, “tie_break_edition”"),
    "a win that is a loss": (change_section(win_points=0), "event.json, section 1"),
    "points as a text": (change_section(win_points="2"), "event.json, section 1, “win_points”"),
    "true as a number": (change_section(win_points=True), "event.json, section 1, “win_points”"),
    "a number without end": (change_section(planned_rounds=10**30), "event.json, section 1, “planned_rounds”"),
    "somebody twice": (change_entry(person=1), "event.json, section 1, entry 2"),
    "nobody": (change_entry(person=77), "event.json, section 1, entry 2, “person”"),
    "two of one rank": (change_entry(starting_rank=1), "event.json, section 1, entry 2"),
    "a player without a rank": (change_entry(starting_rank=None), "event.json, section 1, round 1, board"),
    "no such result": (change_board(result="2-0"), f"{HERE}, “result”"),
    "no result of a closed round": (change_board(result=""), HERE),
    "a game against oneself": (change_board(first=1, second=1), HERE),
    "a board twice": (change_board(board=1), HERE),
    "two boards at once": (
        lambda content: change_board(first=round_of(content)["boards"][0]["first"])(content), HERE
    ),
    "a board of somebody else": (change_board(first=99), f"{HERE}, “first”"),
    "a match for the third place": (change_board(third_place=True), HERE),
    "a game and a bye": (
        lambda content: round_of(content)["byes"].append({"entry": 1, "kind": "half"}), "event.json, section 1, round 1"
    ),
    "rounds that do not count from 1": (
        lambda content: round_of(content, 2).update(number=3), "event.json, section 1, round 2"
    ),
    "a record that is not there": (change_board(record="records/x.txt"), HERE),
    "a record of two boards": (change_board(record=RECORD), HERE),
    "a path out of the file": (change_board(record="../../etc/passwd"), HERE),
    "other results than the table": (change_board(result="1-0"), "section “Main”"),
    "a table with other points": (
        lambda content: section_of(content)["table"]["rows"][0].update(points="9"), "section “Main”"
    ),
    "a table with other players": (lambda content: section_of(content)["table"]["rows"].pop(), "section “Main”"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_place_and_nothing_is_written(
    file: bytes, frida: User, federation: Club, mistake: str
) -> None:
    change, place = MISTAKES[mistake]
    events, people = Event.objects.count(), Person.objects.count()

    problems = problems_of(with_content(file, change), actor=frida, club=federation)

    assert len(problems) == 1
    assert problems[0].startswith(place), problems
    assert (Event.objects.count(), Person.objects.count()) == (events, people)
    assert not EventFilePiece.objects.exists()


@pytest.mark.parametrize(
    "data",
    [b"no zip", b"PK\x05\x06" + b"\0" * 18, b'{"version": NaN}', b"PK\x03\x04" * 50],
    ids=["text", "empty zip", "json", "beginning of a zip"],
)
def test_what_is_no_event_file_is_refused(data: bytes, frida: User, federation: Club) -> None:
    assert len(problems_of(data, actor=frida, club=federation)) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"version": NaN}',
        b'{"version": ' + b"9" * 5000 + b"}",
        b"{",
        b"null",
        b"[]",
        b"[" + b"[]," * 1_000_000 + b"[]]",
    ],
    ids=["nested", "no text", "no number", "too many digits", "half", "nothing", "list", "a million lists"],
)
def test_json_that_cannot_be_read_is_refused_with_its_name(
    file: bytes, content: bytes, frida: User, federation: Club
) -> None:
    problems = problems_of(with_member(file, {"event.json": content}), actor=frida, club=federation)

    assert [problem.partition(":")[0] for problem in problems] == ["event.json"]


def test_every_cut_of_a_file_is_refused(file: bytes, frida: User, federation: Club) -> None:
    for end in (10, len(file) // 2, len(file) - 30, len(file) - 1):
        assert problems_of(file[:end], actor=frida, club=federation)


def test_a_byte_that_fell_over_is_noticed(file: bytes, frida: User, federation: Club) -> None:
    place = file.index(b"event.json") + 200
    changed = file[:place] + bytes([file[place] ^ 0x55]) + file[place + 1 :]

    assert problems_of(changed, actor=frida, club=federation)


def test_a_bomb_is_not_unpacked(file: bytes, frida: User, federation: Club) -> None:
    bomb = with_member(file, {RECORD: b" " * 300_000_000})
    assert len(bomb) < 1_000_000

    problems = problems_of(bomb, actor=frida, club=federation)

    assert [problem.partition(":")[0] for problem in problems] == [RECORD]


def test_all_records_together_are_bounded(
    file: bytes, frida: User, federation: Club, settings: LazySettings
) -> None:
    settings.GAMES_MOST_UNPACKED_BYTES = 4_000

    assert [problem.partition(":")[0] for problem in problems_of(file, actor=frida, club=federation)] == [
        "event.json"
    ]


def test_two_files_of_one_name_are_refused(file: bytes, frida: User, federation: Club) -> None:
    changed = io.BytesIO(file)
    with zipfile.ZipFile(changed, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("event.json", b"{}")

    assert len(problems_of(changed.getvalue(), actor=frida, club=federation)) == 1


def test_a_record_that_the_referee_refuses_is_told_with_its_line(
    file: bytes, frida: User, federation: Club
) -> None:
    problems = problems_of(with_member(file, {RECORD: BROKEN_RECORD.encode()}), actor=frida, club=federation)

    assert problems == [f"{RECORD}, line 6: {BROKEN_MESSAGE}"]


def test_a_record_of_another_game_is_refused(file: bytes, frida: User, federation: Club) -> None:
    problems = problems_of(with_member(file, {RECORD: STRATEGO.encode()}), actor=frida, club=federation)

    assert [problem.partition(":")[0] for problem in problems] == [RECORD]
