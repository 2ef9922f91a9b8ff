"""Reading drafts: their steps, what a branch of them adds up to, and the text of its record."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from engine import registry
from engine.core import Result, Side, Termination
from games.models import Recording, RecordingState, RecordingStep, StepKind
from games.recorder.policies import may_continue
from players.models import User

MAX_LISTED: Final = 50
# Braces end a comment in a record.
_BRACES: Final = str.maketrans("{}", "()", "\0")
_MAX_COMMENTS: Final = 16


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

    def take(self, kind: StepKind, text: str) -> None:
        match kind:
            case StepKind.PLY:
                self.plies.append(text)
            case StepKind.COMMENT:
                self.comments.setdefault(len(self.plies), []).append(text)
            case StepKind.OFFER:
                self.offers.add(len(self.plies))
            case StepKind.SETUP:
                side, _space, setup = text.partition(" ")
                self.setups[int(side)] = setup
            case StepKind.UNDO:
                self._keep(int(text))
            case _:
                self.ending, self.side = kind, Side(int(text or 0))

    def _keep(self, count: int) -> None:
        """Take back what came after so many plies, and what was said of it."""
        del self.plies[count:]
        self.comments = {ply: said for ply, said in self.comments.items() if ply <= count}
        self.offers = {ply for ply in self.offers if ply <= count}
        self.ending = None


def recording_or_404(actor: Actor, key: UUID) -> Recording:
    """The draft, for those who may continue it; for all others there is none."""
    recording = Recording.objects.select_related("upload", "club").filter(key=key).first()
    if recording is None or not may_continue(actor, recording):
        raise Http404(_("There is no such recording."))
    return recording


def recordings_of(account: User) -> list[Recording]:
    """Those that can be continued, the newest first."""
    open_ones = Recording.objects.filter(account=account).exclude(state=RecordingState.HANDED_IN)
    return list(open_ones.order_by("-changed_at")[:MAX_LISTED])


def steps_after(recording: Recording, cursor: int) -> list[RecordingStep]:
    """What came after a step that is known by its row: a row is never changed."""
    return list(RecordingStep.objects.filter(recording=recording, pk__gt=cursor).order_by("pk"))


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
        draft.take(StepKind(step.kind), step.text)
    return draft


def record_text(recording: Recording, draft: Draft) -> str:
    """The record of a branch. What the board decides is left to the referee, who fills in missing tags."""
    rules = registry.rules(recording.kind)
    tags: dict[str, str] = {"Game": rules.tag, **recording.tags}
    tags |= {f"{rules.player_tags[side]}Setup": setup for side, setup in sorted(draft.setups.items())}
    result, termination = _ending(draft)
    if result:
        tags["Result"] = result
    if termination:
        tags["Termination"] = termination
    words = _comments(draft, 0)
    for number, ply in enumerate(draft.plies, start=1):
        words.append(ply)
        if number in draft.offers:
            words.append("(=)")
        words += _comments(draft, number)
    if result:
        words.append(result)
    moves = "\n".join(words)
    return f"{_head(tags)}\n{moves}\n"


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


def _head(tags: Mapping[str, str]) -> str:
    def quoted(value: str) -> str:
        return value.replace("\\", "\\\\").replace('"', '\\"')

    return "".join(f'[{name} "{quoted(value)}"]\n' for name, value in tags.items() if value)


def _comments(draft: Draft, number: int) -> list[str]:
    """A record takes 16 on a ply: what is more is joined."""
    said = draft.comments.get(number, [])
    texts = [*said[: _MAX_COMMENTS - 1], " ".join(said[_MAX_COMMENTS - 1 :])]
    tidy = (" ".join(text.translate(_BRACES).split()) for text in texts)
    return [f"{{{text}}}" for text in tidy if text]


def _ending(draft: Draft) -> tuple[Result | None, Termination | None]:
    """A draw that was agreed may be one by 6c: then the referee says so."""
    match draft.ending:
        case StepKind.RESIGN:
            return Result.of_winner(draft.side.other), Termination.RESIGNED
        case StepKind.FLAG:
            return Result.of_winner(draft.side.other), Termination.TIME
        case StepKind.AGREE:
            return Result.DRAW, None
    return None, None
