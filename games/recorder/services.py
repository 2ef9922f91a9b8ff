"""Recording a game: start a draft, add steps to it as often as they are sent, hand it in once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, Refused, TooManyRequests
from core.web.rate_limits import RateLimit
from core.web.refusals import too_many_attempts
from games.event_hooks import BoardToRecord, board_to_record
from games.models import Recording, RecordingState, RecordingStep, SourceKind, StepKind, Upload, Visibility
from games.recorder.policies import may_continue, may_delete
from games.recorder.selectors import branch_to, record_text
from games.submissions.selectors.uploads import clubs_to_submit_for
from games.submissions.services.uploads import submit_text
from players.models import Club, User

# A record has at most 2,000 plies; each may be commented and taken back.
MAX_STEPS: Final = 8000
# All that is said in a draft: its page holds every step.
MAX_TEXT_LENGTH: Final = 250_000
MAX_DRAFTS: Final = 200


class NewStep(NamedTuple):
    """A step as a device sends it."""

    key: UUID
    parent: UUID | None
    number: int
    kind: StepKind
    text: str
    made_at: datetime


def start_recording(
    *,
    account: User,
    kind: str,
    tags: Mapping[str, str],
    club: Club | None = None,
    visibility: Visibility = Visibility.PUBLIC,
) -> Recording:
    """A draft of a free game."""
    if visibility == Visibility.CLUB and club is None:
        raise Refused(_("Please choose the club whose members may see the game."))
    _count(account, "recordings", settings.RECORDINGS_PER_HOUR)
    return _create(account, kind, tags, club=club, visibility=visibility)


def start_recording_of_board(*, account: User, board: BoardToRecord) -> Recording:
    """The draft of a board, which knows its players. Whoever comes again continues the own one."""
    own = Recording.objects.filter(account=account, meant_for=board.mark)
    if found := own.exclude(state=RecordingState.HANDED_IN).order_by("-pk").first():
        return found
    _count(account, "recordings", settings.RECORDINGS_PER_HOUR)
    tags = {name: value for name, value in board.tags.items() if name != "Game"}
    return _create(account, board.kind, tags, meant_for=board.mark)


def add_steps(*, actor: User, recording: Recording, steps: Sequence[NewStep]) -> None:
    """Store what is new of them. A step that is known stays as it is; one after any other makes a branch."""
    _check_access(may_continue(actor, recording))
    _count(actor, "recording-steps", settings.RECORDING_REQUESTS_PER_HOUR)
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        known = _known_steps(locked, steps)
        new = [step for step in steps if not _is_known(step, known)]
        if not new:
            return
        if locked.state == RecordingState.HANDED_IN:
            raise Conflict(_("This game was handed in already: nothing can be added to it."))
        _check_size(locked, new)
        numbers = {key: row.number for key, row in known.items()}
        for step in new:
            before = 0 if step.parent is None else numbers.get(step.parent)
            if before is None or step.number != before + 1 or step.key in numbers:
                raise Conflict(_("The step before this one is missing. Please load the page again."))
            numbers[step.key] = step.number
        RecordingStep.objects.bulk_create(
            RecordingStep(recording=locked, **step._asdict() | {"kind": step.kind.value}) for step in new
        )
        Recording.objects.filter(pk=locked.pk).update(
            changed_at=timezone.now(), state=RecordingState.OPEN.value
        )


def hand_in(*, actor: User, recording: Recording, tip: UUID) -> Upload:
    """Send the record of the branch that ends here, the way of every record. A second call finds what was sent."""
    _check_access(may_continue(actor, recording))
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        if locked.state == RecordingState.HANDED_IN:
            if locked.upload is None:
                raise Refused(_("This game was handed in already, and what was sent is gone."))
            return locked.upload
        draft = branch_to(locked, tip)
        if draft is None:
            raise Conflict(_("The last step has not arrived yet. Please try again."))
        if not draft.plies and draft.ending is None:
            raise Refused(_("There is no move yet to hand in."))
        upload = _send(actor, locked, record_text(locked, draft))
        locked.state, locked.upload, locked.changed_at = RecordingState.HANDED_IN, upload, timezone.now()
        locked.save(update_fields=["state", "upload", "changed_at"])
    return upload


def adjourn(*, actor: User, recording: Recording) -> None:
    """Put aside; the next step opens it again."""
    _check_access(may_continue(actor, recording))
    Recording.objects.filter(pk=recording.pk, state=RecordingState.OPEN).update(
        state=RecordingState.ADJOURNED, changed_at=timezone.now()
    )


def delete_recording(*, actor: User, recording: Recording) -> None:
    """The draft and all its branches. A record that was handed in stays."""
    _check_access(may_delete(actor, recording))
    Recording.objects.filter(pk=recording.pk).delete()


def _create(
    account: User,
    kind: str,
    tags: Mapping[str, str],
    *,
    meant_for: str = "",
    club: Club | None = None,
    visibility: Visibility = Visibility.PUBLIC,
) -> Recording:
    drafts = Recording.objects.filter(account=account).exclude(state=RecordingState.HANDED_IN)
    if drafts.count() >= MAX_DRAFTS:
        raise Refused(_("You have %(max)d drafts. Please delete some first.") % {"max": MAX_DRAFTS})
    return Recording.objects.create(
        account=account,
        kind=kind,
        tags={name: value for name, value in tags.items() if value},
        meant_for=meant_for,
        club=club,
        visibility=visibility,
    )


def _send(actor: User, recording: Recording, text: str) -> Upload:
    if not recording.meant_for:
        club, visibility = _club_and_visibility(actor, recording)
        return submit_text(
            account=actor, text=text, source=SourceKind.RECORDER, club=club, visibility=visibility
        )
    board = board_to_record(actor, recording.meant_for)
    if board is None:
        raise Refused(_("You may no longer send the record of this board."))
    return board.send(actor, text)


def _club_and_visibility(actor: User, recording: Recording) -> tuple[Club | None, Visibility]:
    """As they were chosen; whoever has left the club since then sends the game for themselves."""
    visibility = Visibility(recording.visibility)
    if recording.club is None or clubs_to_submit_for(actor).filter(pk=recording.club.pk).exists():
        return recording.club, visibility
    return None, Visibility.PRIVATE if visibility == Visibility.CLUB else visibility


def _check_size(recording: Recording, new: Sequence[NewStep]) -> None:
    steps = RecordingStep.objects.filter(recording=recording)
    stored = steps.aggregate(steps=Count("pk"), letters=Sum(Length("text"), default=0))
    if stored["steps"] + len(new) > MAX_STEPS:
        raise Refused(_("A recording has at most %(max)d steps.") % {"max": MAX_STEPS})
    if stored["letters"] + sum(len(step.text) for step in new) > MAX_TEXT_LENGTH:
        raise Refused(_("All comments of a recording together are too long. Please write less."))


def _known_steps(recording: Recording, steps: Sequence[NewStep]) -> dict[UUID, RecordingStep]:
    keys = {step.key for step in steps} | {step.parent for step in steps if step.parent}
    return {row.key: row for row in RecordingStep.objects.filter(recording=recording, key__in=keys)}


def _is_known(step: NewStep, known: Mapping[UUID, RecordingStep]) -> bool:
    row = known.get(step.key)
    if row is None:
        return False
    if (row.parent, row.number, row.kind, row.text) != (step.parent, step.number, step.kind.value, step.text):
        raise Conflict(_("A step with this id says something else. Please load the page again."))
    return True


def _check_access(is_allowed: bool) -> None:
    if not is_allowed:
        raise Refused(_("You may not change this recording."))


def _count(account: User, name: str, times: int) -> None:
    if wait := RateLimit(name, times).seconds_to_wait(str(account.pk)):
        raise TooManyRequests(too_many_attempts(wait), wait)
