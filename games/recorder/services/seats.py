"""Two phones, one game: who sits where, set-ups that are sealed, and steps that need the word of one player or both."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Conflict, Refused
from engine import registry
from engine.core import EngineError, Game, Side
from games.event_hooks import BoardToRecord
from games.models import (
    Recording,
    RecordingMode,
    RecordingSeat,
    RecordingState,
    RecordingStep,
    StepKind,
    Visibility,
)
from games.policies import kinds_with_hidden_pieces
from games.recorder.policies import seat_of
from games.recorder.selectors.sight import Line, seats_of, setup_tags, shared_line
from games.recorder.services.drafts import count_attempt, create_recording
from games.recorder.services.steps import NewStep, check_size, known_steps, note_steps, step_is_known
from players.models import Club, User

SHARED_KINDS: Final = frozenset(
    {StepKind.PLY, StepKind.CONFIRM, StepKind.UNDO, StepKind.RESIGN, StepKind.FLAG, StepKind.AGREE}
)
_SIGNER: Final = Signer(salt="games.recorder.seat")


def invitation_to(recording: Recording) -> str:
    """Whoever has it may take the free seat."""
    return _SIGNER.sign(str(recording.key))


def invited_recording(invitation: str) -> Recording:
    """The recording of an invitation, or 404."""
    try:
        key = _SIGNER.unsign(invitation)
    except BadSignature as error:
        raise Http404(_("There is no such recording.")) from error
    found = Recording.objects.filter(key=key, is_shared=True).first()
    if found is None:
        raise Http404(_("There is no such recording."))
    return found


def start_shared_recording(
    *,
    account: User,
    kind: str,
    tags: Mapping[str, str],
    side: Side,
    club: Club | None = None,
    visibility: Visibility = Visibility.PUBLIC,
) -> Recording:
    """A free game whose second player is invited."""
    if kind not in kinds_with_hidden_pieces():
        raise Refused(_("One phone is enough for a game without hidden pieces."))
    count_attempt(account, "recordings", settings.RECORDINGS_PER_HOUR)
    with transaction.atomic():
        recording = create_recording(account, kind, tags, club=club, visibility=visibility, is_shared=True)
        RecordingSeat.objects.create(recording=recording, side=int(side), account=account)
    return recording


def open_shared_recording_of_board(*, account: User, board: BoardToRecord) -> Recording:
    """The one game of a board's two players: whoever comes first begins it, the other one joins it."""
    side = board.side
    if side is None:
        raise Refused(_("Only the two players of this board sit down at it."))
    if RecordingMode.SCRIBE not in board.modes:
        raise Refused(_("The regulations of this event do not allow this kind of recording."))
    if board.kind not in kinds_with_hidden_pieces():
        raise Refused(_("One phone is enough for a game without hidden pieces."))
    count_attempt(account, "recordings", settings.RECORDINGS_PER_HOUR)
    open_ones = Recording.objects.filter(meant_for=board.mark, is_shared=True).exclude(
        state=RecordingState.HANDED_IN
    )
    try:
        with transaction.atomic():
            recording = open_ones.first()
            if recording is None:
                tags = {name: value for name, value in board.tags.items() if name != "Game"}
                recording = create_recording(account, board.kind, tags, meant_for=board.mark, is_shared=True)
    except IntegrityError:  # both came at once
        recording = open_ones.get()
    _sit_down(account, recording, int(side))
    return recording


def take_seat(*, account: User, recording: Recording) -> None:
    """The seat that is free, for whoever was invited. Again is no harm."""
    if recording.meant_for:
        raise Refused(_("This game belongs to a board: only its two players sit down at it."))
    taken = seats_of(recording)
    if account.pk in {seat.account_id for seat in taken.values()}:
        return
    free = {0, 1} - set(taken)
    if not free:
        raise Refused(_("Both players of this game have sat down already."))
    _sit_down(account, recording, free.pop())


def keep_setup(*, actor: User, recording: Recording, text: str, is_sealed: bool) -> None:
    """Of the own side; once it is sealed it stays."""
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        seat = _own_seat(actor, locked)
        if seat.sealed_at is not None:
            if seat.setup == text:
                return
            raise Conflict(_("Your set-up is sealed: it can no longer be changed."))
        if is_sealed:
            _refuse_wrong_setup(locked, text)
            seat.sealed_at = timezone.now()
        seat.setup = text
        seat.save(update_fields=["setup", "sealed_at"])
        Recording.objects.filter(pk=locked.pk).update(changed_at=timezone.now())


def add_shared_steps(*, actor: User, recording: Recording, steps: Sequence[NewStep]) -> None:
    """Each step follows the last one: two phones have one game, and whoever is late is told so."""
    count_attempt(actor, "recording-steps", settings.RECORDING_REQUESTS_PER_HOUR)
    with transaction.atomic():
        locked = Recording.objects.select_for_update().get(pk=recording.pk)
        seat = _own_seat(actor, locked)
        known = known_steps(locked, steps)
        new = [step for step in steps if not step_is_known(step, known)]
        if not new:
            return
        if locked.state == RecordingState.HANDED_IN:
            raise Conflict(_("This game was handed in already: nothing can be added to it."))
        line = shared_line(locked)
        if line.game is None:
            raise Refused(_("Both players have to seal their set-ups first."))
        check_size(locked, new)
        for step in new:
            _add(locked, line, line.game, step, seat.side)
        note_steps(locked, new)


def _add(recording: Recording, line: Line, game: Game, step: NewStep, side: int) -> None:
    tip = line.tip
    parent, number = (tip.key, tip.number) if tip else (None, 0)
    if step.parent != parent or step.number != number + 1:
        raise Conflict(_("Meanwhile something else was entered on the other phone."))
    _refuse_impossible(line, game, step, side)
    row = RecordingStep(recording=recording, side=side, **step._asdict() | {"kind": step.kind.value})
    row.save()
    line.take(row)


def _refuse_impossible(line: Line, game: Game, step: NewStep, side: int) -> None:
    """Whoever enters something learns only what the own pieces and what everybody saw allow."""
    draft, kind = line.draft, step.kind
    is_waiting = bool(draft.missing)
    if kind not in SHARED_KINDS:
        raise Refused(_("This cannot be entered on two phones."))
    if kind == StepKind.UNDO:
        if int(step.text) > len(draft.plies):
            raise Refused(_("The game does not have that many moves."))
        return
    if kind == StepKind.CONFIRM:
        if side not in draft.missing:
            raise Refused(_("Nothing waits for your answer."))
        is_own = draft.asked_undo is None and draft.ending is None and (len(draft.plies) - 1) % 2 == side
        if is_own and not game.is_legal(draft.plies[-1]):
            raise Refused(_("This move is not possible: please take it back."))
        return
    if is_waiting or line.is_over:
        raise Conflict(_("The last move needs an answer first."))
    if kind == StepKind.RESIGN and int(step.text) != side:
        raise Refused(_("Each player resigns on their own phone."))
    # Of the other player's pieces nothing is judged before that player says so too.
    if kind == StepKind.PLY and len(draft.plies) % 2 == side and not game.is_legal(step.text):
        raise Refused(_("This move is not possible: please take it back."))


def _own_seat(actor: User, recording: Recording) -> RecordingSeat:
    seat = seat_of(actor, recording)
    if seat is None:
        raise Refused(_("You may not change this recording."))
    return seat


def _refuse_wrong_setup(recording: Recording, text: str) -> None:
    rules = registry.rules(recording.kind)
    try:
        rules.start(recording.tags | setup_tags(recording.kind, {0: text, 1: text}))
    except EngineError as error:
        raise Refused(_("This set-up is not complete.")) from error


def _sit_down(account: User, recording: Recording, side: int) -> None:
    try:
        with transaction.atomic():
            seat, _is_new = RecordingSeat.objects.get_or_create(
                recording=recording, side=side, defaults={"account": account}
            )
    except IntegrityError as error:
        raise Refused(_("You already sit on the other side of this game.")) from error
    if seat.account_id != account.pk:
        raise Refused(_("Both players of this game have sat down already."))
