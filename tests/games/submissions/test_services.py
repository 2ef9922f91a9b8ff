"""From what somebody sends to games and errors."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from core.errors import Refused, TooManyRequests
from engine.record import read_text
from games.archive.services.digest import pack_keys
from games.models import (
    Adjudication,
    Game,
    SourceKind,
    Submission,
    SubmissionSlice,
    Upload,
    UploadPiece,
)
from games.submissions.presenters import errors_with_lines
from games.submissions.services.uploads import resubmit, submit, submit_text
from jobs import services
from players.models import Club, Person, User
from players.people.services.people import create_person
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.records import BARRAGOON, BROKEN, BROKEN_MESSAGE, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def fates(upload: Upload) -> list[tuple[int, str]]:
    return list(
        upload.submissions.filter(is_current=True).order_by("ordinal").values_list("ordinal", "state")
    )


def test_the_bytes_are_stored_unchanged_and_nothing_else_happens_at_once(submitter: User) -> None:
    text = f"\ufeff{BARRAGOON}\r\n% escaped\n\n"

    upload = submit_text(account=submitter, text=text)

    stored = b"".join(bytes(piece.data) for piece in UploadPiece.objects.filter(upload=upload))
    assert stored == text.encode()
    assert (upload.state, upload.size, upload.account) == ("waiting", len(text.encode()), submitter)
    assert (Submission.objects.count(), Game.objects.count()) == (0, 0)


RECORD = '[Game "Barragoon"]\n[White "Ágnes"]\n\n1. c2-b2 d8-d5 *\n\n'
CRLF = RECORD.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("before", "records"),
    [
        pytest.param(b"", [CRLF.encode(), CRLF.encode()], id="CRLF"),
        pytest.param(b"", [RECORD.replace("\n", "\r").encode()], id="CR"),
        pytest.param(b"", [CRLF.encode(), RECORD.encode() + b" \r\n", CRLF.encode() + b"\r\r\n"], id="mixed"),
        pytest.param(b"", [b"\xef\xbb\xbf" + CRLF.encode(), RECORD.encode()], id="byte order mark"),
        pytest.param(b"", [CRLF.encode("latin-1"), RECORD.encode("latin-1")], id="Latin-1"),
        pytest.param(b"\xef\xbb\xbf\r\n% by a program\r\n\r\n", [CRLF.encode()], id="lines before"),
    ],
)
def test_each_record_keeps_its_bytes_as_they_were_sent(
    submitter: User, before: bytes, records: list[bytes]
) -> None:
    sent = before + b"".join(records)
    upload = submit(
        account=submitter, content=[sent], size=len(sent), source=SourceKind.FILE, file_name="a.txt"
    )
    run_jobs()

    assert [bytes(record.raw) for record in upload.submissions.order_by("ordinal")] == records


@pytest.mark.parametrize(
    ("line_end", "before"), [("\n", ""), ("\r\n", ""), ("\r\n", "\ufeff"), ("\n", "\r\n\r\n")]
)
def test_whatever_the_line_ends_the_referee_reads_and_counts_the_same(
    submitter: User, line_end: str, before: str
) -> None:
    text = before + (BARRAGOON + BROKEN).replace("\n", line_end)
    upload = submit_text(account=submitter, text=text)
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "error")]
    broken = upload.submissions.get(ordinal=2)
    assert (broken.errors[0]["line"], broken.errors[0]["column"]) == (18 + before.count("\n"), 4)
    ((_, lines),) = errors_with_lines(broken)
    (marked,) = [line for line in lines if line.is_wrong]
    assert (marked.number, marked.before, marked.marked) == (broken.errors[0]["line"], "2. ", "c2-c5")


def test_each_record_has_its_fate_and_a_broken_one_loses_nothing_else(submitter: User) -> None:
    upload = submit_text(account=submitter, text="\n".join([BARRAGOON, BROKEN, STRATEGO]))

    run_jobs()

    upload.refresh_from_db()
    assert (upload.state, upload.received) == ("done", 3)
    assert fates(upload) == [(1, "accepted"), (2, "error"), (3, "accepted")]
    broken = upload.submissions.get(ordinal=2)
    assert bytes(broken.raw).decode() == BROKEN + "\n"
    assert broken.errors == [
        {
            "line": 19,
            "column": 4,
            "ply": 3,
            "move": "2. c2-c5",
            "code": "wrong-distance",
            "rule": "4.1",
            "game": "barragoon",
            "message": BROKEN_MESSAGE,
            "words": {
                "text": broken.errors[0]["words"]["text"],
                "facts": {"square": "c2", "value": 2, "shorter": 1, "target": "c5"},
            },
        }
    ]


def test_a_game_is_stored_with_all_that_lists_and_readers_need(submitter: User) -> None:
    submit_text(account=submitter, text=BARRAGOON)
    run_jobs()

    game = Game.objects.select_related("text").get()

    assert (game.kind, game.first_name, game.second_name) == ("barragoon", "Agnes Brandt", "Bo Lind")
    assert (game.event, game.site, game.round, game.date) == (
        "Thursday evening",
        "Club room",
        "3",
        "2026.11.12",
    )
    assert (game.date_from, game.date_to) == (date(2026, 11, 12), date(2026, 11, 12))
    assert (game.result, game.termination, game.rule, game.ply_count) == ("1-0", "resigned", "", 7)
    assert (game.setup, game.first_express, game.second_express) == ("closed", 0, 0)
    assert game.submitted_by == submitter
    assert game.text.plies == ("c2-b2 d8-d5 d2-f3 d5xb6/NS@f2 b2xb4/NW@a1 e8-f7 b4xb6/SE@a4/EN@e3")
    assert game.text.canonical == BARRAGOON
    assert game.search_text == ("agnes brandt bo lind thursday evening club room 3 an open fight tres fort")
    (record,) = read_text(BARRAGOON)
    assert record.final is not None
    assert bytes(game.text.position_keys) == pack_keys(record.final.keys())
    assert len(game.text.position_keys) == 8 * 8


def test_partial_dates_are_spans(submitter: User) -> None:
    submit_text(account=submitter, text=STRATEGO)
    run_jobs()

    game = Game.objects.get()

    assert (game.date, game.date_from, game.date_to) == ("2026.10.??", date(2026, 10, 1), date(2026, 10, 31))
    assert (game.setup, game.termination) == ("chosen", "time")


def test_the_same_game_spelt_otherwise_is_a_duplicate_of_the_earlier_one(submitter: User) -> None:
    submit_text(account=submitter, text=BARRAGOON)
    run_jobs()
    again = (
        BARRAGOON.replace("Agnes Brandt", "BRANDT, Agnes")
        .replace("{ An open fight } ", "")
        .replace("Thursday", "Friday")
    )

    upload = submit_text(account=submitter, text=again)
    run_jobs()

    assert fates(upload) == [(1, "duplicate")]
    assert upload.submissions.get().game == Game.objects.get()


@pytest.mark.parametrize(
    ("old", "new"), [("Bo Lind", "Bo Lund"), ("2026.11.12", "2026.11.13"), (" 4. b4xb6/SE@a4/EN@e3", "")]
)
def test_another_player_date_or_ply_makes_another_game(submitter: User, old: str, new: str) -> None:
    upload = submit_text(account=submitter, text=f"{BARRAGOON}\n{BARRAGOON.replace(old, new)}")
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "accepted")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2026.11.12", "2026-11-12"),
        ("2026.11.??", " 2026-11.?? "),
        ("2026.??.12", "2026.??.??"),
        ("????.??.??", "?"),
        ("????.??.??", ""),
    ],
)
def test_a_date_spelt_otherwise_makes_no_other_game(submitter: User, one: str, other: str) -> None:
    records = [BARRAGOON.replace("2026.11.12", date) for date in (one, other)]
    upload = submit_text(account=submitter, text="\n".join(records))
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "duplicate")]


def test_set_ups_that_may_be_hidden_make_no_other_game_and_a_start_that_nobody_hides_does(
    submitter: User,
) -> None:
    other = STRATEGO.replace(BLUE_SETUP, SETUP)
    opened = (
        BARRAGOON.partition("1. c2-b2")[0].replace("[Result", '[Setup "open"]\n[Result')
        + "1. d2-d4 d8-d6 1-0\n"
    )
    closed = opened.replace('[Setup "open"]\n', "")
    upload = submit_text(account=submitter, text="\n".join([STRATEGO, other, opened, closed]))
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "duplicate"), (3, "accepted"), (4, "accepted")]


def test_twice_the_same_game_in_one_file_is_one_game(submitter: User) -> None:
    upload = submit_text(account=submitter, text=f"{BARRAGOON}\n{BARRAGOON}")
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "duplicate")]
    assert Game.objects.count() == 1


def test_a_correction_takes_the_place_of_the_broken_record_and_erases_nothing(submitter: User) -> None:
    upload = submit_text(account=submitter, text=BROKEN)
    run_jobs()
    broken = upload.submissions.get()

    corrected = resubmit(submission=broken, text=BROKEN.replace("c2-c5", "c2-c3"))
    run_jobs()

    assert fates(upload) == [(1, "accepted")]
    corrected.refresh_from_db()
    assert (corrected.corrects, corrected.state) == (broken, "accepted")
    broken.refresh_from_db()
    assert (bytes(broken.raw).decode(), broken.state, broken.is_current) == (BROKEN, "error", False)
    with pytest.raises(Refused, match="already been corrected"):
        resubmit(submission=broken, text=BROKEN)


def test_a_correction_is_one_record(submitter: User) -> None:
    upload = submit_text(account=submitter, text=BROKEN)
    run_jobs()

    corrected = resubmit(submission=upload.submissions.get(), text=f"{BARRAGOON}\n{STRATEGO}")
    run_jobs()

    corrected.refresh_from_db()
    assert [(error["code"], error["line"]) for error in corrected.errors] == [("several-records", 14)]


def test_a_name_that_one_person_in_sight_has_is_linked_and_others_are_not(
    submitter: User, agnes: Person, club: Club
) -> None:
    create_person(actor=None, name="Lind, Bo", club=club)  # neither listed nor in the club
    upload = submit_text(account=submitter, text=BARRAGOON, club=club)
    run_jobs()

    game = Game.objects.get()

    assert upload.club == game.club == club
    assert (game.first_person, game.first_link) == (agnes, "exact")
    assert (game.second_person, game.second_link) == (None, "")


def test_a_name_that_two_people_have_is_not_guessed(submitter: User, agnes: Person, club: Club) -> None:
    create_person(actor=None, name="Brandt, Agnes", listed=True)
    submit_text(account=submitter, text=BARRAGOON, club=club)
    run_jobs()

    assert Game.objects.get().first_person is None


def test_nobody_is_linked_as_having_played_against_themselves(
    submitter: User, agnes: Person, club: Club
) -> None:
    submit_text(account=submitter, text=BARRAGOON.replace("Bo Lind", "Brandt, Agnes"), club=club)
    run_jobs()

    game = Game.objects.get()

    assert (game.first_person, game.first_link) == (None, "")
    assert (game.second_person, game.second_link) == (None, "")


def test_every_accepted_game_leaves_a_line_in_the_history_and_is_adjudicated(submitter: User) -> None:
    submit_text(account=submitter, text=f"{BARRAGOON}\n{STRATEGO}")
    run_jobs()

    actions = list(AuditEntry.objects.filter(target_type__model="game").values_list("action", flat=True))
    assert sorted(actions) == ["game.accepted"] * 2 + ["game.adjudicated"] * 2
    assert list(Game.objects.order_by("pk").values_list("verdict", flat=True)) == ["nothing", "nothing"]
    assert Adjudication.objects.count() == 2


def test_what_is_empty_too_large_or_of_another_kind_is_refused_with_a_sentence(
    submitter: User, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_MOST_UPLOAD_BYTES = 2 * 1024 * 1024  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="The upload is empty"):
        submit_text(account=submitter, text="")
    with pytest.raises(Refused, match="at most 2 megabytes"):
        submit_text(account=submitter, text="x" * (2 * 1024 * 1024 + 1))
    with pytest.raises(Refused, match=r"“games.exe” does not"):
        submit(account=submitter, content=[b"x"], size=1, source=SourceKind.FILE, file_name="games.exe")
    assert not Upload.objects.exists()


def test_uploads_are_limited_by_the_hour(submitter: User, settings: pytest.FixtureRequest) -> None:
    settings.GAMES_UPLOADS_PER_HOUR = 2  # type: ignore[attr-defined]
    for _ in range(2):
        submit_text(account=submitter, text=BARRAGOON)

    with pytest.raises(
        TooManyRequests, match=r"You may send 2 uploads an hour. Please try again in "
    ) as refusal:
        submit_text(account=submitter, text=BARRAGOON)

    assert 0 < refusal.value.wait <= 3600
    assert Upload.objects.count() == 2


def test_records_past_the_limit_are_one_error(submitter: User, settings: pytest.FixtureRequest) -> None:
    settings.GAMES_MOST_RECORDS = 2  # type: ignore[attr-defined]
    upload = submit_text(account=submitter, text="\n".join([BARRAGOON, STRATEGO, BROKEN, BROKEN]))
    run_jobs()

    assert fates(upload) == [(1, "accepted"), (2, "accepted"), (3, "error")]
    assert upload.submissions.get(ordinal=3).errors[0]["code"] == "too-many-records"


def test_a_slice_costs_a_bounded_number_of_queries(submitter: User, club: Club) -> None:
    def queries_for(count: int) -> int:
        records = [BARRAGOON.replace("Bo Lind", f"Bo Lind {count} {n}") for n in range(count)]
        submit_text(account=submitter, text="\n".join(records), club=club)
        services.perform(
            kind_name="cut upload into records", pk=Upload.objects.latest("pk").pk, message_id="a"
        )
        part = SubmissionSlice.objects.latest("pk")
        with CaptureQueriesContext(connection) as queries:
            services.perform(kind_name="validate records", pk=part.pk, message_id="b")
        assert part.submissions.filter(state="accepted").count() == count
        return len(queries)

    assert queries_for(2) == queries_for(20)
