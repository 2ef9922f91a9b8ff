"""`python -m engine convert`: files, directories, zip files, the summary, the exit status."""

import io
import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine import stratego
from engine.cli import main
from engine.record import read_text
from engine.stratego.gravon.facts import MAX_FILE_BYTES
from tests.engine.stratego.gravon.files import OPENING, START, field, gsn, random_game, refusal, xml


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_file_becomes_a_record_on_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "classic-2014.9-1.xml"
    source.write_text(xml(START, OPENING))

    assert main(["convert", str(source)]) == 0

    printed = capsys.readouterr()
    (record,) = read_text(printed.out)
    assert (record.errors, record.main.plies, record.tags["Source"]) == ((), OPENING, "classic-2014.9-1.xml")
    assert printed.err == "1 file: all converted.\n"


def test_failures_are_named_counted_and_leave_the_others_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "a.xml": xml(START, OPENING),
        "b.xml": xml(START, OPENING, game_type="barrage"),
        "c.gsn": gsn(START, OPENING),
        "d.gsn": gsn(None, []),
        "e.xml": xml(START, OPENING, game_type="duell"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "notes.txt").write_text("no game")

    assert main(["convert", str(tmp_path)]) == 1

    printed = capsys.readouterr()
    assert [record.errors for record in read_text(printed.out)] == [(), ()]
    refusals = {name: refusal(texts[name]) for name in ("b.xml", "d.gsn", "e.xml")}
    assert printed.err.splitlines() == [
        *(f"{tmp_path}/{name}: {message} [{code}]" for name, (code, message) in refusals.items()),
        "5 files: 2 converted, 3 not:",
        "       2 import-game-type",
        "       1 import-no-field",
    ]


def test_zip_files_are_read_wherever_they_lie(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deep").mkdir()
    with zipfile.ZipFile(tmp_path / "deep" / "games.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("2014/classic-2014.9-1.xml", xml(START, OPENING))
        archive.writestr("2014/classic.2003.07.01.485.gsn", gsn(START, []))
        archive.writestr("README.txt", "no game")

    assert main(["convert", str(tmp_path)]) == 0

    records = read_text(capsys.readouterr().out)
    assert [record.tags["Source"] for record in records] == [
        "classic-2014.9-1.xml",
        "classic.2003.07.01.485.gsn",
    ]
    assert records[1].tags["Date"] == "2003.07.01"


def test_json_has_an_object_for_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.xml").write_text(xml(START, OPENING, result=(4, 3)))
    (tmp_path / "b.xml").write_text("<broken")

    assert main(["convert", "--json", str(tmp_path)]) == 1

    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert read_text(good.pop("record"))[0].ok
    assert good == {
        "file": f"{tmp_path}/a.xml",
        "ok": True,
        "plies": 4,
        "result": "1/2-1/2",
        "termination": "agreement",
    }
    assert bad["error"]["message"].endswith(": unclosed token, line 1, column 1.")
    assert bad == {
        "file": f"{tmp_path}/b.xml",
        "ok": False,
        "error": {
            "code": "import-malformed",
            "rule": None,
            "message": bad["error"]["message"],
        },
    }


def test_records_can_go_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.xml").write_text(xml(START, OPENING))
    target = tmp_path / "games.txt"

    assert main(["convert", "--output", str(target), str(tmp_path / "a.xml")]) == 0

    assert capsys.readouterr().out == ""
    assert read_text(target.read_text())[0].main.plies == OPENING


def test_standard_input_is_one_file() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "convert", "-"],
        input=gsn(START, OPENING).encode(),
        capture_output=True,
    )

    assert done.returncode == 0
    assert read_text(done.stdout.decode())[0].main.plies == OPENING


def test_a_file_that_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "nowhere.xml"]) == 2
    assert capsys.readouterr().err == "kiebitz-engine: nowhere.xml cannot be read: there is no such file.\n"


def test_an_output_that_cannot_be_written_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.xml").write_text(xml(START, OPENING))

    assert main(["convert", "--output", str(tmp_path), str(tmp_path / "a.xml")]) == 2
    assert capsys.readouterr().err.startswith(f"kiebitz-engine: {tmp_path} cannot be written: ")


def test_an_unknown_format_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.pgn"
    source.write_text('[Game "Stratego"]')

    assert main(["convert", str(source)]) == 1

    assert capsys.readouterr().err.splitlines()[0] == (
        f"{source}: The format is unknown: this is neither Gravon StraDoS2 XML nor Gravon GSN "
        "nor PDN (draughts). [import-unknown-format]"
    )


def reasons(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["convert", "--json", str(path)])
    return [json.loads(line)["error"]["message"] for line in capsys.readouterr().out.splitlines()]


def test_a_zip_bomb_is_cut_off_at_the_size_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.xml", b"<" + b" " * (64 << 20))

    code, message = refusal(xml(START, []) + " " * MAX_FILE_BYTES)
    assert (code, reasons(path, capsys)) == ("import-too-large", [message])


def test_the_members_of_a_zip_file_share_a_budget(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.foreign_files.MAX_ZIP_BYTES", 1000)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"{number}.xml", f"<game{' ' * 600}")

    assert reasons(path, capsys)[2] == "The zip file unpacks to more than 1000 bytes; the rest was not read."


def test_a_zip_file_has_a_limited_number_of_members(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.foreign_files.MAX_ZIP_MEMBERS", 2)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(3):
            archive.writestr(f"{number}.xml", "<game/>")

    assert reasons(path, capsys) == ["The zip file has 3 members: at most 2 are read."]


def test_a_zip_file_that_is_none_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.zip"
    path.write_bytes(b"PK\x03\x04 and no more")

    assert reasons(path, capsys) == ["The zip file cannot be opened: File is not a zip file."]


def test_a_damaged_member_is_reported_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", "<game>first</game>")
    path.write_bytes(path.read_bytes().replace(b"first", b"FIRST"))

    assert reasons(path, capsys) == ["The zip file's member is broken: Bad CRC-32 for file 'a.xml'."]


def test_members_packed_in_costly_ways_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lzma.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.xml", xml(START, []))

    assert reasons(path, capsys) == [
        "The zip file's member is packed in a way that is not supported: use deflate."
    ]


def test_an_encrypted_member_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", xml(START, []))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag in the central directory
    path.write_bytes(data)

    assert reasons(path, capsys) == ["The zip file's member is encrypted."]


def test_several_thousand_files_go_through_in_one_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random("thousands")
    red, blue, game = random_game(chance, 60)
    clean = gsn(field(stratego.Game(red, blue)), game.plies)
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3000):
            archive.writestr(f"{number}.gsn", clean if number % 100 else gsn(None, []))

    assert main(["convert", str(path)]) == 1

    printed = capsys.readouterr()
    assert printed.out.count('[Game "Stratego"]') == 2970
    assert printed.err.splitlines()[-2:] == [
        "3000 files: 2970 converted, 30 not:",
        "      30 import-no-field",
    ]


def test_a_terminal_gets_a_progress_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3):
        (tmp_path / f"{number}.xml").write_text(xml(START, OPENING if number else ["a4-a6"]))
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    main(["convert", str(tmp_path)])

    shown = terminal.getvalue()
    assert shown.startswith("\r[..............................] 0/3")
    assert "\r\x1b[K" in shown
    assert shown.endswith("3 files: 2 converted, 1 not:\n       1 too-far\n")


def test_no_bar_is_drawn_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3):
        (tmp_path / f"{number}.xml").write_text(xml(START, OPENING))

    main(["convert", str(tmp_path)])

    assert capsys.readouterr().err == "3 files: all converted.\n"
