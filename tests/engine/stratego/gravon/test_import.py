"""Gravon files become records: both formats, clean and dirty."""

import random

import pytest

from engine import stratego
from engine.record import read_text, write
from engine.stratego.gravon import IMPORTERS
from engine.stratego.gravon.conversion import date_of, read_field
from tests.engine.stratego.gravon.files import (
    OPENING,
    SETUP,
    START,
    convert,
    field,
    flag_game,
    gsn,
    random_game,
    refusal,
    xml,
)
from tests.engine.stratego.positions import board


def test_the_field_is_read_from_a1_row_by_row() -> None:
    assert START[:10] == "MBLKJIHGFE"  # Red's back row FBMGOJPLTN
    assert START[40:50] == "AA__AA__AA"
    assert START[99] == "Y"  # Blue's flag in his left corner, j10

    assert [str(setup) for setup in read_field(START)] == [SETUP, SETUP]


@pytest.mark.parametrize(
    ("text", "source_format"),
    [
        (xml(START, OPENING), "StraDoS2"),
        (gsn(START, OPENING, version=1), "GSN v1"),
        (gsn(START, OPENING, version=2), "GSN v2"),
    ],
)
def test_a_whole_file_becomes_a_canonical_record(text: str, source_format: str) -> None:
    record = convert(text, "classic-2014.9-2525.xml")

    assert record.errors == ()
    assert write(record) == (
        '[Game "Stratego"]\n[Event "?"]\n[Site "Gravon"]\n[Date "2014.??.??"]\n[Round "?"]\n'
        '[Red "Anna"]\n[Blue "Bert"]\n[Result "1-0"]\n[Termination "forfeit"]\n'
        f'[RedSetup "{SETUP}"]\n[BlueSetup "{SETUP}"]\n'
        '[Source "classic-2014.9-2525.xml"]\n'
        f'[SourceFormat "{source_format}"]\n[SourceResult "type 3 (forfeit), winner 1"]\n'
        "\n1. a4-a5 j7-j6 2. a5-a6 j6-j5 1-0\n"
    )


def test_random_games_come_through_both_formats_ply_by_ply() -> None:
    chance = random.Random("gravon")
    for _ in range(25):
        red, blue, game = random_game(chance, chance.randint(0, 400))
        outcome = game.outcome()
        winner = 3 if outcome is None or outcome.winner is None else outcome.winner + 1
        ending = 12 if outcome is None else 1
        content = field(stratego.Game(red, blue))

        for text in (
            xml(content, game.plies, result=(ending, winner)),
            gsn(content, game.plies, result=(ending, winner - 1)),
        ):
            record = convert(text)
            assert record.errors == ()
            assert (record.tags["RedSetup"], record.tags["BlueSetup"]) == (red, blue)
            assert record.main.plies == game.plies
            assert record.final is not None
            assert record.final.position() == game.position()
            assert read_text(write(record))[0].errors == ()


@pytest.mark.parametrize(
    ("gravon", "result", "termination"),
    [
        ((0, 1), "1-0", "adjudication"),
        ((0, 2), "0-1", "adjudication"),
        ((2, 3), "1/2-1/2", "adjudication"),
        ((3, 1), "1-0", "forfeit"),
        ((3, 2), "0-1", "forfeit"),
        ((4, 3), "1/2-1/2", "agreement"),
        ((10, 3), "1/2-1/2", "forfeit"),
        ((11, 2), "0-1", "time"),
        ((12, 3), "1/2-1/2", "time"),
        ((13, 1), "1-0", "time"),
        ((14, 2), "0-1", "forfeit"),
    ],
)
@pytest.mark.parametrize("plies", [[], OPENING], ids=["no moves", "some moves"])
def test_every_type_of_result_has_its_termination(
    gravon: tuple[int, int], result: str, termination: str, plies: list[str]
) -> None:
    for text in (xml(START, plies, result=gravon), gsn(START, plies, result=(gravon[0], gravon[1] - 1))):
        record = convert(text)

        assert (record.errors, record.result, record.termination) == ((), result, termination)


def test_a_captured_flag_ends_the_game_on_the_board() -> None:
    content, plies = flag_game()

    record = convert(xml(content, plies, result=(1, 1)))

    assert (record.errors, record.result, record.termination) == ((), "1-0", "normal")
    assert record.tags["SourceResult"] == "type 1 (flag captured), winner 1"


def test_what_the_board_decides_is_normal_whatever_the_type_says() -> None:
    content, plies = flag_game()

    assert convert(xml(content, plies, result=(11, 1))).termination == "normal"


def test_a_result_that_contradicts_the_board_is_refused() -> None:
    content, plies = flag_game()

    assert refusal(xml(content, plies, result=(1, 2))) == (
        "import-result",
        "The file says 0-1, but on the board the game ended 1-0.",
    )


def test_a_flag_said_to_be_captured_must_be_gone() -> None:
    assert refusal(xml(START, OPENING, result=(1, 1))) == (
        "import-result",
        "The file says that a flag was captured, but both flags are on the board.",
    )


@pytest.mark.parametrize(
    ("gravon", "message"),
    [
        ((4, 1), "The result 1-0 does not go with its type, tie agreed."),
        ((0, 3), "The result 1/2-1/2 does not go with its type, unable to move."),
        ((5, 1), "The result's type 5 is unknown."),
        ((3, 4), "The winner '4' is none of red, blue and draw."),
        ((3, 0), "The winner '0' is none of red, blue and draw."),
    ],
)
def test_results_that_make_no_sense_are_refused(gravon: tuple[int, int], message: str) -> None:
    assert refusal(xml(START, OPENING, result=gravon)) == ("import-result", message)


def lost_army() -> tuple[str, str, list[str]]:
    """A game in which Red loses his last movable piece by attacking a bomb: the winner is to move then."""
    chance = random.Random("last piece")
    while True:
        red, blue, game = random_game(chance, 1990)
        outcome = game.outcome()
        last = game.last_attack()
        if outcome is None or outcome.winner is None or last is None or last.defender == stratego.Kind.FLAG:
            continue
        if outcome.winner == game.turn:
            return red, blue, game.plies


def test_unable_to_move_can_be_found_while_the_winner_is_to_move() -> None:
    red, blue, plies = lost_army()
    winner = 2 if len(plies) % 2 else 1

    record = convert(xml(field(stratego.Game(red, blue)), plies, result=(0, winner)))

    assert (record.errors, record.termination) == ((), "normal")
    assert record.final is not None
    assert record.final.turn + 1 == winner


@pytest.mark.parametrize(
    "text",
    [
        xml(f" {START[:17]} {START[17:]} ", OPENING),
        xml(START[:50] + "\n" + START[50:], OPENING),
        xml(START, OPENING, game_type=" classic "),
        xml(START, OPENING, game_type="Classic"),
        xml(START, OPENING).replace('source="A4"', 'source=" A 4"').replace('target="A5"', 'target="A5  "'),
        xml(START, OPENING).replace('type="3"', 'type=" 3 "').replace('winner="1"', 'winner=" 1"'),
        xml(START, OPENING, players=("  Anna ", "\n Bert")),
        xml(START, OPENING).replace("K7", "J7").replace("K6", "J6").replace("K5", "J5"),
        "\ufeff" + xml(START, OPENING),
        xml(START, OPENING).replace("\n", "\r\n"),
        xml(START, OPENING).replace('<?xml version="1.0" encoding="UTF-8"?>\n', ""),
        gsn(START, OPENING).replace("A4-A5", "A4 -  A5"),
        gsn(START, OPENING).replace("type 0", " type  0 "),
        gsn(f" {START[:3]}  {START[3:]}", OPENING),
        gsn(START, OPENING).replace(" vs ", "  vs   ").replace(" result", "   result"),
        gsn(START, OPENING).replace("END", " END\nEND "),
        "\ufeff" + gsn(START, OPENING),
        gsn(START, OPENING).replace("\n", "\r\n"),
        gsn(START, OPENING).replace("\n", "\n\n"),
    ],
)
def test_odd_spaces_marks_and_line_ends_do_no_harm(text: str) -> None:
    record = convert(text)

    assert (record.errors, record.main.plies) == ((), OPENING)
    assert (record.tags["Red"], record.tags["Blue"]) == ("Anna", "Bert")


def test_names_in_an_old_encoding_are_read() -> None:
    record = convert(gsn(START, [], players=("Jürgen", "Zoë")).encode("latin-1"))

    assert (record.tags["Red"], record.tags["Blue"]) == ("Jürgen", "Zoë")


def test_a_name_may_have_spaces_quotes_and_escapes() -> None:
    record = convert(xml(START, [], players=("Tom &amp; Joan", '&quot;K.&quot; \\ "')))

    assert (record.tags["Red"], record.tags["Blue"]) == ("Tom & Joan", '"K." \\ "')
    assert read_text(write(record))[0].tags["Blue"] == '"K." \\ "'


def test_a_nameless_player_is_unknown() -> None:
    assert convert(gsn(START, [], players=("", "Bert"))).tags["Red"] == "?"
    assert convert(xml(START, [], players=("Anna", ""))).tags["Blue"] == "?"


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("classic.2003.07.01.485.gsn", "2003.07.01"),
        ("classic-2014.9-2525.xml", "2014.??.??"),
        ("classic-2014.0-17.xml", "????.??.??"),
        ("classic.2003.13.01.485.gsn", "????.??.??"),
        ("", "????.??.??"),
    ],
)
def test_the_date_is_read_from_the_file_name_as_far_as_it_is_sure(name: str, date: str) -> None:
    assert date_of(name) == date


def test_what_is_neither_format_is_recognised_by_neither() -> None:
    for data in (b"", b"PK\x03\x04", b'[Game "Stratego"]', board({}).encode()):
        assert [importer.recognises(data) for importer in IMPORTERS] == [False, False]


def test_files_in_another_unicode_encoding_are_recognised_and_read() -> None:
    text = xml(START, OPENING).replace("UTF-8", "UTF-16")

    assert convert(text.encode("utf-16")).main.plies == OPENING
