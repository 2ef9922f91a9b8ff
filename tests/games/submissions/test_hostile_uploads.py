"""What people send by mistake or on purpose: an error in its place, nothing else lost, no worker harmed."""

import io
import os
import random
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine import stratego
from engine.record import read_text
from games.models import Submission, Upload
from games.models.submission import SourceKind
from games.submissions.presenters import readable_text
from games.submissions.selectors.upload_files import find_records
from games.submissions.services import validation
from games.submissions.services.uploads import submit
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP, field, gsn, xml
from tests.games.records import BARRAGOON, BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs

ROOT = Path(__file__).resolve().parents[3]
GOOD, OTHER = BARRAGOON.encode(), STRATEGO.encode()
BOMB = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>'


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def gravon() -> bytes:
    plies = ["a4-a5", "j7-j6"]
    return xml(field(stratego.Game(SETUP, BLUE_SETUP)), plies, result=(3, 1)).encode()


def sent(data: bytes, name: str = "") -> list[tuple[str, str]]:
    """The fates of all records of an upload: the state, and the first error's code."""
    source = SourceKind.FILE if name else SourceKind.PASTE
    upload = submit(account=None, content=[data], size=len(data), source=source, file_name=name)
    run_jobs()
    assert Upload.objects.get(pk=upload.pk).state == "done"
    rows = Submission.objects.filter(upload=upload).order_by("ordinal")
    return [(row.state, row.errors[0]["code"] if row.errors else "") for row in rows]


OK = ("accepted", "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "fates"),
    [
        (GOOD.replace(b"An open", b"An\0open") + b"\n" + OTHER, [("error", "null-byte"), OK]),
        (GOOD.replace("Très".encode(), "Très".encode("latin-1")) + b"\n" + OTHER, [("error", "not-utf-8"), OK]),
        (GOOD.decode().encode("utf-16"), [("error", "null-byte")]),
        (GOOD + b"\n" + GOOD.replace(b"{ An open fight }", b"{" + b"x" * 10_000_000) + b"\n" + OTHER,
         [OK, ("error", "record-too-large"), OK]),
        (b"x" * 10_000_000, [("error", "game-missing")]),
        (b" \n\n% nothing but a comment\n", [("error", "nothing-found")]),
        (BOMB, [("error", "import-unsafe")]),
        (gravon(), [OK]),
        (b"<stratego><game", [("error", "import-malformed")]),
        (b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n"), [OK]),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, [("error", "null-byte")]),
    ],
    ids=["null byte", "latin-1", "utf-16", "ten megabytes in a line", "nothing but a line", "nothing", "xml bomb",
         "gravon", "cut xml", "windows", "picture"],
)  # fmt: skip
def test_texts(data: bytes, fates: list[tuple[str, str]]) -> None:
    assert sent(data) == fates


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "data", "tags"),
    [
        ("classic-2014.9-2525.xml", gravon(), ("StraDoS2", "2014.??.??")),
        (
            "classic.2003.07.01.485.gsn",
            gsn(field(stratego.Game(SETUP, BLUE_SETUP)), ["a4-a5", "j7-j6"]).encode("latin-1"),
            ("GSN v2", "2003.07.01"),
        ),
    ],
)
def test_files_from_gravon_become_games_that_say_where_they_came_from(
    name: str, data: bytes, tags: tuple[str, str]
) -> None:
    """By themselves and in a zip file."""
    assert sent(data, name) == [OK]
    assert sent(zipped({name: data, "same.txt": OTHER}), "both.zip") == [("duplicate", ""), OK]

    (record,) = read_text(Submission.objects.order_by("pk")[0].game.text.canonical)  # type: ignore[union-attr]
    assert (record.tags["SourceFormat"], record.tags["Date"]) == tags
    assert (record.tags["Source"], record.main.plies) == (name, ["a4-a5", "j7-j6"])


@pytest.mark.django_db
def test_a_zip_file_of_everything_has_an_error_for_each_that_cannot_be_read() -> None:
    files = {
        "games/": b"",
        "games/a.txt": GOOD,
        "games/../../etc/b.pgn": OTHER + b"\n" + BROKEN.encode(),
        "c.xml": gravon(),
        "inner.zip": zipped({"d.txt": GOOD}),
        "inner.txt": zipped({"d.txt": GOOD}),
        "photo.jpg": b"\xff\xd8\xff",
        "__MACOSX/._a.txt": b"litter",
        ".DS_Store": b"litter",
        "games/._a.txt": b"litter",
        "games/Thumbs.db": b"litter",
        "desktop.ini": b"litter",
        ".games.txt": OTHER,
        ".notes": b"no litter",
        "last.txt": GOOD,
    }

    assert sent(zipped(files), "all.zip") == [
        OK,
        OK,
        ("error", "wrong-distance"),
        OK,
        ("error", "zip-in-zip"),
        ("error", "zip-in-zip"),
        ("error", "file-kind"),
        ("duplicate", ""),
        ("error", "file-kind"),
        ("duplicate", ""),
    ]
    assert (
        list(Submission.objects.order_by("ordinal").values_list("member", flat=True)[1:3])
        == ["games/../../etc/b.pgn"] * 2
    )


@pytest.mark.django_db
def test_a_zip_bomb_is_one_error_and_the_files_behind_it_are_read() -> None:
    files = {"a.txt": GOOD, "bomb.txt": b"{" + b" " * 5_000_000, "b.txt": OTHER}

    assert sent(zipped(files), "bomb.zip") == [OK, ("error", "zip-too-large"), OK]
    assert Submission.objects.get(ordinal=2).errors[0]["message"] == (
        "This file unpacks to 5000001 bytes, more than 200 times as many as are packed: no records do. "
        "It was not read."
    )


@pytest.mark.django_db
def test_of_a_zip_file_that_unpacks_to_too_much_everything_is_read_that_there_is_room_for(
    settings: pytest.FixtureRequest,
) -> None:
    settings.GAMES_MOST_UNPACKED_BYTES = len(GOOD) + len(OTHER) + 100  # type: ignore[attr-defined]
    files = {"a.txt": GOOD, "large.txt": GOOD + b" " * len(OTHER), "b.txt": OTHER}

    assert sent(zipped(files), "large.zip") == [OK, ("error", "zip-too-large"), OK]
    refused = Submission.objects.get(ordinal=2)
    assert refused.member == "large.txt"
    assert refused.errors[0]["message"] == (
        f"With this file the zip file unpacks to more than {len(GOOD) + len(OTHER) + 100} bytes: not read. "
        "Please upload it on its own."
    )


@pytest.mark.django_db
def test_a_file_in_a_zip_file_without_a_record_is_an_error_of_its_own() -> None:
    files = {"empty.txt": b"", "a.txt": GOOD, "blank.pgn": b"\n% nothing\n"}

    assert sent(zipped(files), "a.zip") == [("error", "nothing-found"), OK, ("error", "nothing-found")]
    members = Submission.objects.order_by("ordinal").values_list("member", flat=True)
    assert list(members) == ["empty.txt", "a.txt", "blank.pgn"]


@pytest.mark.django_db
def test_a_name_in_a_zip_file_that_cannot_be_read_loses_nothing() -> None:
    packed = zipped({"a.txt": GOOD, "Łucja.txt": OTHER, "Å.txt": GOOD.replace(b"2026", b"2025")})
    damaged = packed.replace("Łucja".encode(), b"\xc5\xffucja")

    assert sent(damaged, "x.zip") == [OK, OK, OK]
    members = Submission.objects.order_by("ordinal").values_list("member", flat=True)
    assert list(members) == ["a.txt", "┼\u00a0ucja.txt".replace("\u00a0", "?"), "Å.txt"]


@pytest.mark.django_db
def test_what_is_broken_in_a_zip_file_is_one_error_and_the_rest_is_read() -> None:
    good = zipped({"a.txt": GOOD, "b.txt": OTHER}, zipfile.ZIP_STORED)
    flipped = good.replace(b"Thursday", b"Thurzday")  # the checksum of a.txt is wrong now
    encrypted = bytearray(good)
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1

    assert sent(flipped, "x.zip")[-1] == OK
    assert ("error", "zip-broken") in sent(flipped, "x.zip")
    assert sent(bytes(encrypted), "x.zip")[0] == ("error", "zip-broken")
    assert sent(good[: len(good) // 2], "x.zip") == [("error", "zip-broken")]
    assert sent(b"PK\x03\x04 nothing", "x.zip") == [("error", "zip-broken")]


@pytest.mark.django_db
def test_a_zip_file_without_files_is_told_to_be_empty() -> None:
    assert sent(zipped({}), "x.zip") == [("error", "nothing-found")]


def test_a_zip_file_with_a_list_longer_than_allowed_is_not_opened() -> None:
    """The list of members would be read into memory as a whole."""
    members = b"PK\x01\x02" + b"\0" * 42
    listing = members * 60_000
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 60_000, 60_000, len(listing), 4, 0)
    stream = io.BytesIO(b"PK\x03\x04" + listing + end)

    (found,) = find_records(stream, name="x.zip", max_unpacked=1 << 20, max_members=1000)

    assert found.error is not None
    assert (found.error["code"], found.error["message"]) == (
        "zip-too-large",
        "The zip file has too many files in it, or too long names: at most 1000 files are read.",
    )


def test_records_are_found_in_little_memory_whatever_is_sent(tmp_path: Path) -> None:
    """A process of its own goes through the worst of it with 400 megabytes for everything, Django included."""
    # A hundredth of it is left when packed: less than a bomb, more than any records.
    large = (b"(" * 100_000 + random.Random(1).randbytes(500).hex().encode()) * 1500
    bomb = zipped(
        {"a.txt": GOOD, "large.txt": large, "bomb.txt": b"(" * 40_000_000, "b.pgn": large[:60_000_000]}
    )
    (tmp_path / "bomb.zip").write_bytes(bomb)
    (tmp_path / "line.txt").write_bytes(b"x" * 30_000_000)
    program = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
import django
django.setup()
from games.submissions.selectors.upload_files import find_records as records_in
from games.submissions.presenters import readable_text as text_of
for name in ("bomb.zip", "line.txt"):
    with open({str(tmp_path)!r} + "/" + name, "rb") as stream:
        for found in records_in(stream, name=name, max_unpacked=200 << 20, max_members=1000):
            print(name, len(found.raw), found.cut, found.error["code"] if found.error else "")
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )

    assert done.stdout.splitlines() == [
        f"bomb.zip {len(GOOD)} False ",
        f"bomb.zip {1 << 20} True ",
        "bomb.zip 0 False zip-too-large",
        "bomb.zip 0 False zip-too-large",
        f"line.txt {1 << 20} True ",
    ]


@pytest.mark.django_db
def test_a_mistake_of_ours_is_an_error_of_that_record_only(monkeypatch: pytest.MonkeyPatch) -> None:
    real = validation._check

    def mistaken(submission: Submission) -> validation.CheckResult:
        if submission.ordinal == 1:
            raise ZeroDivisionError
        return real(submission)

    monkeypatch.setattr(validation, "_check", mistaken)

    assert sent(GOOD + b"\n" + OTHER) == [("error", "cannot-be-checked"), OK]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_files_of_other_programs_are_shown_as_text_in_the_lines_that_errors_count(
    encoding: str, line_end: str
) -> None:
    text = gravon().decode()

    assert readable_text(Submission(raw=text.replace("\n", line_end).encode(encoding))) == text
