"""Drafts of games: start one, put it aside, hand it in once, delete it."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, Refused, TooManyRequests
from core.web.rate_limits import RateLimit
from core.web.refusals import too_many_attempts
from games.event_hooks import BoardToRecord, board_to_record
from games.models import (
    Recording,
    RecordingMode,
    RecordingState,
    SourceKind,
    Upload,
    Visibility,
)
from games.recorder.policies import may_continue, may_delete, seat_of
from games.recorder.selectors.drafts import Draft, branch_to
from games.recorder.selectors.records import record_text
from games.recorder.selectors.sight import seats_of, shared_line
from games.submissions.selectors.uploads import clubs_to_submit_for
from games.submissions.services.uploads import submit_text
from players.models import Club, User

MAX_DRAFTS: Final = 200


def start_recording(
    *,
    account: User,
    kind: str,
    tags: Mapping[str, str],
    club: Club | None = None,
    visibility: Visibility = Visibility.PUBLIC,
    mode: RecordingMode = RecordingMode.SCRIBE,
) -> Recording:
    """A draft of a free game."""
    if visibility == Visibility.CLUB and club is None:
        raise Refused(_("Please choose the club whose members may see the game."))
    count_attempt(account, "recordings", settings.RECORDINGS_PER_HOUR)
    return create_recording(account, kind, tags, club=club, visibility=visibility, mode=mode)


def start_recording_of_board(
    *, account: User, board: BoardToRecord, mode: RecordingMode | None = None
) -> Recording:
    """The draft of a board, which knows its players. Whoever comes again continues the own one.

    The event says which modes there are; without one the first of them.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=account.pk)  # two taps begin one draft
        own = Recording.objects.filter(account=account, meant_for=board.mark, is_shared=False)
        if found := own.exclude(state=RecordingState.HANDED_IN).order_by("-pk").first():
            return fit_mode(found, board)
        if not board.modes:
            raise Refused(_("By the regulations of this event only arbiters record its games."))
        if mode is not None and mode not in board.modes:
            raise Refused(_("The regulations of this event do not allow this kind of recording."))
        count_attempt(account, "recordings", settings.RECORDINGS_PER_HOUR)
        tags = {name: value for name, value in board.tags.items() if name != "Game"}
        return create_recording(account, board.kind, tags, meant_for=board.mark, mode=mode or board.modes[0])


def fit_mode(recording: Recording, board: BoardToRecord) -> Recording:
    """A draft follows the regulations when they change."""
    if board.modes and recording.mode not in board.modes:
        recording.mode = board.modes[0]
        Recording.objects.filter(pk=recording.pk).update(mode=recording.mode)
    return recording


def check_help(*, actor: User, recording: Recording, board: BoardToRecord | None) -> None:
    """The referee is asked during a game only where the mode allows that, now as well."""
    mode = RecordingMode.SCORE_SHEET
    if recording.mode == mode or (board is not None and RecordingMode.SCRIBE not in board.modes):
        raise Refused(_("Nothing is judged before the game is handed in."))
    count_attempt(actor, "recording-questions", settings.RECORDING_REQUESTS_PER_HOUR)


def hand_in(*, actor: User, recording: Recording, tip: UUID | None = None) -> Upload:
    """Send the record of the branch that ends here, the way of every record. A second call finds what was sent."""
    check_access(may_continue(actor, recording) or seat_of(actor, recording) is not None)
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        if locked.state == RecordingState.HANDED_IN:
            if locked.upload is None:
                raise Refused(_("This game was handed in already, and what was sent is gone."))
            return locked.upload
        draft = _shared_draft(locked) if locked.is_shared else _branch(locked, tip)
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
    check_access(may_continue(actor, recording) or seat_of(actor, recording) is not None)
    Recording.objects.filter(pk=recording.pk, state=RecordingState.OPEN).update(
        state=RecordingState.ADJOURNED, changed_at=timezone.now()
    )


def delete_recording(*, actor: User, recording: Recording) -> None:
    """The draft and all its branches. A record that was handed in stays."""
    check_access(may_delete(actor, recording))
    if recording.is_shared and recording.seats.exclude(sealed_at=None).count() == 2:
        raise Refused(_("This game has begun: it belongs to both players."))
    Recording.objects.filter(pk=recording.pk).delete()


def create_recording(
    account: User,
    kind: str,
    tags: Mapping[str, str],
    *,
    meant_for: str = "",
    club: Club | None = None,
    visibility: Visibility = Visibility.PUBLIC,
    mode: RecordingMode = RecordingMode.SCRIBE,
    is_shared: bool = False,
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
        mode=mode,
        is_shared=is_shared,
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


def _branch(recording: Recording, tip: UUID | None) -> Draft | None:
    return None if tip is None else branch_to(recording, tip)


def _shared_draft(recording: Recording) -> Draft:
    """With both set-ups: they leave the seats only when the game is over."""
    seats = seats_of(recording)
    line = shared_line(recording, seats)
    if not line.is_over:
        raise Refused(_("With two phones a game is handed in when it is over."))
    line.draft.setups = {side: seat.setup for side, seat in seats.items()}
    return line.draft


def _club_and_visibility(actor: User, recording: Recording) -> tuple[Club | None, Visibility]:
    """As they were chosen; whoever has left the club since then sends the game for themselves."""
    visibility = Visibility(recording.visibility)
    if recording.club is None or clubs_to_submit_for(actor).filter(pk=recording.club.pk).exists():
        return recording.club, visibility
    return None, Visibility.PRIVATE if visibility == Visibility.CLUB else visibility


def check_access(is_allowed: bool) -> None:
    if not is_allowed:
        raise Refused(_("You may not change this recording."))


def count_attempt(account: User, name: str, times: int) -> None:
    if wait := RateLimit(name, times).seconds_to_wait(str(account.pk)):
        raise TooManyRequests(too_many_attempts(wait), wait)
