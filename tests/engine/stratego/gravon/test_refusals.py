"""Gravon files that cannot become records: each is refused with a code and a plain sentence."""

from collections.abc import Callable

import pytest

from engine import stratego
from engine.core import ImportRefused, RuleViolation
from engine.stratego.gravon.facts import MAX_FILE_BYTES
from tests.engine.stratego.gravon.files import OPENING, SETUP, START, convert, flag_game, gsn, refusal, xml


@pytest.mark.parametrize("game_type", ["barrage", "duell", "classicfree", "ultimate lightning", "chess", ""])
def test_other_types_of_game_are_not_supported(game_type: str) -> None:
    assert refusal(xml(START, OPENING, game_type=game_type)) == (
        "import-game-type",
        f"Games of the type {game_type!r} are not supported: only classic ones, with forty pieces a side.",
    )


@pytest.mark.parametrize(
    ("number", "name"), [(1, "barrage"), (2, "classicfree"), (4, "duell"), (7, "type 7")]
)
def test_other_types_of_game_are_not_supported_in_text_files_either(number: int, name: str) -> None:
    assert refusal(gsn(START, OPENING, game_type=number)) == (
        "import-game-type",
        f"Games of the type {name!r} are not supported: only classic ones, with forty pieces a side.",
    )


@pytest.mark.parametrize("text", [xml(None, []), xml(None, OPENING), gsn(None, []), gsn(None, OPENING)])
def test_a_file_without_its_field_is_refused(text: str) -> None:
    assert refusal(text) == (
        "import-no-field",
        "The file has no field: the game ended before both had set up.",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (START[:99], "The field has 99 squares, not 100."),
        ("", "The field has 0 squares, not 100."),
        (START.replace("_", "A"), "The field has 'A' on c5: the lakes are elsewhere."),
        ("_" + START[1:], "The field has '_' on a1: the lakes are elsewhere."),
        ("Z" + START[1:], "The field has 'Z' on a1: that is no piece."),
        ("N" + START[1:], "The field has 'N' on a1: Blue cannot have a piece there at the start."),
        (
            START[:40] + "B" + START[41:],
            "The field has 'B' on a5: Red cannot have a piece there at the start.",
        ),
        ("A" + START[1:], "The field has 'A' on a1: Red has only 39 pieces, not 40."),
    ],
)
def test_a_wrong_field_says_what_is_wrong(content: str, message: str) -> None:
    assert refusal(xml(content, [])) == ("import-field", message)


def test_a_field_with_a_wrong_set_up_is_refused_in_the_referees_words() -> None:
    with pytest.raises(stratego.SetupError) as wrong:
        stratego.Setup.parse(f"B{SETUP[1:]}")

    assert refusal(xml(START[:99] + "N", [])) == (
        "import-field",
        f"Blue's set-up is not valid. {wrong.value.message}",
    )


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            xml(START, OPENING).replace('"A4"', '"L4"'),
            "import-move",
            "Move 1 names 'L4', no square: A1 to K: (without J; : is row ten).",
        ),
        (
            xml(START, OPENING).replace('source="A4" ', ""),
            "import-move",
            "Move 1 lacks its source or its target.",
        ),
        (
            xml(START, OPENING).replace('id="2" source', 'id="1" source'),
            "import-move",
            "Move 2 has the id '1': the moves are not in order.",
        ),
        (
            gsn(START, OPENING).replace("A4-A5", "A4:A5"),
            "import-move",
            "Move 1 is 'A4:A5', not two squares such as E4-E5.",
        ),
    ],
)
def test_a_wrong_move_is_named(text: str, code: str, message: str) -> None:
    assert refusal(text) == (code, message)


@pytest.mark.parametrize(
    ("written", "plies", "code"),
    [(xml, ["a4-a6"], "too-far"), (gsn, ["a4-a5", "a5-a6"], "not-your-piece")],
)
def test_an_illegal_move_is_refused_in_the_referees_words(
    written: Callable[[str, list[str]], str], plies: list[str], code: str
) -> None:
    game = stratego.Game(SETUP, SETUP)
    for ply in plies[:-1]:
        game.push(ply)
    with pytest.raises(RuleViolation) as illegal:
        game.push(plies[-1])

    assert refusal(written(START, plies)) == (
        code,
        f"Move {len(plies)} ({plies[-1]}) is not legal by our rules. {illegal.value.message}",
    )


def test_moves_that_our_two_squares_rule_bars_are_refused() -> None:
    plies = [
        "a4-a5",
        "j7-j6",
        "a5-a4",
        "j6-j5",
        "a4-a5",
        "j5-i5",
        "a5-a4",
        "i5-i6",
        "a4-a5",
        "i6-j6",
        "a5-a4",
    ]

    assert refusal(xml(START, plies))[0] == "two-squares"


def test_moves_after_the_end_are_refused() -> None:
    content, plies = flag_game()

    assert refusal(xml(content, [*plies, "j7-j6"], result=(1, 1)))[0] == "game-over"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<", "This is no XML: unclosed token, line 1, column 1."),
        ("<game", "This is no XML: unclosed token, line 1, column 1."),
        (xml(START, []) + "<", "This is no XML: unclosed token, line 10, column 1."),
        ("<html/>", "The file has no element <game>: it is no StraDoS2 file."),
        ("<a>" * 17, "The elements are nested more than 16 deep."),
        (
            f"<s>{xml(START, [])[39:]}{xml(START, [])[39:]}</s>",
            (
                "A second game begins here, inside the first one's document: give every game a document of its own, "
                "from <?xml on. A file may have many of them, one after another."
            ),
        ),
        (
            '<?xml version="1.0" encoding="klingon"?><game/>',
            "The file's encoding is unknown: save it as UTF-8.",
        ),
        (
            "#X38FA11 Stratego-Notation v3\ntype 0\nEND",
            "The notation's version '3' is unknown: v1 and v2 are.",
        ),
        ("#X38FA11", "The first line is not #X38FA11 Stratego-Notation v1 or v2."),
        ("#X38FA11 Stratego-Notation v1\ntype 0", "The line END is missing: the file is cut off."),
        (
            "#X38FA11 Stratego-Notation v1\nclassic\nEND",
            "The second line is 'classic', not the game's type (type 0).",
        ),
        ("#X38FA11 Stratego-Notation v1\nEND", "The second line is 'END', not the game's type (type 0)."),
        (gsn(START, []) + "A4-A5\n", "'A4-A5' stands after the result, the end of the file."),
    ],
)
def test_a_malformed_file_says_what_is_wrong(text: str, message: str) -> None:
    assert refusal(text) == ("import-malformed", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (xml(START, []).replace('<result type="3" winner="1"/>', ""), "The file has no result."),
        (
            xml(START, []).replace("</game>", '<result type="3" winner="1"/></game>'),
            "The file has more than one result.",
        ),
        (xml(START, []).replace('type="3"', 'type="x"'), "The type of the result is 'x', no number."),
        ("#X38FA11 Stratego-Notation v1\ntype 0\nEND", "The file has no result after the line END."),
        (
            gsn(START, []).replace("result", "Ergebnis"),
            (
                "'Anna vs Bert Ergebnis 3 winne…' is no result: "
                "it reads NAME vs NAME result NUMBER winner NUMBER."
            ),
        ),
        (
            gsn(START, []).replace(" vs ", "-"),
            "'Anna-Bert result 3 winner 0' does not name two players and a result.",
        ),
    ],
)
def test_a_missing_or_odd_result_is_named(text: str, message: str) -> None:
    assert refusal(text) == ("import-result", message)


BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE game [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]><stratego><game type='classic'><player id='1'>&j;</player></game></stratego>"
)


@pytest.mark.parametrize(
    "text",
    [
        BILLION_LAUGHS,
        '<!DOCTYPE game SYSTEM "file:///etc/passwd"><game/>',
        '<!DOCTYPE game [<!ENTITY x SYSTEM "file:///etc/passwd">]><game>&x;</game>',
        '<!DOCTYPE game [<!ENTITY % x SYSTEM "http://localhost/x"> %x;]><game/>',
        "<!DOCTYPE game><game/>",
    ],
)
def test_document_types_and_entities_are_refused_unread(text: str) -> None:
    assert refusal(text) == (
        "import-unsafe",
        "The file declares a document type or entities: no Stratego file needs them, and they can do harm.",
    )


def test_an_oversize_file_is_refused_unparsed() -> None:
    text = xml(START, []) + " " * MAX_FILE_BYTES

    assert refusal(text) == (
        "import-too-large",
        "The file has more than 1048576 bytes; no game needs as many.",
    )


def test_a_game_of_more_moves_than_a_record_has_room_for_is_refused() -> None:
    plies = ["a4-a5", "j7-j6", "a5-a4", "j6-j7"] * 501

    for text in (xml(START, plies), gsn(START, plies)):
        assert refusal(text) == (
            "import-too-large",
            "The game has more than 2000 moves; a record has no room for more.",
        )


def refused(text: str | bytes) -> ImportRefused:
    with pytest.raises(ImportRefused) as caught:
        convert(text)
    return caught.value


ILLEGAL = ["a4-a5", "j7-j6", "a5-a7", "j6-j5"]


@pytest.mark.parametrize(
    ("text", "place", "ply", "move"),
    [
        (xml(START, ILLEGAL), (7, 3), 3, "2. a5xa7"),
        (gsn(START, ILLEGAL), (6, 1), 3, "2. a5xa7"),
        (gsn(START, ["a4-a5", "a5-a6"]).replace("\n", "\r\n\r\n"), (9, 1), 2, "1. … a5-a6"),
        (gsn(START, ILLEGAL).replace("A5-A7", "  A5 to A7"), (6, 3), 3, ""),
        (xml(START, ILLEGAL).replace('"A7"', '"L7"'), (7, 3), 3, ""),
        (xml(START, ILLEGAL).replace('source="A5" ', ""), (7, 3), 3, ""),
        (xml(START, ILLEGAL).replace('id="3"', 'id="1"'), (7, 3), 3, ""),
        (xml(START[:99], OPENING), (4, 3), None, ""),
        (gsn(START[:99], OPENING), (3, 1), None, ""),
        (xml(START, OPENING, game_type="barrage"), (3, 2), None, ""),
        (gsn(START, OPENING, game_type=1), (2, 1), None, ""),
        (xml(None, OPENING), (3, 2), None, ""),
        (xml(START, OPENING, result=(1, 1)), (11, 3), None, ""),
        (gsn(START, OPENING, result=(1, 0)), (9, 1), None, ""),
        (gsn(START, OPENING) + "\n A4-A5\n", (11, 2), None, ""),
        (gsn(START, OPENING).replace("END\n", ""), (8, 1), None, ""),
        (xml(START, OPENING)[:-20], (12, 2), None, ""),
        ("<?xml version='1.0'?>\n<!DOCTYPE game><game/>", (2, 15), None, ""),
    ],
)
def test_a_refusal_names_its_place(text: str, place: tuple[int, int], ply: int | None, move: str) -> None:
    refusal = refused(text)

    assert ((refusal.line, refusal.column), refusal.ply, refusal.move) == (place, ply, move)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        (xml(START, ILLEGAL), ILLEGAL[:2]),
        (gsn(START, ILLEGAL), ILLEGAL[:2]),
        (gsn(START, OPENING).replace("A5-A6", "A5:A6"), OPENING[:2]),
        (xml(START, OPENING).replace('id="3" source', 'id="3" sauce'), OPENING[:2]),
        (xml(START, OPENING, result=(1, 1)), OPENING),
        (gsn(START, OPENING, result=(1, 0)), OPENING),
        (gsn(START, OPENING).replace(" winner ", " loser "), OPENING),
        (gsn(START, OPENING).partition("END")[0], OPENING),
        (xml(START, OPENING).partition("<player")[0], OPENING),
    ],
)
def test_the_plies_before_what_is_wrong_stay_readable(text: str, plies: list[str]) -> None:
    prefix = refused(text).prefix

    assert prefix is not None
    assert prefix.final is not None
    assert prefix.main.plies == plies
    assert (prefix.tags["RedSetup"], prefix.tags["BlueSetup"]) == (SETUP, SETUP)


@pytest.mark.parametrize(
    "text",
    [
        xml(START[:99], OPENING),
        xml(None, OPENING),
        xml(START, OPENING, game_type="barrage"),
        gsn(START, OPENING, game_type=1),
        gsn(START[:99], OPENING).partition("END")[0],
        "#X38FA11 Stratego-Notation v1\ntype 0",
        "#X38FA11 Stratego-Notation v1",
        "<html/>",
    ],
)
def test_a_game_that_could_not_start_has_no_plies_to_read(text: str) -> None:
    assert refused(text).prefix is None
