"""An event whose 100 boards are being recorded, for `bench.recorder`: made in a site of its own."""

import json
import sys
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

BOARDS, PLIES = 100, 30
# They can be repeated for ever.
ROUND = ("c2-c3", "c8-c7", "c3-c2", "c7-c8")


class LiveEvent(NamedTuple):
    """Where followers ask, and with whose session and for which drafts steps are sent."""

    wall: str
    boards: list[str]
    session: str
    drafts: list[tuple[str, str]]
    """The address of each draft's steps, and the id of its last one."""


def read(file: Path) -> LiveEvent:
    return LiveEvent(*json.loads(file.read_text()))


def prepare(file: Path) -> None:
    import django

    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.core.management import call_command
    from django.urls import reverse
    from django.utils import timezone

    from games.models import Recording, RecordingStep
    from players.models import User
    from players.session_store import SessionStore
    from tests.tournaments.builders import make_event, make_round, make_section
    from tournaments.event_records import target_pairing
    from tournaments.models import EventState

    call_command("migrate", verbosity=0)
    scribe = User.objects.create_user("scribe@example.org", "kiebitz-2026", display_name="Scribe")
    event = make_event(state=EventState.RUNNING, live_boards="on")
    games = [(number, number + BOARDS, "") for number in range(1, BOARDS + 1)]
    pairings = make_round(make_section(event, players=2 * BOARDS), 1, games).pairings.order_by("board")
    boards, drafts = [], []
    for pairing in pairings:
        recording = Recording.objects.create(
            account=scribe, kind="barragoon", meant_for=target_pairing(pairing)
        )
        parent = None
        steps = []
        for number in range(1, PLIES + 1):
            key = uuid4()
            text = ROUND[(number - 1) % 4]
            steps.append(
                RecordingStep(
                    recording=recording, key=key, parent=parent, number=number, kind="ply", text=text,
                    made_at=timezone.now(),
                )
            )  # fmt: skip
            parent = key
        RecordingStep.objects.bulk_create(steps)
        letters = sum(len(step.text) for step in steps)
        Recording.objects.filter(pk=recording.pk).update(
            tip=parent, tip_number=PLIES, step_count=PLIES, text_length=letters
        )
        boards.append(reverse("live-board-changes", args=[event.pk, pairing.pk]))
        drafts.append((reverse("recording-steps", args=[recording.key]), str(parent)))
    session = SessionStore()
    session[SESSION_KEY] = str(scribe.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = scribe.get_session_auth_hash()
    session.create()
    wall = reverse("live-changes", args=[event.pk])
    file.write_text(json.dumps(LiveEvent(wall, boards, str(session.session_key), drafts)))


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
