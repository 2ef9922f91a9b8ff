"""The move list: numbers, glyphs, comments and variations where they belong."""

from engine.record import read_text
from games.replay.presenters.moves import ItemKind, MoveListItem, added_line_items, move_list_items
from games.replay.presenters.replay import AddedLine, build_replay
from tests.games.replay.records import annotated, stratego


def written(listed: list[MoveListItem]) -> str:
    """The list as one would write it down."""
    parts = []
    for item in listed:
        if item.kind is ItemKind.PLY:
            signs = "".join(glyph.sign for glyph in item.glyphs)
            parts.append(f"{item.number}{item.text}{signs}{'=' if item.offer else ''}")
        else:
            parts.append(
                {ItemKind.COMMENT: f"{{{item.text}}}", ItemKind.OPEN: "(", ItemKind.CLOSE: ")"}[item.kind]
            )
    return " ".join(parts)


def test_everything_stands_where_it_was_written() -> None:
    assert written(list(move_list_items(build_replay(annotated())))) == (
        "{An old friend.} 1.d2-d4! d8-d6 {solid} ( 1…c8-c6?! 2.c2-c4 {quiet} ( 2.e2-e4 c6-d6 ) 2…c6-d6 ) "
        "2.b1-a3 b9-a7="
    )


def test_each_ply_knows_its_line_and_number() -> None:
    plies = [
        (item.line, item.ply)
        for item in move_list_items(build_replay(annotated()))
        if item.kind is ItemKind.PLY
    ]

    assert plies == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (1, 4), (0, 3), (0, 4)]


def test_a_game_that_brown_begins_is_numbered_as_records_are() -> None:
    position = "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 b 24 0-0"
    (record,) = read_text(f'[Game "Barragoon"]\n[Position "{position}"]\n\n1... d8-d6 2. d2-d4 *')

    assert written(list(move_list_items(build_replay(record)))) == "1…d8-d6 2.d2-d4"


def test_a_hidden_view_lists_the_plies_alone() -> None:
    listed = list(move_list_items(build_replay(stratego(), "blue")))

    assert {item.kind for item in listed} == {ItemKind.PLY}
    assert len(listed) == 11


def test_an_added_line_has_a_list_of_its_own() -> None:
    watched = build_replay(annotated(), added=[AddedLine("Proof", 2, ("c2-c4", "c8-c6"))])

    ((line, listed),) = added_line_items(watched)

    assert line.title == "Proof"
    assert written(listed) == "2.c2-c4 c8-c6"
    assert "c8-c6 )" not in written(list(move_list_items(watched)))


def test_sixty_four_levels_of_variations_are_listed() -> None:
    moves = "d2-d4 " + "".join(f"(d2-d{4 + depth % 2} " for depth in range(64)) + ")" * 64
    (record,) = read_text(f'[Game "Barragoon"]\n\n{moves} *')

    listed = list(move_list_items(build_replay(record)))

    assert record.errors == ()
    assert max(item.depth for item in listed) == 64
