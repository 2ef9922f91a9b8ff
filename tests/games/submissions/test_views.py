"""The pages of submitting, as a submitter sees them."""

import re
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Submission, Upload
from games.submissions import jobs
from games.submissions.selectors import records
from games.submissions.services import validation
from games.submissions.services.uploads import submit_text
from jobs import batches
from players.models import Club, Person, User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.records import BARRAGOON, BROKEN, STRATEGO
from tests.jobs.job_runner import run_jobs
from tests.markup import compact

pytestmark = pytest.mark.django_db


def test_pasted_records_lead_to_the_page_of_the_upload_at_once(browser: Client, submitter: User) -> None:
    answer = browser.post("/games/submit/", {"text": BARRAGOON, "visibility": "public"})

    upload = Upload.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/uploads/{upload.pk}/")
    assert (upload.source, upload.account, upload.state) == ("paste", submitter, "waiting")
    assert "<h1>Pasted text</h1>" in browser.get(answer["Location"]).content.decode()


def test_an_uploaded_file_is_stored_under_its_name_with_the_wishes(
    browser: Client, club: Club, agnes: Person
) -> None:
    file = SimpleUploadedFile("autumn.txt", BARRAGOON.encode())

    browser.post(
        "/games/submit/",
        {"file": file, "club": club.pk, "visibility": "embargoed", "embargo_until": "2027-01-01T12:00"},
    )
    run_jobs()

    game = Game.objects.get()
    assert Upload.objects.get().file_name == "autumn.txt"
    assert (game.club, game.visibility, game.first_person) == (club, "embargoed", agnes)
    assert f"{game.embargo_until:%Y-%m-%d %H:%M %Z}" == "2027-01-01 12:00 UTC"


def test_times_are_typed_and_shown_in_the_time_of_the_account(browser: Client, submitter: User) -> None:
    User.objects.filter(pk=submitter.pk).update(time_zone="Europe/Berlin")

    form = browser.get("/games/submit/").content.decode()
    answer = browser.post(
        "/games/submit/",
        {"text": BARRAGOON, "visibility": "embargoed", "embargo_until": "2027-07-01T12:00"},
    )
    Upload.objects.update(created_at=datetime(2026, 11, 14, 23, 30, tzinfo=UTC))
    page = browser.get(answer["Location"]).content.decode()

    assert "In the time of Europe/Berlin. Left empty, the embargo lasts until the event ends." in form
    assert Upload.objects.get().embargo_until == datetime(2027, 7, 1, 10, 0, tzinfo=UTC)
    assert "15 November 2026, 00:30 (Europe/Berlin)" in page
    assert "it ends 1 July 2027, 12:00" in page


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Please paste records, or choose a file."),
        ({"text": " \n"}, "Please paste records, or choose a file."),
        (
            {"text": "x", "file": ("a.txt", b"x")},
            "Please send either the text or the file, not both.",
        ),
        ({"file": ("a.exe", b"x")}, "Only files that end in .txt, .pgn, .xml, .gsn or .zip can be read"),
        ({"file": ("a.txt", b"")}, "The upload is empty."),
        ({"text": "x", "visibility": "club"}, "Please choose the club whose members may see the games."),
    ],
)
def test_what_cannot_be_taken_comes_back_with_a_sentence(
    browser: Client, data: dict[str, object], sentence: str
) -> None:
    sent = {
        name: SimpleUploadedFile(*value) if isinstance(value, tuple) else value
        for name, value in data.items()
    }

    answer = browser.post("/games/submit/", {"visibility": "public"} | sent)

    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert not Upload.objects.exists()


def test_a_pasted_text_that_is_too_long_is_refused_with_what_to_do(browser: Client) -> None:
    answer = browser.post("/games/submit/", {"text": "x" * (5 * 1024 * 1024 + 1), "visibility": "public"})

    assert answer.status_code == 413
    assert "A form can hold at most 5 megabytes of text." in answer.content.decode()
    assert not Upload.objects.exists()


def test_a_file_that_is_too_large_is_not_kept_and_refused_with_what_to_do(
    browser: Client, settings: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.GAMES_MOST_UPLOAD_BYTES = 3 << 20  # type: ignore[attr-defined]
    kept: list[int] = []
    real = TemporaryFileUploadHandler.receive_data_chunk

    def receive(handler: TemporaryFileUploadHandler, data: bytes, start: int) -> None:
        kept.append(len(data))
        real(handler, data, start)

    monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", receive)
    file = SimpleUploadedFile("games.txt", b"x" * (20 << 20))

    answer = browser.post("/games/submit/", {"file": file, "visibility": "public"})

    assert answer.status_code == 200
    assert "The upload is too large: at most 3 megabytes. Please send it in parts." in answer.content.decode()
    assert (3 << 20) - (64 << 10) <= sum(kept) <= 3 << 20
    assert not Upload.objects.exists()


def test_nobody_submits_for_a_club_that_is_not_theirs(browser: Client, club: Club) -> None:
    answer = browser.post("/games/submit/", {"text": BARRAGOON, "club": club.pk, "visibility": "public"})

    assert "Select a valid choice" in answer.content.decode()
    assert not Upload.objects.exists()


def test_too_many_uploads_are_refused_until_a_time_that_is_told(
    browser: Client, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_UPLOADS_PER_HOUR = 1  # type: ignore[attr-defined]
    browser.post("/games/submit/", {"text": BARRAGOON, "visibility": "public"})

    answer = browser.post("/games/submit/", {"text": STRATEGO, "visibility": "public"})

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3600
    page = answer.content.decode()
    assert "You may send 1 upload an hour." in page
    assert "[Game &quot;Stratego&quot;]" in page  # what was typed is not lost


def test_the_page_follows_the_work_until_every_record_has_its_fate(browser: Client, submitter: User) -> None:
    upload = submit_text(account=submitter, text=f"{BARRAGOON}\n{BROKEN}")
    address = f"/games/uploads/{upload.pk}/"

    before = compact(browser.get(address))
    polled = browser.get(address, headers={"HX-Request": "true"}).content.decode()
    run_jobs()
    after = browser.get(address, headers={"HX-Request": "true"}).content.decode()

    assert f'hx-get="{address}" hx-trigger="every 2s"' in before
    assert "<html" in before
    assert "<html" not in polled
    assert "Reading the records …" in polled
    assert "hx-trigger" not in after
    assert "All records have been checked. 1 has errors" in after
    assert "Agnes Brandt – Bo Lind, 1–0" in after


def test_the_bar_moves_while_a_slice_is_being_checked(
    browser: Client, submitter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is asked after each of four records, of which two are written at a time."""
    monkeypatch.setattr(jobs, "RECORDS_PER_LOOK", 2)
    monkeypatch.setattr(batches, "TURN", 0)
    text = "\n".join(BARRAGOON.replace("Bo Lind", f"Bo {number}") for number in range(4))
    upload = submit_text(account=submitter, text=text)
    real, bars = validation._check, []

    def looked_at(sent: records.SentRecord) -> validation.CheckResult:
        page = browser.get(f"/games/uploads/{upload.pk}/", headers={"HX-Request": "true"}).content.decode()
        bars.append(re.findall(r'aria-label="Checking the records" value="(\d+)" max="(\d+)"', page))
        return real(sent)

    monkeypatch.setattr(validation, "_check", looked_at)
    run_jobs()

    assert bars == [[("0", "4")], [("0", "4")], [("2", "4")], [("2", "4")]]


def test_a_null_byte_in_pasted_text_is_an_error_of_its_record_only(browser: Client) -> None:
    damaged = BARRAGOON.replace("An open", "An\0open")
    browser.post("/games/submit/", {"text": f"{damaged}\n{STRATEGO}", "visibility": "public"})
    run_jobs()
    wrong, right = Submission.objects.order_by("ordinal")

    browser.post(f"/games/records/{wrong.pk}/correct/", {"text": damaged})
    run_jobs()

    assert (wrong.errors[0]["code"], right.state) == ("null-byte", "accepted")
    assert Submission.objects.get(corrects=wrong).errors[0]["code"] == "null-byte"


def test_accepted_and_known_records_link_to_their_games(browser: Client, submitter: User) -> None:
    upload = submit_text(account=submitter, text=f"{BARRAGOON}\n{BARRAGOON}\n{STRATEGO}")
    run_jobs()
    accepted, known, _ = Submission.objects.order_by("ordinal")
    link = f'href="/games/{accepted.game_id}/">Agnes Brandt – Bo Lind, 1–0</a>'

    table = browser.get(f"/games/uploads/{upload.pk}/").content.decode()
    pages = [browser.get(f"/games/records/{record.pk}/").content.decode() for record in (accepted, known)]

    assert (accepted.state, known.state) == ("accepted", "duplicate")
    assert table.count(link) == 2
    assert [page.count(link) for page in pages] == [1, 1]
    assert browser.get(f"/games/{accepted.game_id}/").status_code == 200


def test_whoever_may_see_the_known_game_is_told_that_their_record_has_other_set_ups(
    browser: Client, submitter: User
) -> None:
    submit_text(account=None, text=STRATEGO)
    submit_text(account=submitter, text=STRATEGO)
    submit_text(account=submitter, text=STRATEGO.replace(BLUE_SETUP, SETUP))
    run_jobs()
    alike, other = Submission.objects.filter(upload__account=submitter).order_by("pk")

    def told() -> list[tuple[bool, bool]]:
        return [
            (
                "has other set-ups" in browser.get(f"/games/records/{record.pk}/").content.decode(),
                browser.get(f"/api/v1/records/{record.pk}/").json()["other_set_ups"],
            )
            for record in (alike, other)
        ]

    public = told()
    Game.objects.update(visibility="embargoed")
    hidden = told()

    assert (alike.state, other.state) == ("duplicate", "duplicate")
    assert public == [(False, False), (True, True)]
    assert hidden == [(False, False), (False, False)]


def test_a_duplicate_leads_to_the_earlier_game_only_if_one_may_see_it(
    browser: Client, submitter: User, arbiter: User, club: Club
) -> None:
    submit_text(account=arbiter, text=BARRAGOON, club=club)
    submit_text(account=submitter, text=BARRAGOON)
    run_jobs()
    duplicate = Submission.objects.get(upload__account=submitter)
    addresses = [f"/games/records/{duplicate.pk}/", f"/games/uploads/{duplicate.upload_id}/"]

    shown = [browser.get(address).content.decode() for address in addresses]
    Game.objects.update(visibility="private")
    hidden = [browser.get(address).content.decode() for address in addresses]

    assert duplicate.state == "duplicate"
    assert "This game is already in the archive" in hidden[0]
    assert "Already in the archive." in hidden[1]
    assert [f"/games/{duplicate.game_id}/" in page for page in hidden] == [False, False]
    assert [f'href="/games/{duplicate.game_id}/">' in page for page in shown] == [True, True]


def test_what_others_submitted_is_not_found(client: Client, browser: Client, arbiter: User) -> None:
    upload = submit_text(account=arbiter, text=BROKEN)
    run_jobs()
    record = Submission.objects.get()

    answers = [
        browser.get(f"/games/uploads/{upload.pk}/").status_code,
        browser.get(f"/games/records/{record.pk}/").status_code,
        browser.post(f"/games/records/{record.pk}/correct/", {"text": BARRAGOON}).status_code,
    ]

    assert answers == [404, 404, 404]


def test_pages_cost_the_same_queries_however_many_records_there_are(
    browser: Client, submitter: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    upload = submit_text(
        account=submitter,
        text="\n".join(BARRAGOON.replace("Bo Lind", f"Bo {n}") for n in range(60)),
    )
    run_jobs()

    # Session, account, upload, counts, how many, records with games, and four for which games are in sight.
    with django_assert_num_queries(10):
        browser.get(f"/games/uploads/{upload.pk}/")
    with django_assert_num_queries(4):  # session, account, how many, uploads
        browser.get("/games/uploads/")


def test_the_page_of_a_broken_record_of_a_megabyte_stays_small(browser: Client, submitter: User) -> None:
    comment = "{" + "<&> " * 200_000 + "}"
    submit_text(account=submitter, text=BROKEN.replace("\n1. ", f"\n{comment} 1. ", 1))
    run_jobs()
    broken = Submission.objects.get()
    assert (broken.state, len(broken.raw) > 800_000) == ("error", True)

    page = browser.get(f"/games/records/{broken.pk}/")

    assert len(page.content) < 100_000
    assert "too long to be corrected here" in page.content.decode()
    assert browser.get(f"/games/records/{broken.pk}/board/").status_code == 404
