"""The page of a record with errors, as its submitter sees it, and how a correction is sent from there."""

import re

import pytest
from django.test import Client

from engine.record import Record
from games.models import Submission
from games.models.submission import SourceKind
from games.submissions.selectors import records
from games.submissions.services import validation
from games.submissions.services.uploads import submit, submit_text
from players.models import User
from tests.engine.stratego.gravon.files import START, gsn, xml
from tests.games.records import (
    BARRAGOON,
    BROKEN,
    BROKEN_MESSAGE,
    BROKEN_VARIATION,
    STRATEGO,
    VARIATION_BEFORE_ERROR,
)
from tests.jobs.job_runner import run_jobs
from tests.markup import compact

pytestmark = pytest.mark.django_db


def test_a_broken_record_shows_its_place_its_rule_and_the_board(browser: Client, submitter: User) -> None:
    submit_text(account=submitter, text=BROKEN)
    run_jobs()

    page = browser.get(f"/games/records/{Submission.objects.get().pk}/").content.decode()

    assert "Line 6, column 4: <code>2. c2-c5</code>" in page
    assert BROKEN_MESSAGE in page
    assert "Rule 4.1" in page
    assert "6  2. <mark>c2-c5</mark> 1-0" in page
    assert "The board after ply 2, the last good one" in page
    assert 'src="data:image/svg+xml;base64,' in page


@pytest.mark.parametrize(
    ("text", "title", "position", "query"),
    [
        (
            BROKEN_VARIATION,
            "The board after ply 3, the last good one before the error in a variation",
            VARIATION_BEFORE_ERROR,
            "?line=1&amp;ply=3",
        ),
        (
            '[Game "Barragoon"]\n\n1. d2-d4 (1. d2-d9) 1... d8-d6 *\n',
            "The board at the start, before the error in a variation",
            "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 w 24 0-0",
            "?ply=0",
        ),
    ],
    ids=["inside", "first-ply"],
)
def test_of_an_error_in_a_variation_the_board_of_that_variation_is_shown(
    browser: Client, submitter: User, text: str, title: str, position: str, query: str
) -> None:
    """The main line is right to its end, which is not where the error is."""
    submit_text(account=submitter, text=text)
    run_jobs()
    pk = Submission.objects.get().pk

    page = browser.get(f"/games/records/{pk}/").content.decode()

    assert f'<h2 id="board-heading">{title}</h2>' in page
    assert f'alt="{title}: {position}"' in page
    assert f'href="/games/records/{pk}/board/{query}"' in page


@pytest.mark.parametrize(
    ("text", "line", "column", "marked"),
    [
        (xml(START, ["a4-a5", "j7-j6", "a5-a7"]), 7, 3, "7    <mark>&lt;move</mark> id=&quot;3&quot;"),
        (gsn(START, ["a4-a5", "j7-j6", "a5-a7"]), 6, 1, "6  <mark>A5-A7</mark>"),
    ],
    ids=["xml", "gsn"],
)
def test_a_broken_file_of_another_program_shows_its_place_its_rule_and_the_board(
    browser: Client, submitter: User, text: str, line: int, column: int, marked: str
) -> None:
    submit_text(account=submitter, text=text)
    run_jobs()

    record = Submission.objects.get()
    page = browser.get(f"/games/records/{record.pk}/").content.decode()
    replay = browser.get(f"/games/records/{record.pk}/board/")

    assert (record.errors[0]["ply"], record.errors[0]["code"]) == (3, "too-far")
    assert f"Line {line}, column {column}: <code>2. a5xa7</code>" in page
    assert "Rule move" in page
    assert marked in page
    assert "The board after ply 2, the last good one" in page
    assert replay.status_code == 200
    assert "j7-j6" in replay.content.decode()


def test_a_record_that_the_referee_cannot_read_has_a_page_without_a_board(
    browser: Client, submitter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was too much for a worker is not tried again in the web server; neither does a mistake of ours harm it."""
    submit_text(account=submitter, text=BROKEN)
    run_jobs()
    addresses = [f"/games/records/{Submission.objects.get().pk}/{part}" for part in ("", "board/")]
    asked = []

    def mistaken(raw: object) -> Record:
        asked.append(raw)
        raise ZeroDivisionError

    monkeypatch.setattr(records, "read_raw", mistaken)
    after_a_mistake = [browser.get(address) for address in addresses]
    asked_after_a_mistake = len(asked)
    message = "No worker came back from it."
    Submission.objects.update(errors=validation.failed_check(message).errors)
    after_a_lost_worker = [browser.get(address) for address in addresses]

    assert [answer.status_code for answer in (*after_a_mistake, *after_a_lost_worker)] == [200, 404, 200, 404]
    assert "c2 is a 2-tile" in after_a_mistake[0].content.decode()
    assert message in after_a_lost_worker[0].content.decode()
    assert "<mark>" not in after_a_lost_worker[0].content.decode()  # nobody knows where
    assert (asked_after_a_mistake, len(asked)) == (2, 2)


def test_a_correction_is_sent_from_the_page_and_follows_its_own_way(browser: Client, submitter: User) -> None:
    submit_text(account=submitter, text=BROKEN)
    run_jobs()
    broken = Submission.objects.get()

    answer = browser.post(f"/games/records/{broken.pk}/correct/", {"text": BROKEN.replace("c5", "c3")})
    corrected = Submission.objects.get(corrects=broken)
    waiting = browser.get(answer["Location"], headers={"HX-Request": "true"}).content.decode()
    run_jobs()
    done = browser.get(answer["Location"], headers={"HX-Request": "true"})

    assert answer["Location"] == f"/games/records/{corrected.pk}/"
    assert "This record has not been checked yet." in waiting
    assert done["HX-Refresh"] == "true"
    assert "The record is correct and is in the archive." in browser.get(answer["Location"]).content.decode()
    assert (
        "This text was replaced by a correction."
        in browser.get(f"/games/records/{broken.pk}/").content.decode()
    )
    again = browser.post(f"/games/records/{broken.pk}/correct/", {"text": BROKEN})
    assert "This record has already been corrected" in again.content.decode()


def test_whoever_corrects_a_record_that_was_corrected_meanwhile_keeps_what_they_wrote(
    browser: Client, submitter: User
) -> None:
    """As in a second tab that was left open."""
    submit_text(account=submitter, text=BROKEN)
    run_jobs()
    broken = Submission.objects.get()
    browser.post(f"/games/records/{broken.pk}/correct/", {"text": BARRAGOON})

    answer = browser.post(f"/games/records/{broken.pk}/correct/", {"text": "1. d2-d3 { my own words } *"})

    page = compact(answer)
    correction = Submission.objects.get(corrects=broken)
    assert "This record has already been corrected, or has no errors." in page
    assert f'<a href="/games/records/{correction.pk}/">View the correction</a>' in page
    assert "readonly" in page
    assert ">1. d2-d3 { my own words } *</textarea>" in page
    assert f'action="/games/records/{broken.pk}/correct/"' not in page


def test_what_stands_nowhere_in_a_text_is_told_without_a_place(browser: Client, submitter: User) -> None:
    upload = submit_text(account=submitter, text=f"{BROKEN}\n{BROKEN}")
    run_jobs()
    second = upload.submissions.get(ordinal=2)
    upload.submissions.filter(pk=second.pk).update(errors=validation.failed_check("It took too long.").errors)

    table = compact(browser.get(f"/games/uploads/{upload.pk}/"))
    page = compact(browser.get(f"/games/records/{second.pk}/"))

    assert re.findall(r"<span> (.*?) </span></td></tr>", table) == [
        f'Line 6, column 4: {BROKEN_MESSAGE} <a class="tag" href="/rules/barragoon/#4.1">Rule 4.1</a>',
        "It took too long.",
    ]
    assert '<h2 id="error-1">Error</h2>' in page


def test_too_many_corrections_are_refused_until_a_time_that_is_told(
    browser: Client, submitter: User, settings: pytest.FixtureRequest
) -> None:
    settings.GAMES_CORRECTIONS_PER_HOUR = 1  # type: ignore[attr-defined]
    submit_text(account=submitter, text=f"{BROKEN}\n{BROKEN}")
    run_jobs()
    first, second = Submission.objects.order_by("ordinal")
    browser.post(f"/games/records/{first.pk}/correct/", {"text": BARRAGOON})

    answer = browser.post(f"/games/records/{second.pk}/correct/", {"text": STRATEGO})

    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3600
    page = compact(answer)
    assert "You may correct 1 record an hour." in page
    assert "[Game &quot;Stratego&quot;]" in page  # what was typed is not lost
    assert Submission.objects.filter(corrects=second).count() == 0


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        ("\n".join([BARRAGOON, STRATEGO, BROKEN, BROKEN]).encode(), "many.txt", "too-many-records"),
        (b"% nothing\n", "empty.txt", "nothing-found"),
        (b"PK\x05\x06", "broken.zip", "zip-broken"),
    ],
)
def test_what_is_not_one_record_cannot_be_corrected(
    browser: Client, submitter: User, settings: pytest.FixtureRequest, data: bytes, name: str, code: str
) -> None:
    settings.GAMES_MOST_RECORDS = 2  # type: ignore[attr-defined]
    upload = submit(account=submitter, content=[data], size=len(data), source=SourceKind.FILE, file_name=name)
    run_jobs()
    found = upload.submissions.get(state="error")

    page = compact(browser.get(f"/games/records/{found.pk}/"))
    answer = browser.post(f"/games/records/{found.pk}/correct/", {"text": BARRAGOON}).content.decode()

    assert found.errors[0]["code"] == code
    assert f"/games/records/{found.pk}/correct/" not in page
    assert '<h2 id="error-1">Error</h2>' in page
    assert "The rest of the upload was not read. Please upload that part on its own." in answer
    assert upload.submissions.filter(corrects=found).count() == 0
