"""What somebody gets of their uploads when they ask for their data."""

import pytest

from games.models import Game
from games.submissions.selectors.uploads import export_uploads
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, User
from tests.games.records import BARRAGOON, BROKEN
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


def test_uploads_come_with_their_records_and_others_do_not(
    submitter: User, arbiter: User, club: Club, agnes: Person
) -> None:
    submit_text(account=submitter, text=f"{BARRAGOON}\n{BROKEN}", club=club)
    submit_text(account=arbiter, text=BROKEN)
    run_jobs()

    (upload,) = export_uploads(submitter)

    assert (upload["source"], upload["club"], upload["visibility"]) == ("paste", club.name, "public")
    assert [(record["number"], record["state"]) for record in upload["records"]] == [
        (1, "accepted"),
        (2, "error"),
    ]
    assert upload["records"][0]["text"] == f"{BARRAGOON}\n"
    assert upload["records"][1]["errors"][0]["code"] == "wrong-distance"


@pytest.mark.parametrize(("visibility", "is_told"), [("public", True), ("private", False)])
def test_a_game_that_was_there_before_is_told_to_those_who_may_see_it(
    submitter: User, arbiter: User, visibility: str, is_told: bool
) -> None:
    for account in (arbiter, submitter):
        submit_text(account=account, text=BARRAGOON)
        run_jobs()
    Game.objects.update(visibility=visibility)

    told = [export_uploads(account)[0]["records"][0] for account in (arbiter, submitter)]

    game = Game.objects.get().pk
    assert [(record["state"], record["game"]) for record in told] == [
        ("accepted", game),
        ("duplicate", game if is_told else None),
    ]
