"""Free games that are followed by a link: whoever records one decides."""

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from games.live.services import share_recording
from games.models import LiveGame, LiveMode, Recording
from games.recorder.services.drafts import start_recording
from players.models import User
from tests.games.recorder.steps import enter

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(submitter: User) -> Recording:
    draft = start_recording(account=submitter, kind="barragoon", tags={"White": "Agnes"})
    enter(draft, "c2-b2", "d8-d5", ("comment", "Nobody else reads this"))
    return draft


def test_a_link_shows_the_game_until_it_is_switched_off(
    client: Client, submitter: User, draft: Recording
) -> None:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("share-recording", args=[draft.key])
    assert client.post(page, {"mode": "plies", "delay": ""}).status_code == 200  # how much later?
    assert client.post(page, {"mode": "plies", "delay": "1"}).status_code == 302
    live = LiveGame.objects.get()
    link = live.get_absolute_url()
    assert link in client.get(page).content.decode()

    stranger = Client()
    shown = stranger.get(link).content.decode()
    assert "c2-b2" in shown
    assert "d8-d5" not in shown
    assert "Nobody" not in shown
    assert str(draft.key) not in shown
    share_recording(actor=submitter, recording=draft, mode=LiveMode.OFF)
    assert stranger.get(link).status_code == 404
    assert stranger.get(f"{link}changes.json").status_code == 404
    share_recording(actor=submitter, recording=draft, mode=LiveMode.ON)
    assert stranger.get(f"{link}changes.json").json()["id"] == str(live.key)


def test_of_a_board_the_event_decides(submitter: User, draft: Recording) -> None:
    draft.meant_for = "pairing:1"
    with pytest.raises(Refused):
        share_recording(actor=submitter, recording=draft, mode=LiveMode.ON)
    assert not LiveGame.objects.exists()
