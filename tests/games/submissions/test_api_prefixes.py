"""How far a broken record was right, through the API."""

import pytest

from games.models import Submission
from games.submissions.services.uploads import submit_text
from players.models import Scope, User
from tests.core.api.client import ApiClient, client_for, make_account
from tests.games.records import BROKEN, BROKEN_VARIATION, VARIATION_BEFORE_ERROR
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db
START = "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 w 24 0-0"


@pytest.fixture
def agnes() -> User:
    return make_account("Agnes")


@pytest.fixture
def broken(agnes: User) -> Submission:
    submit_text(account=agnes, text=BROKEN)
    run_jobs()
    return Submission.objects.get()


def test_the_valid_plies_are_told_with_their_positions(agnes: User, broken: Submission) -> None:
    assert client_for(agnes, Scope.READ).get(f"records/{broken.pk}/prefix/").json() == {
        "game": "barragoon",
        "start": START,
        "plies": ["d2-d4", "d8-d6"],
        "position": START.replace("2zdz2/7/1(X)3", "2z1z2/7/1(X)1d1").replace(
            "1(X)3(X)1/7/2ZDZ2", "1(X)1D1(X)1/7/2Z1Z2"
        ),
        "in_variation": False,
        "url": f"/games/records/{broken.pk}/board/",
    }


def test_of_an_error_in_a_variation_the_plies_lead_there_and_the_board_is_drawn_there(agnes: User) -> None:
    submit_text(account=agnes, text=BROKEN_VARIATION)
    run_jobs()
    pk = Submission.objects.get().pk
    program = client_for(agnes, Scope.READ)

    told = program.get(f"records/{pk}/prefix/").json()
    drawn = program.get(f"records/{pk}/board/").content
    there = program.get(f"records/{pk}/board/", line=1, ply=3).content
    main = program.get(f"records/{pk}/board/", ply=4).content

    assert (told["plies"], told["in_variation"]) == (["d2-d4", "c8-c6", "c2-c4"], True)
    assert told["position"] == VARIATION_BEFORE_ERROR
    assert drawn == there != main


def test_the_board_is_drawn_at_the_last_valid_ply_or_before_it(agnes: User, broken: Submission) -> None:
    program, path = client_for(agnes, Scope.READ), f"records/{broken.pk}/board/"

    last, second, start = (program.get(path, **place) for place in ({}, {"ply": 2}, {"ply": 0}))
    picture = program.get(path, format="png")

    assert (last["Content-Type"], last.content[:4]) == ("image/svg+xml", b"<svg")
    assert last.content == second.content != start.content
    assert (picture["Content-Type"], picture.content[:4]) == ("image/png", b"\x89PNG")
    assert program.get(path, ply=3).status_code == 404


def test_a_record_that_is_no_game_has_no_board(agnes: User) -> None:
    submit_text(account=agnes, text='[Game "Halma"]\n\n1. a1-a2 *\n')
    run_jobs()
    pk = Submission.objects.get().pk

    statuses = [client_for(agnes).get(f"records/{pk}/{part}/").status_code for part in ("prefix", "board")]

    assert statuses == [404, 404]


def test_only_its_submitter_sees_how_far_a_record_was_right(broken: Submission) -> None:
    stranger = client_for(make_account("Stranger"))
    parts = ("prefix", "board")

    assert [stranger.get(f"records/{broken.pk}/{part}/").status_code for part in parts] == [404, 404]
    assert [ApiClient().get(f"records/{broken.pk}/{part}/").status_code for part in parts] == [401, 401]
