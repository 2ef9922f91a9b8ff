"""Reading drafts: their steps, and what a branch of them adds up to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from core.db.prepared_queries import PreparedQuery
from core.permissions.actors import Actor
from engine.core import Side
from games.models import Recording, RecordingSeat, RecordingState, RecordingStep, SavedSetup, StepKind
from games.recorder.policies import may_continue, seat_of
from players.models import User

MAX_LISTED: Final = 50
# Asked for at each step of each game that is being recorded.
_BY_KEY: Final = PreparedQuery(lambda key: Recording.objects.filter(key=key), key=UUID)
_STEPS_AFTER: Final = PreparedQuery(
    lambda recording, cursor: RecordingStep.objects.filter(recording=recording, pk__gt=cursor).order_by("pk"),
    recording=int,
    cursor=int,
)
_BOTH: Final = frozenset({0, 1})


@dataclass
class Draft:
    """What the steps of one branch add up to."""

    plies: list[str] = field(default_factory=list)
    # By the number of plies before them.
    comments: dict[int, list[str]] = field(default_factory=dict)
    offers: set[int] = field(default_factory=set)
    setups: dict[int, str] = field(default_factory=dict)
    ending: StepKind | None = None
    # Who resigned, or whose flag fell.
    side: Side = Side.FIRST
    # With two phones: who has said each ply, and the ending.
    voices: list[set[int]] = field(default_factory=list)
    ending_voices: set[int] = field(default_factory=set)
    # With two phones: how many plies would stay if the other player agrees, and who has asked.
    asked_undo: int | None = None
    undo_asked_by: int = 0

    def take(self, kind: StepKind, text: str, by: int | None = None) -> None:
        match kind:
            case StepKind.PLY:
                self.plies.append(text)
                self.voices.append(set(_BOTH) if by is None else {by})
            case StepKind.CONFIRM if self.asked_undo is not None:
                self._keep(self.asked_undo)
            case StepKind.CONFIRM:
                voices = self.ending_voices if self.ending else self.voices[-1]
                voices |= _BOTH if by is None else {by}
            case StepKind.COMMENT:
                self.comments.setdefault(len(self.plies), []).append(text)
            case StepKind.OFFER:
                self.offers.add(len(self.plies))
            case StepKind.SETUP:
                side, _space, setup = text.partition(" ")
                self.setups[int(side)] = setup
            case StepKind.UNDO if self.asked_undo is not None:
                self.asked_undo = None  # refused, or withdrawn
            case StepKind.UNDO if by is None or self._may_take_back(int(text), by):
                self._keep(int(text))
            case StepKind.UNDO:
                self.asked_undo, self.undo_asked_by = int(text), by or 0
            case _:
                self.ending, self.side = kind, Side(int(text or 0))
                self.ending_voices = set(_BOTH) if by is None else {by}

    @property
    def missing(self) -> set[int]:
        """Whose answer is waited for: to a wish to take back, else to what was entered last."""
        return self.unsaid if self.asked_undo is None else {1 - self.undo_asked_by}

    @property
    def unsaid(self) -> set[int]:
        """Which sides have yet to say what was entered last: a move is its player's, an attack both players'."""
        if self.ending is not None:
            needed = set(_BOTH) if self.ending == StepKind.AGREE else {int(self.side)}
            return needed - self.ending_voices
        if not self.plies:
            return set()
        mover = (len(self.plies) - 1) % 2
        return (set(_BOTH) if "x" in self.plies[-1] else {mover}) - self.voices[-1]

    def _may_take_back(self, count: int, side: int) -> bool:
        """One player alone takes back what is not settled yet, and the own quiet move that nothing has followed."""
        last = len(self.plies) - (self.ending is None)
        if self.unsaid:
            return count >= last
        return self.ending is None and count == last and self.voices[-1] == {side}

    def _keep(self, count: int) -> None:
        """Take back what came after so many plies, and what was said of it."""
        del self.plies[count:]
        del self.voices[count:]
        self.comments = {ply: said for ply, said in self.comments.items() if ply <= count}
        self.offers = {ply for ply in self.offers if ply <= count}
        self.ending = self.asked_undo = None


def recording_or_404(actor: Actor, key: UUID) -> Recording:
    """The draft, for those who may continue it; for all others there is none."""
    recording = _BY_KEY.first(key=key)
    if recording is None or not may_continue(actor, recording):
        raise Http404(_("There is no such recording."))
    return recording


def seated_recording(actor: Actor, key: UUID) -> Recording | None:
    """The shared recording in which the actor has a seat, if it is one."""
    recording = Recording.objects.select_related("upload", "club").filter(key=key, is_shared=True).first()
    return recording if recording is not None and seat_of(actor, recording) is not None else None


def recordings_of(account: User) -> list[Recording]:
    """Those that can be continued, the newest first."""
    concerned = Q(account=account) | Q(
        pk__in=RecordingSeat.objects.filter(account=account).values("recording")
    )
    open_ones = Recording.objects.filter(concerned).exclude(state=RecordingState.HANDED_IN)
    return list(open_ones.order_by("-changed_at")[:MAX_LISTED])


def steps_after(recording: Recording, cursor: int) -> list[RecordingStep]:
    """What came after a step that is known by its row: a row is never changed."""
    return _STEPS_AFTER.all(recording=recording.pk, cursor=cursor)


def steps_as_data(steps: Iterable[RecordingStep]) -> list[dict[str, Any]]:
    """As the script has them."""
    return [
        {
            "key": str(step.key),
            "parent": str(step.parent) if step.parent else None,
            "number": step.number,
            "kind": step.kind,
            "text": step.text,
            "made": step.made_at.isoformat(),
        }
        for step in steps
    ]


def branch_to(recording: Recording, tip: UUID) -> Draft | None:
    """What the steps up to this one add up to; None if there is no such step. One query."""
    steps = {step.key: step for step in RecordingStep.objects.filter(recording=recording)}
    way = []
    key: UUID | None = tip
    while key is not None:
        if (step := steps.get(key)) is None:
            return None
        way.append(step)
        key = step.parent
    draft = Draft()
    for step in reversed(way):
        draft.take(StepKind(step.kind), step.text, step.side)
    return draft


def current_draft(recording: Recording) -> Draft:
    """What was entered last, on whatever device. One query."""
    last = RecordingStep.objects.filter(recording=recording).order_by("-pk").first()
    return (last and branch_to(recording, last.key)) or Draft()


def export_recordings(user: User) -> list[dict[str, Any]]:
    """Every draft with its steps, for the download of one's own data."""
    return [
        {
            "game": recording.kind,
            "state": recording.state,
            "begun_at": recording.created_at.isoformat(),
            "tags": recording.tags,
            "steps": steps_as_data(recording.steps.order_by("pk")),
        }
        for recording in Recording.objects.filter(account=user).order_by("pk")
    ]


def export_setups(user: User) -> list[dict[str, Any]]:
    """Set-ups that are kept, and those of games on two phones: the own ones, never the opponent's."""
    kept = SavedSetup.objects.filter(account=user).order_by("pk")
    seats = RecordingSeat.objects.filter(account=user).select_related("recording").order_by("pk")
    return [
        *({"game": setup.kind, "name": setup.name, "setup": setup.text} for setup in kept),
        *({"game": seat.recording.kind, "side": seat.side, "setup": seat.setup} for seat in seats),
    ]
