"""PDN files: what other programs write becomes a record, and a record becomes PDN that says the same."""

import random

import pytest

from engine.core import ImportRefused
from engine.draughts import RULES, Game
from engine.draughts.pdn import PdnImporter, write_pdn
from engine.record import Record, from_plies, read_text, write

IMPORTER = PdnImporter()
HEAD = '[Event "Club"]\n[White "Ann"]\n[Black "Bo"]\n[Result "1-1"]\n[GameType "20"]\n\n'
LIDRAUGHTS = """[Event "Casual Rapid game"]
[Site "https://example.org/001"]
[Date "2020.04.07"]
[Round "-"]
[White "Anonymous"]
[Black "Level 3"]
[Result "2-0"]
[WhiteElo "?"]
[GameType "20"]
[TimeControl "600+0"]
[Termination "Time forfeit"]

1. 31-26 {[%clock w0:10:00 B0:10:00]} 18-22 {[%clock W0:10:00 b0:10:00]} 2. 34-30! (2. 33-29 (2. 33-28 22x33) 20-25)
20-25* 3. 30-24 ; to and fro
19:30 4. 35x24(!) $2 2-0
"""


def converted(text: str) -> Record:
    return IMPORTER.convert(text.encode())


def refusal(text: str) -> ImportRefused:
    with pytest.raises(ImportRefused) as caught:
        converted(text)
    return caught.value


def test_moves_comments_glyphs_and_variations_are_kept() -> None:
    record = converted(LIDRAUGHTS)

    assert record.errors == ()
    assert write(record) == (
        '[Game "Draughts"]\n[Event "Casual Rapid game"]\n[Site "https://example.org/001"]\n[Date "2020.04.07"]\n'
        '[Round "-"]\n[White "Anonymous"]\n[Black "Level 3"]\n[Result "1-0"]\n[Termination "time"]\n'
        '[SourceFormat "PDN"]\n[TimeControl "600+0"]\n[WhiteElo "?"]\n\n'
        "1. 31-26 { [%clock w0:10:00 B0:10:00] } 1... 18-22\n"
        "{ [%clock W0:10:00 b0:10:00] } 2. 34-30 $1 (2. 33-29 (2. 33-28 22x33)\n"
        "2... 20-25) 2... 20-25 $7 3. 30-24 { to and fro } 3... 19x30 4. 35x24 $1 $2 1-0\n"
    )


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("2-0", "1-0"),
        ("1-0", "1-0"),
        ("0-2", "0-1"),
        ("0-1", "0-1"),
        ("1-1", "1/2-1/2"),
        ("1/2-1/2", "1/2-1/2"),
    ],
)
def test_results_are_read_in_both_ways(written: str, result: str) -> None:
    for end in (written, "*", ""):
        record = converted(f'[Event "x"]\n[Result "{written}"]\n[GameType "20"]\n\n1. 32-28 {end}\n')
        assert (record.errors, record.tags["Result"]) == ((), result)


def test_a_game_may_begin_anywhere() -> None:
    record = converted('[Event "x"]\n[SetUp "1"]\n[FEN "B:W27,31:B09,K10."]\n\n1. ... 10-04 2. 27-22 *\n')

    assert record.tags["Position"] == "B:W27,31:B9,K10"
    assert record.main.plies == ["10-4", "27-22"]


def test_names_in_the_letters_of_old_programs_are_read() -> None:
    record = IMPORTER.convert('[Event "x"]\n[White "J\xf6rg"]\n[GameType "20"]\n\n*\n'.encode("latin-1"))

    assert record.tags["White"] == "Jörg"


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "ply"),
    [
        (HEAD.replace('"20"', '"21,W,8,8"') + "1. 11-15 *", "import-game-type", 5, 1, None),
        (HEAD.replace('"1-1"', '"9-3"') + "*", "import-result", 4, 1, None),
        (HEAD + "1. 32-28 2-0", "import-result", 7, 10, None),
        (HEAD + "1. 32-28 0-0", "import-result", 7, 10, None),
        (HEAD + "1. 32-28\n  14-19", "square-occupied", 8, 3, 2),
        (HEAD + "1. 32-28 e4", "import-malformed", 7, 10, None),
        (HEAD + "1. 32-28 {open", "import-malformed", 7, 10, None),
        (HEAD + "1. 32-28 1-1 19-23", "import-malformed", 7, 14, None),
        (HEAD + '1. 32-28 1-1\n\n[White "C"]\n', "import-malformed", 9, 1, None),
        (HEAD + "1. 32-28 (1. 31-27", "import-malformed", 7, 10, None),
        (HEAD.replace("[GameType", '[FEN "W:W0:B1"]\n[GameType'), "import-position", 5, 1, None),
        (HEAD.replace("[GameType", '[White "Cy"]\n[GameType'), "import-malformed", 5, 1, None),
        (HEAD.replace("[GameType", "[Annotator Cy]\n[GameType"), "import-malformed", 5, 1, None),
        (HEAD + "{" + "x" * (1 << 20) + "}", "import-too-large", 1, 1, None),
    ],
)
def test_what_cannot_become_a_record_is_refused_where_it_stands(
    text: str, code: str, line: int, column: int, ply: int | None
) -> None:
    found = refusal(text)

    assert (found.code, found.line, found.column, found.ply) == (code, line, column, ply)


@pytest.mark.parametrize("rest", ["10-14", "e4", "1-1 x"])
def test_the_valid_moves_before_a_mistake_are_kept(rest: str) -> None:
    prefix = refusal(f"{HEAD}1. 32-28 19-23 2. 28x19 {rest}").prefix

    assert prefix is not None
    assert (prefix.ok, prefix.main.plies) == (True, ["32-28", "19-23", "28x19"])


@pytest.mark.parametrize(
    ("data", "is_pdn"),
    [
        (HEAD.encode(), True),
        (b"\xef\xbb\xbf" + LIDRAUGHTS.encode(), True),
        (b'[White "A"]\n\n{first} 1. 32-28 *', True),
        (b'% by a program\n[Event "x"]\n[White "A"]\n[Black "B"]\n[Si', True),
        (b'[Game "Draughts"]\n[White "A"]\n[Black "B"]\n\n1. 32-28 *', False),
        (b'[Event "x"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 *', False),
        (b'[White "A"]\n[Brown "B"]\n\n1. d2-d4 *', False),
        (b"1. 32-28", False),
        (b"", False),
        (b"\xff\xfe[", False),
    ],
)
def test_pdn_is_told_from_records(data: bytes, is_pdn: bool) -> None:
    assert IMPORTER.recognises(data) is is_pdn


def _random_record(seed: int) -> Record:
    rng = random.Random(seed)
    game = Game(position="B:WK46,32-40:B11-20,K3" if seed % 3 == 0 else None)
    tags = {"Game": "Draughts", "White": 'A "B" \\ C', "Annotator": "Cy"}
    if seed % 3 == 0:
        tags["Position"] = game.position()
    while len(game.plies) < 120 and game.outcome() is None:
        game.push(rng.choice(list(game.legal_plies())))
    is_open = game.outcome() is None
    return from_plies(
        tags, game.plies, rng.choice(("1-0", "0-1", "1/2-1/2", "*")) if is_open else "", ["Well!"]
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_record_survives_the_way_to_pdn_and_back(seed: int) -> None:
    record = _random_record(seed)
    assert record.errors == ()

    back = converted(write_pdn(record))

    assert back.tags.pop("SourceFormat") == "PDN"
    assert write(back) == write(record)


def test_offers_survive_as_comments() -> None:
    (record,) = read_text('[Game "Draughts"]\n\n1. 32-28 (=) 19-23 {(=) was declined} 2. 28x19 14x23 *\n')
    text = write_pdn(record)

    assert "1. 32-28 {(=)} 19-23 { (=) was declined } 2. 28x19" in text
    assert converted(text).main == record.main


def test_only_draughts_are_written_as_pdn() -> None:
    (record,) = read_text('[Game "Barragoon"]\n\n1. d2-d4 *\n')
    with pytest.raises(ValueError, match="only games of draughts"):
        write_pdn(record)


def test_the_importer_is_the_games_own() -> None:
    assert [importer.name for importer in RULES.importers] == [IMPORTER.name]
    assert IMPORTER.as_data(IMPORTER.as_text("ö".encode("latin-1"))) == "ö".encode()
