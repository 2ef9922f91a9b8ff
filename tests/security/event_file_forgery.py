"""Event files that somebody has changed, or never got from a site: any names, results, roles, records and ids."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from tests.security.world import ATTACKERS, KNOWN_PEOPLE, barragoon_record, hidden_record
from tests.tournaments.event_files.builders import content_of, with_member
from tournaments.models import EventState, PairingResult

Content = dict[str, Any]


def forge(data: bytes, chance: Random, *, ids: Sequence[str]) -> bytes:
    """The file with some of it changed: what suits the sender. Its tables are left out, or changes would be noticed."""
    content = content_of(data)
    members: dict[str, bytes | None] = {}
    for section in content["sections"]:
        section["table"] = None
    for _ in range(chance.randrange(6)):
        chance.choice(_CHANGES)(content, chance)
    if chance.random() < 0.5:
        content["id"] = chance.choice([*ids, "f" * 32])
    if chance.random() < 0.4:
        members |= _add_record(content, chance)
    return with_member(data, members | {"event.json": json.dumps(content).encode()})


def _rename_people(content: Content, chance: Random) -> None:
    names = chance.sample([*KNOWN_PEOPLE, *ATTACKERS, "Somebody New"], len(content["people"]))
    for person, name in zip(content["people"], names, strict=True):
        person |= {"name": name, "sort_name": name}


def _name_twins(content: Content, chance: Random) -> None:
    name = chance.choice(KNOWN_PEOPLE)
    for person in content["people"]:
        person |= {"name": name, "sort_name": name}


def _change_results(content: Content, chance: Random) -> None:
    for board in _boards(content):
        board |= {"result": chance.choice(PairingResult.values), "by_withdrawal": chance.random() < 0.2}


def _win_all(content: Content, chance: Random) -> None:
    content["event"]["state"] = "finished"
    for section in content["sections"]:
        section |= {"rated": True, "planned_rounds": len(section["rounds"])}
        for round_ in section["rounds"]:
            round_ |= {"state": "closed"}
    for board in _boards(content):
        board |= {"result": "1-0"}


def _change_state(content: Content, chance: Random) -> None:
    content["event"]["state"] = chance.choice(EventState.values)


def _change_ratings(content: Content, chance: Random) -> None:
    for section in content["sections"]:
        section["rated"] = True
        for entry in section["entries"]:
            entry |= {
                "rating": chance.choice([0, 3000]),
                "rating_is_own": True,
                "rating_is_provisional": False,
            }


def _claim_offices(content: Content, chance: Random) -> None:
    """Names that the format does not know are among them."""
    content |= {"club": "Lapwing", "arbiters": list(ATTACKERS), "organisers": list(ATTACKERS)}
    content["event"] |= {"club": "lapwing", "organiser": chance.choice(ATTACKERS), "pk": 1, "id": 1}
    for person in content["people"]:
        person |= {"pk": 1, "account": 1, "role": "owner", "year_of_birth": 1900, "listed": True}


def _invent_decisions(content: Content, chance: Random) -> None:
    for board in _boards(content):
        board["reports"] = [{"player": "first", "result": "1-0", "reported_at": "2026-05-02T10:00:00Z"}]
        board["decisions"] = [
            {
                "arbiter": "Ada Abt",
                "verdict": "dead",
                "state": "overruled",
                "result": "1-0",
                "reason": "Because.",
                "decided_at": "2026-05-02T10:00:00Z",
            }
        ]


def _change_event(content: Content, chance: Random) -> None:
    content["event"] |= chance.choice(
        [
            {"name": "Autumn Stratego", "game": "stratego"},
            {"name": "Autumn Open", "records_public": "at_once"},
            {"name": "Spring Open", "starts_on": "2020-01-01", "ends_on": "2020-01-02"},
        ]
    )


def _add_record(content: Content, chance: Random) -> Mapping[str, bytes]:
    """A copy of a game that is withheld or has its board elsewhere, or one that nobody played."""
    boards = list(_boards(content))
    if not boards:
        return {}
    name = "records/section-1/round-1/board-1.txt"
    chance.choice(boards)["record"] = name
    text = chance.choice(
        [
            hidden_record(),
            barragoon_record("Mia Maus", "Max Mohn", chance.choice(["1-0", "0-1"]), event="Autumn Open"),
            barragoon_record(chance.choice(KNOWN_PEOPLE), chance.choice(ATTACKERS), "0-1"),
        ]
    )
    return {name: text.encode()}


def _boards(content: Content) -> list[dict[str, Any]]:
    return [
        board for section in content["sections"] for round_ in section["rounds"] for board in round_["boards"]
    ]


_CHANGES: Final[tuple[Callable[[Content, Random], None], ...]] = (
    _rename_people,
    _name_twins,
    _change_results,
    _win_all,
    _win_all,
    _change_state,
    _change_ratings,
    _claim_offices,
    _invent_decisions,
    _change_event,
)


def _with_twin(data: bytes) -> bytes:
    """zipfile would warn of it: the list has the same name twice."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for name in ("event.json", "event.twin"):
            new.writestr(name, old.read("event.json"))
    return file.getvalue().replace(b"event.twin", b"event.json")


# Bombs and wrecks, made of a file that was well.
ODDITIES: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "cut": lambda data: data[: len(data) // 2],
    "no zip file": lambda data: b"PK\x05\x06 event.json",
    "a bomb": lambda data: with_member(data, {"event.json": b" " * 20_000_000}),
    "a zip file in a zip file": lambda data: with_member(data, {"event.json": data}),
    "nested": lambda data: with_member(data, {"event.json": b"[" * 200_000}),
    "a million lists": lambda data: with_member(data, {"event.json": b"[" + b"[]," * 1_000_001 + b"[]]"}),
    "paths out of it": lambda data: with_member(data, {"../../event.json": b"{}", "/etc/passwd": b"x"}),
    "two of one name": _with_twin,
    "nothing": lambda data: with_member(data, {"event.json": None}),
}
