"""Free games that are followed by a link: whoever records one decides."""

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from core.errors import Refused
from engine.core import FIRST
from games.live.presenters import looks
from games.live.selectors.documents import make_document
from games.live.selectors.plies import VisiblePlies
from games.live.services import share_recording
from games.models import LiveGame, LiveMode, Recording, RecordingMode
from games.recorder.services import seats
from games.recorder.services.drafts import start_recording
from players.models import User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import chain, enter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "PAUSE", 0)


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


def test_what_is_asked_for_fills_no_cache(
    submitter: User, draft: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = share_recording(actor=submitter, recording=draft, mode=LiveMode.ON)
    changes = f"{live.get_absolute_url()}changes.json"
    known, digest, _rest = Client().get(changes).json()["tag"].split(".")
    asked = [f"{known}.{digest}.{number}" for number in range(3)] + [f"1.{number}.x" for number in range(3)]
    kept: list[str] = []
    pages = caches["pages"]
    monkeypatch.setattr(pages, "set", lambda key, *rest: kept.append(key))

    for since in asked:
        assert Client().get(changes, {"since": since}).status_code == 200

    # The plies after those that were known, and all of them for those who name what never was.
    assert len({key for key in kept if key.startswith("live-changes:")}) == 2


def test_a_draft_full_of_nonsense_is_not_the_longest() -> None:
    honest = make_document(VisiblePlies("barragoon", (), (), ("c2-c3", "c8-c7")))
    nonsense = make_document(VisiblePlies("barragoon", (), (), ("x",) * 50))

    assert honest is not None
    assert nonsense is not None
    assert (honest.ply_count, nonsense.ply_count) == (2, 0)


def test_a_game_on_two_phones_is_followed_as_far_as_both_know_it(submitter: User) -> None:
    blue = User.objects.create(email="dorte@example.org", password="!", display_name="Dorte Holm")
    shared = seats.start_shared_recording(account=submitter, kind="stratego", tags={}, side=FIRST)
    seats.take_seat(account=blue, recording=seats.invited_recording(seats.invitation_to(shared)))
    seats.keep_setup(actor=submitter, recording=shared, text=SETUP, is_sealed=True)
    seats.keep_setup(actor=blue, recording=shared, text=BLUE_SETUP, is_sealed=True)
    steps = chain("a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6xa7", ("confirm", ""))
    speakers = (submitter, blue, submitter, blue, submitter, blue)
    live = share_recording(actor=submitter, recording=shared, mode=LiveMode.ON)
    changes = f"{live.get_absolute_url()}changes.json"
    for actor, step in zip(speakers[:5], steps, strict=False):
        seats.add_shared_steps(actor=actor, recording=shared, steps=[step])

    # Blue has not said yet what stood on a7.
    seen = Client().get(changes).json()["replay"]
    assert len(seen["lines"][0]["plies"]) == 4
    assert not any(name in str(seen["contents"]) for name in ("red-B", "blue-B"))
    seats.add_shared_steps(actor=blue, recording=shared, steps=steps[5:])
    assert "clash" in Client().get(changes).json()["replay"]["lines"][0]["plies"][4]


def test_what_is_sent_confirms_no_guess_of_a_hidden_set_up(submitter: User, settings: Settings) -> None:
    """It hangs on a key that only the site has."""
    seen = VisiblePlies("stratego", (), ((0, SETUP), (1, BLUE_SETUP)), ("a4-a5",))
    sent = seen.start_digest

    settings.SECRET_KEY = "another key, that somebody else may have chosen"

    assert seen.start_digest != sent


def test_nobody_follows_a_score_sheet(submitter: User, draft: Recording) -> None:
    live = share_recording(actor=submitter, recording=draft, mode=LiveMode.ON)
    Recording.objects.update(mode=RecordingMode.SCORE_SHEET)
    assert Client().get(f"{live.get_absolute_url()}changes.json").status_code == 204
    assert "c2-b2" not in Client().get(live.get_absolute_url()).content.decode()


def test_of_a_board_the_event_decides(submitter: User, draft: Recording) -> None:
    draft.meant_for = "pairing:1"
    with pytest.raises(Refused):
        share_recording(actor=submitter, recording=draft, mode=LiveMode.ON)
    assert not LiveGame.objects.exists()
