"""The document for the browser: complete, small, and without anything its viewer may not know."""

import json
import random
from typing import Any

import pytest

from engine.record import Record, read_text
from engine.stratego import Kind
from games.replay.presenters.moves import replay_document
from games.replay.presenters.replay import Replay, build_replay
from tests.games.replay.records import (
    SECRET,
    annotated,
    in_words,
    one,
    random_barragoon,
    random_stratego,
    stratego,
)


def boards(data: dict[str, Any], line: int = 0) -> list[dict[int, str]]:
    """What the browser makes of it: the contents by square after each ply of a line."""
    board = {square: data["contents"][content] for square, content in pairs(data["start"])}
    found = [dict(board)]
    for ply in data["lines"][line]["plies"]:
        board |= {square: data["contents"][content] for square, content in pairs(ply["set"])}
        found.append({square: content for square, content in board.items() if content})
    return found


def pairs(numbers: list[int]) -> list[tuple[int, int]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_the_browser_can_rebuild_every_position() -> None:
    (record,) = read_text(random_barragoon(random.Random(1), 40))
    watched = build_replay(record)
    data = replay_document(watched)

    for ply, board in enumerate(boards(data)):
        expected = watched.contents_at(0, ply)
        assert board == {
            (int(square[1]) - 1) * 7 + "abcdefg".index(square[0]): content
            for square, content in expected.items()
        }


def test_a_ply_has_only_the_fields_it_needs() -> None:
    data = replay_document(build_replay(annotated()))

    assert data["lines"][0]["plies"][0] == {
        "ply": "d2-d4",
        "words": in_words("d2-d4"),
        "set": [10, 0, 24, data["contents"].index("white-3")],
        "path": [10, 17, 24],
        "clock": "0:10:00",
    }
    assert (data["reserve"], data["colours"]) == (24, ["white", "brown"])
    assert [line["parent"] for line in data["lines"]] == [0, 0, 1]


def test_contents_and_names_go_together() -> None:
    data = replay_document(build_replay(stratego(), "red"))

    assert len(data["contents"]) == len(data["names"])
    assert data["names"][data["contents"].index("blue-hidden")] == "Blue, face down"


@pytest.mark.parametrize(("view", "hidden"), [("red", "blue"), ("blue", "red"), ("spectator", "")])
def test_what_a_viewer_may_not_know_is_not_in_it(view: str, hidden: str) -> None:
    for seed in range(5):
        (record,) = read_text(random_stratego(random.Random(f"{view}{seed}"), 80))
        data = replay_document(build_replay(record, view))

        for side in (hidden,) if hidden else ("red", "blue"):
            assert kinds_told(data, side) == kinds_revealed(record, side)


def kinds_told(data: dict[str, Any], side: str) -> set[str]:
    """Every kind of this side that the document names anywhere."""
    text = json.dumps(data)
    return {str(kind) for kind in Kind if f"{side}-{kind}" in text}


def kinds_revealed(record: Record, side: str) -> set[str]:
    """What the moves of the record have shown to everybody: attackers, defenders, pieces that ran."""
    game = record.start()
    shown = set()
    for ply in record.main.plies:
        game.push(ply)
        attack = game.last_attack()  # type: ignore[attr-defined]
        if attack:
            mover = game.turn.other
            shown |= {(mover, str(attack.attacker)), (mover.other, str(attack.defender))}
        shown |= {(piece.side, "scout") for piece in game.seen("open") if piece.ran}  # type: ignore[attr-defined]
    return {kind for owner, kind in shown if owner == ("red", "blue").index(side)}


@pytest.mark.parametrize("view", ["red", "blue", "spectator"])
def test_comments_and_set_ups_are_not_in_a_hidden_views_document(view: str) -> None:
    text = json.dumps(replay_document(build_replay(stratego(), view)))

    assert SECRET not in text
    assert "marshal hides" not in text
    assert "BFBPTCNTCN" not in text


def test_two_hundred_plies_stay_small() -> None:
    for text in (random_barragoon(random.Random(7), 200), random_stratego(random.Random(7), 200)):
        (record,) = read_text(text)
        data = json.dumps(replay_document(build_replay(record)), separators=(",", ":"))

        assert len(data) < 210 * len(record.main.plies) + 8000


def test_a_variation_says_when_its_reserve_changes_from_where_it_branches() -> None:
    record = one(
        '[Game "Barragoon"]\n[Position "6d/7/7/7/3z3/7/7/3D3/7 w 4 0-0"]\n\n'
        "1. d2xd5/X@a1/X@a2 (1. d2-d4 g9-g7 (1... d5-c5) 2. d4-d2) g9-g7 (1... g9-g6) *"
    )

    data = replay_document(build_replay(record))

    assert data["reserve"] == 4
    assert [[ply.get("reserve") for ply in line["plies"]] for line in data["lines"]] == [
        [2, None],
        [None, None, None],
        [None],
        [None],
    ]


def test_the_document_goes_through_every_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[int] = []
    monkeypatch.setattr(Replay, "plies_until", lambda self, line, ply: walked.append(line) or ())

    replay_document(build_replay(one('[Game "Barragoon"]\n\n1. d2-d4 d8-d6 ' + "(1... c8-c7) " * 50 + "*")))

    assert walked == []
