"""Links to games on the pages of submitted records: those that lead somewhere, and no others."""

import re

import pytest
from django.test import Client

from games.models import Game, Submission, Visibility
from games.submissions.services.uploads import submit_text
from players.models import User
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> User:
    return User.objects.create(email="bo@example.org", password="!", display_name="Bo")


def links_to_games(client: Client, record: Submission) -> list[str]:
    """All of them are followed: each opens."""
    page = client.get(f"/games/records/{record.pk}/").content.decode()
    found: list[str] = re.findall(rf'href="(/games/{record.game_id}/[^"]*)"', page)
    assert {client.get(address).status_code for address in found} <= {200}
    return found


def sent_by(account: User, visibility: Visibility = Visibility.PUBLIC) -> Submission:
    upload = submit_text(account=account, text=BARRAGOON, visibility=visibility)
    run_jobs()
    return Submission.objects.get(upload=upload)


def test_an_accepted_game_is_linked_with_what_its_submitter_may_say_of_it(
    client: Client, submitter: User
) -> None:
    record = sent_by(submitter)
    client.force_login(submitter)

    game = record.game_id
    assert links_to_games(client, record) == [
        f"/games/{game}/",
        f"/games/{game}/players/",
        f"/games/{game}/visibility/",
    ]


def test_a_private_game_of_others_is_named_to_its_submitter_and_not_linked(
    client: Client, submitter: User
) -> None:
    record = sent_by(submitter, Visibility.PRIVATE)
    client.force_login(submitter)

    game = record.game_id
    assert links_to_games(client, record) == [f"/games/{game}/players/", f"/games/{game}/visibility/"]
    assert client.get(f"/games/{game}/").status_code == 404


def test_of_a_duplicate_only_the_game_is_linked(client: Client, submitter: User, other: User) -> None:
    sent_by(submitter)
    record = sent_by(other)
    client.force_login(other)

    assert links_to_games(client, record) == [f"/games/{Game.objects.get().pk}/"]


def test_the_way_back_from_who_played_leads_to_a_game_that_may_be_seen(
    client: Client, submitter: User
) -> None:
    record = sent_by(submitter, Visibility.PRIVATE)
    client.force_login(submitter)

    page = client.get(f"/games/{record.game_id}/players/").content.decode()

    assert "Agnes Brandt – Bo Lind, 1–0" in page
    assert f'href="/games/{record.game_id}/"' not in page
