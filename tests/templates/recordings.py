"""Drafts for the recorder's pages to show."""

from uuid import UUID

from games.models import Recording
from players.models import User
from tests.games.recorder.steps import enter

DRAFT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c01")
SETUP_DRAFT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c02")


def furnish_recordings(account: User) -> None:
    """A game that has begun, and one whose set-ups are missing."""
    draft = Recording.objects.create(
        key=DRAFT, account=account, kind="barragoon", tags={"White": "Agnes Brandt", "Brown": "Bo Lind"}
    )
    enter(draft, "c2-c4", ("comment", "At once"), "c8-c6", ("resign", "1"))
    Recording.objects.create(key=SETUP_DRAFT, account=account, kind="stratego")
