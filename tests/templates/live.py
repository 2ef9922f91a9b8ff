"""Boards that are followed, for the pages of the inventory."""

from uuid import UUID

from games.models import LiveGame, Recording
from players.models import Club, User
from tests.engine.stratego.gravon.files import BLUE_SETUP, SETUP
from tests.games.recorder.steps import enter
from tests.templates.recordings import DRAFT
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.event_records import target_pairing
from tournaments.models import EventState

LIVE_GAME = UUID("5f7c0b52-2f0e-4a55-9a53-0a9a4a3f1c03")
LIVE_EVENT, LIVE_BOARD = 900800, 900800


def furnish_live(account: User, club: Club) -> None:
    """A free game, and an evening of Stratego with two boards that are recorded and one that is not."""
    LiveGame.objects.create(key=LIVE_GAME, recording=Recording.objects.get(key=DRAFT), mode="on")
    event = make_event(
        club=club,
        state=EventState.RUNNING,
        name="Evening of Flags",
        pk=LIVE_EVENT,
        game="stratego",
        live_boards="on",
    )
    pairings = list(
        make_round(make_section(event, players=6), 1, [(1, 4, ""), (2, 5, ""), (3, 6, "")]).pairings.all()
    )
    first = pairings[0]
    type(first).objects.filter(pk=first.pk).delete()
    first.pk = LIVE_BOARD
    first.save(force_insert=True)
    for pairing in pairings[:2]:
        recording = Recording.objects.create(
            account=account, kind="stratego", meant_for=target_pairing(pairing)
        )
        enter(recording, ("setup", f"0 {SETUP}"), ("setup", f"1 {BLUE_SETUP}"), "a4-a5", "j7-j6")
