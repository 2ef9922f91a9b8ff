"""Who may see and continue a draft: plain predicates over a table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import PERSON_CONCERNED, Permission
from games.event_hooks import board_to_record
from games.models import Recording, RecordingSeat
from games.policies import kinds_with_hidden_pieces

CONTINUE_RECORDING: Final = Permission(
    "game.continue_recording",
    _(
        "see the draft of a game that is being recorded, and continue it: whoever began it; "
        "without hidden pieces also those who may send the record of its board"
    ),
    PERSON_CONCERNED,
)
SIT_AT_RECORDING: Final = Permission(
    "game.sit_at_recording",
    _("enter one’s own set-up and moves of a game that is recorded on two phones: its two players"),
    PERSON_CONCERNED,
)
DELETE_RECORDING: Final = Permission(
    "game.delete_recording", _("delete the draft of a game: whoever began it"), PERSON_CONCERNED
)


def may_continue(actor: Actor, recording: Recording) -> bool:
    """A draft with hidden pieces holds both set-ups: it is its scribe's alone. A shared one is entered from seats."""
    concerned = not recording.is_shared and (
        _is_owner(actor, recording)
        or (
            recording.kind not in kinds_with_hidden_pieces()
            and bool(recording.meant_for)
            and board_to_record(actor, recording.meant_for) is not None
        )
    )
    return CONTINUE_RECORDING.granted_to(PERSON_CONCERNED if concerned else frozenset())


def seat_of(actor: Actor, recording: Recording) -> RecordingSeat | None:
    """Where the actor sits in a shared recording. For all others it is not there."""
    if not (recording.is_shared and actor.is_authenticated and actor.is_active):
        return None
    seat = RecordingSeat.objects.filter(recording=recording, account=actor.pk).first()
    return seat if SIT_AT_RECORDING.granted_to(PERSON_CONCERNED if seat else frozenset()) else None


def may_delete(actor: Actor, recording: Recording) -> bool:
    return DELETE_RECORDING.granted_to(PERSON_CONCERNED if _is_owner(actor, recording) else frozenset())


def _is_owner(actor: Actor, recording: Recording) -> bool:
    return actor.is_authenticated and actor.is_active and recording.account_id == actor.pk
