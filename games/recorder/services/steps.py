"""The steps of a draft on one device: stored as often as they are sent, each once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, Refused
from games.models import Recording, RecordingState, RecordingStep, StepKind
from games.recorder.policies import may_continue
from games.recorder.services.drafts import check_access, count_attempt
from players.models import User

# A record has at most 2,000 plies; each may be commented and taken back.
MAX_STEPS: Final = 8000
# All that is said in a draft: its page holds every step.
MAX_TEXT_LENGTH: Final = 250_000


class NewStep(NamedTuple):
    """A step as a device sends it."""

    key: UUID
    parent: UUID | None
    number: int
    kind: StepKind
    text: str
    made_at: datetime


class Stored(NamedTuple):
    """The state of the recording then. `cursor` is its last row, if the device that sent the step knows all others."""

    state: RecordingState
    cursor: int | None = None


def add_steps(*, actor: User, recording: Recording, steps: Sequence[NewStep], cursor: int = 0) -> Stored:
    """Store what is new of them. A step that is known stays as it is; one after any other makes a branch.

    `cursor` is the last row that the device knows.
    """
    check_access(may_continue(actor, recording))
    count_attempt(actor, "recording-steps", settings.RECORDING_REQUESTS_PER_HOUR)
    if any(step.kind == StepKind.CONFIRM for step in steps):
        raise Refused(_("Only a game on two phones waits for an answer."))
    if len(steps) == 1 and (row := _add_next(recording, steps[0], cursor)):
        return Stored(RecordingState.OPEN, max(row, cursor))
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        known = known_steps(locked, steps)
        new = [step for step in steps if not step_is_known(step, known)]
        if not new:
            return Stored(RecordingState(locked.state))
        if locked.state == RecordingState.HANDED_IN:
            raise Conflict(_("This game was handed in already: nothing can be added to it."))
        check_size(locked, new)
        numbers = {key: row.number for key, row in known.items()}
        for step in new:
            before = 0 if step.parent is None else numbers.get(step.parent)
            if before is None or step.number != before + 1 or step.key in numbers:
                raise Conflict(_("The step before this one is missing. Please load the page again."))
            numbers[step.key] = step.number
        RecordingStep.objects.bulk_create(
            RecordingStep(recording=locked, **step._asdict() | {"kind": step.kind.value}) for step in new
        )
        note_steps(locked, new)
    return Stored(RecordingState.OPEN)


# What nearly every request brings: one step, which goes on from the one that was stored last, from a device that knows
# all others. The row of the recording knows enough to check that, and one statement stores it. Whoever was faster has
# changed `tip`: then nothing is stored here. See docs/decisions/0007-quick-under-load.md.
_ADD_NEXT: Final = """
WITH taken AS (
    UPDATE games_recording
    SET tip = %(key)s, tip_number = %(number)s, step_count = step_count + 1, text_length = text_length + %(letters)s,
        changed_at = %(now)s, state = 'open'
    WHERE id = %(recording)s AND state IN ('open', 'adjourned') AND tip = %(parent)s AND tip_number = %(number)s - 1
        AND step_count < %(max_steps)s AND text_length + %(letters)s <= %(max_letters)s
        AND NOT EXISTS (
            SELECT 1 FROM games_recordingstep
            WHERE recording_id = %(recording)s AND (id > %(cursor)s OR key = %(key)s)
        )
    RETURNING id
)
INSERT INTO games_recordingstep (recording_id, key, parent, number, kind, text, made_at, received_at)
SELECT id, %(key)s, %(parent)s, %(number)s, %(kind)s, %(text)s, %(made)s, %(now)s FROM taken
RETURNING id
"""


def _add_next(recording: Recording, step: NewStep, cursor: int) -> int | None:
    """The row of the new step; None if it has to be looked at more closely, or the database has no such statement."""
    if connection.vendor != "postgresql" or step.parent is None:
        return None
    values: dict[str, Any] = {
        "recording": recording.pk,
        "key": step.key,
        "parent": step.parent,
        "number": step.number,
        "kind": step.kind.value,
        "text": step.text,
        "letters": len(step.text),
        "made": step.made_at,
        "now": timezone.now(),
        "cursor": cursor,
        "max_steps": MAX_STEPS,
        "max_letters": MAX_TEXT_LENGTH,
    }
    with connection.cursor() as database:
        database.execute(_ADD_NEXT, values)
        row = database.fetchone()
    return row[0] if row else None


def note_steps(locked: Recording, new: Sequence[NewStep]) -> None:
    """Steps were stored: the recording goes on from the last one."""
    stored = RecordingStep.objects.filter(recording=locked)
    totals = stored.aggregate(steps=Count("pk"), letters=Sum(Length("text"), default=0))
    Recording.objects.filter(pk=locked.pk).update(
        tip=new[-1].key,
        tip_number=new[-1].number,
        step_count=totals["steps"],
        text_length=totals["letters"],
        changed_at=timezone.now(),
        state=RecordingState.OPEN.value,
    )


def check_size(recording: Recording, new: Sequence[NewStep]) -> None:
    steps = RecordingStep.objects.filter(recording=recording)
    stored = steps.aggregate(steps=Count("pk"), letters=Sum(Length("text"), default=0))
    if stored["steps"] + len(new) > MAX_STEPS:
        raise Refused(_("A recording has at most %(max)d steps.") % {"max": MAX_STEPS})
    if stored["letters"] + sum(len(step.text) for step in new) > MAX_TEXT_LENGTH:
        raise Refused(_("All comments of a recording together are too long. Please write less."))


def known_steps(recording: Recording, steps: Sequence[NewStep]) -> dict[UUID, RecordingStep]:
    keys = {step.key for step in steps} | {step.parent for step in steps if step.parent}
    return {row.key: row for row in RecordingStep.objects.filter(recording=recording, key__in=keys)}


def step_is_known(step: NewStep, known: Mapping[UUID, RecordingStep]) -> bool:
    row = known.get(step.key)
    if row is None:
        return False
    if (row.parent, row.number, row.kind, row.text) != (step.parent, step.number, step.kind.value, step.text):
        raise Conflict(_("A step with this id says something else. Please load the page again."))
    return True
