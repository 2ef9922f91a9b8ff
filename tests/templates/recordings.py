"""Drafts for the recorder's pages to show."""

from uuid import UUID

from games.models import Recording, RecordingSeat
from games.recorder.services.seats import invitation_to
from players.models import User
from tests.games.recorder.steps import enter

DRAFT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c01")
SETUP_DRAFT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c02")
SEAT_DRAFT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c03")
FREE_SEAT = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c04")
INVITATION = invitation_to(Recording(key=FREE_SEAT))


def furnish_recordings(account: User) -> None:
    """A game that has begun, and one whose set-ups are missing."""
    draft = Recording.objects.create(
        key=DRAFT, account=account, kind="barragoon", tags={"White": "Agnes Brandt", "Brown": "Bo Lind"}
    )
    enter(draft, "c2-c4", ("comment", "At once"), "c8-c6", ("resign", "1"))
    Recording.objects.create(key=SETUP_DRAFT, account=account, kind="stratego")
    other = User.objects.create(email="seat@example.org", password="!", display_name="Dorte Holm")
    for key, player in ((SEAT_DRAFT, account), (FREE_SEAT, other)):
        shared = Recording.objects.create(key=key, account=player, kind="stratego", is_shared=True)
        RecordingSeat.objects.create(recording=shared, side=0, account=player)
