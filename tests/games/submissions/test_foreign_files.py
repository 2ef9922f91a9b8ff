"""Files of other programs: in their own encodings, corrected by people, with one game or several."""

from collections.abc import Callable

import pytest

from games.models import Game, Submission
from games.models.submission import SourceKind
from games.submissions.presenters import errors_with_lines, readable_text
from games.submissions.services.uploads import resubmit, submit
from tests.engine.stratego.gravon.files import START, gsn, refusal, xml
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db

NAMES = ("Jörg Müller", "Zoë")
RIGHT, WRONG = ["a4-a5", "j7-j6"], ["a4-a5", "j7-j5"]


def sent(data: bytes, name: str) -> list[Submission]:
    upload = submit(account=None, content=[data], size=len(data), source=SourceKind.FILE, file_name=name)
    run_jobs()
    return list(upload.submissions.order_by("ordinal"))


def declaring(encoding: str, plies: list[str]) -> bytes:
    return xml(START, plies, players=NAMES).replace("UTF-8", encoding).encode(encoding)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (gsn(START, WRONG, players=NAMES).encode("latin-1"), "a.gsn"),
        (gsn(START, WRONG, players=NAMES).encode("utf-8-sig"), "a.gsn"),
        (declaring("ISO-8859-1", WRONG), "a.xml"),
        (declaring("windows-1252", WRONG), "a.xml"),
        (declaring("UTF-16", WRONG), "a.xml"),
        (declaring("UTF-8", WRONG), "a.xml"),
    ],
    ids=["gsn latin-1", "gsn utf-8", "xml latin-1", "xml windows", "xml utf-16", "xml utf-8"],
)
def test_names_survive_a_correction_whatever_the_file_was_encoded_in(data: bytes, name: str) -> None:
    (broken,) = sent(data, name)
    shown = readable_text(broken)

    wrong, right = ("K7-K5", "K7-K6") if name.endswith("gsn") else ('target="K5"', 'target="K6"')
    assert shown.count(wrong) == 1
    resubmit(submission=broken, text=shown.replace(wrong, right))
    run_jobs()

    assert Submission.objects.get(corrects=broken).errors == []
    assert Game.objects.values_list("first_name", "second_name").get() == NAMES


@pytest.mark.parametrize("encoding", ["no-such-thing", "hex", "punycode", "idna", "UTF-16", "gbk"])
def test_a_file_that_declares_an_odd_encoding_can_be_shown_and_corrected(encoding: str) -> None:
    text = xml(START, RIGHT, players=NAMES)
    (broken,) = sent(text.replace("UTF-8", encoding).encode(), "a.xml")

    assert broken.errors[0]["code"] == "import-malformed"
    assert readable_text(broken) == text.replace("UTF-8", encoding)
    resubmit(submission=broken, text=readable_text(broken))
    run_jobs()

    assert Game.objects.values_list("first_name", "second_name").get() == NAMES


@pytest.mark.parametrize(("written", "name", "line_of_second_move"), [(xml, "a.xml", 6), (gsn, "a.gsn", 5)])
def test_a_file_of_several_games_has_a_record_for_each_with_its_own_place(
    written: Callable[..., str], name: str, line_of_second_move: int
) -> None:
    first, second = written(START, RIGHT), written(START, WRONG)
    third = written(START, RIGHT, players=("Cleo", "Dora"))

    rows = sent(f"{first}\n{second}{third}".encode(), name)

    assert [(row.state, bytes(row.raw).decode()) for row in rows] == [
        ("accepted", f"{first}\n"),
        ("error", second),
        ("accepted", third),
    ]
    before = first.count("\n") + 1
    assert [row.line for row in rows] == [1, 1 + before, 1 + before + second.count("\n")]
    ((error, lines),) = errors_with_lines(rows[1])
    marked = next(line for line in lines if line.is_wrong)
    assert marked.number == error["line"] == before + line_of_second_move
    assert "K5" in marked.before + marked.marked + marked.after


def test_games_in_one_xml_document_are_refused_with_what_to_do() -> None:
    game = xml(START, RIGHT).partition("<stratego>\n")[2].partition("</stratego>")[0]
    file = f"<stratego>\n{game}{game}</stratego>\n"

    (row,) = sent(file.encode(), "a.xml")

    error = row.errors[0]
    assert (error["code"], error["message"]) == refusal(file)
    assert (error["code"], error["line"]) == ("import-malformed", 2 + game.count("\n"))
