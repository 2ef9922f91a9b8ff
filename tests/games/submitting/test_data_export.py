"""What somebody gets of their uploads when they ask for their data."""

import pytest

from games.services import submit_text
from games.submitting.data_export import gather_uploads
from players.models import Club, Person, User
from tests.games.records import BARRAGOON, BROKEN
from tests.games.working import work_until_done

pytestmark = pytest.mark.django_db


def test_uploads_come_with_their_records_and_others_do_not(
    submitter: User, arbiter: User, club: Club, agnes: Person
) -> None:
    submit_text(account=submitter, text=f"{BARRAGOON}\n{BROKEN}", club=club)
    submit_text(account=arbiter, text=BROKEN)
    work_until_done()

    (upload,) = gather_uploads(submitter)

    assert (upload["source"], upload["club"], upload["visibility"]) == ("paste", club.name, "public")
    assert [(record["number"], record["state"]) for record in upload["records"]] == [
        (1, "accepted"),
        (2, "error"),
    ]
    assert upload["records"][0]["text"] == f"{BARRAGOON}\n"
    assert upload["records"][1]["errors"][0]["code"] == "wrong-distance"
