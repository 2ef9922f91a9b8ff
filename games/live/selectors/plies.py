"""What may be known of the games that are being recorded: plies that are old enough.

A delay is kept here: nothing of what is younger leaves this module, so no page, number or tag made of it can tell.
The clock is the server’s: when a step was received, never when a device says that it was made.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max
from django.utils.crypto import salted_hmac

from engine import registry
from games.models import (
    LiveGame,
    LiveMode,
    Recording,
    RecordingMode,
    RecordingSeat,
    RecordingStep,
    StepKind,
)
from games.recorder.selectors.drafts import Draft


class LiveSetting(NamedTuple):
    """Who may follow, and how much later."""

    mode: LiveMode
    delay: int = 0

    @property
    def is_on(self) -> bool:
        return self.mode is not LiveMode.OFF


class VisiblePlies(NamedTuple):
    """What may be known of one recording now: hashable, and the same for everybody."""

    kind: str
    tags: tuple[tuple[str, str], ...]
    setups: tuple[tuple[int, str], ...]
    plies: tuple[str, ...]
    ending: str = ""
    side: int = 0

    @property
    def start_digest(self) -> str:
        return digest(self.kind, self.tags, self.setups)


def digest(*parts: object) -> str:
    """Keyed, because it goes out and may be made of set-ups: nobody can try out whether a guessed one is right."""
    return salted_hmac("games.live", repr(parts)).hexdigest()[:18]


def find_live_game(key: UUID) -> LiveGame | None:
    """One that may be followed. One query."""
    return LiveGame.objects.select_related("recording").filter(key=key).exclude(mode=LiveMode.OFF).first()


def live_game_of(recording: Recording) -> LiveGame | None:
    return LiveGame.objects.filter(recording=recording).first()


def open_recordings(
    recordings: Sequence[Recording], setting: LiveSetting, now: datetime
) -> list[tuple[Recording, str]]:
    """Those that may be followed, each with a mark that changes when another step may be seen. At most one query."""
    # Whoever follows a score sheet would see where it stops being legal, and so would those who write it.
    followed = [recording for recording in recordings if recording.mode != RecordingMode.SCORE_SHEET]
    if not setting.is_on or not followed:
        return []
    until = _until(setting, now)
    if until is None:
        return [(recording, recording.changed_at.isoformat()) for recording in followed]
    steps = RecordingStep.objects.filter(recording__in=followed, received_at__lte=until).order_by()
    newest = dict(steps.values_list("recording").annotate(newest=Max("pk")))
    return [(recording, str(newest[recording.pk])) for recording in followed if recording.pk in newest]


def visible_plies(
    recordings: Sequence[Recording], setting: LiveSetting, now: datetime
) -> dict[int, VisiblePlies]:
    """By the recordings' ids. One query, or two."""
    drafts = _drafts(recordings, _until(setting, now))
    return {recording.pk: _visible(recording, draft, setting) for recording, draft in drafts}


def _until(setting: LiveSetting, now: datetime) -> datetime | None:
    return now - timedelta(minutes=setting.delay) if setting.mode is LiveMode.MINUTES else None


def _drafts(recordings: Sequence[Recording], until: datetime | None) -> Iterable[tuple[Recording, Draft]]:
    """The branch that was continued last; of two phones what both know. One query, or two."""
    steps = RecordingStep.objects.filter(recording__in=recordings).order_by("pk")
    if until is not None:
        steps = steps.filter(received_at__lte=until)
    by_recording = defaultdict(list)
    for step in steps.only("recording_id", "key", "parent", "kind", "text", "side"):
        by_recording[step.recording_id].append(step)
    shared = [recording for recording in recordings if recording.is_shared]
    sealed: dict[int, dict[int, str]] = defaultdict(dict)
    for seat in RecordingSeat.objects.filter(recording__in=shared, sealed_at__isnull=False) if shared else ():
        sealed[seat.recording_id][seat.side] = seat.setup
    for recording in recordings:
        steps_here = by_recording[recording.pk]
        if recording.is_shared:
            yield recording, _settled(steps_here, sealed[recording.pk])
        else:
            yield recording, _last_branch(steps_here)


def _settled(steps: Sequence[RecordingStep], setups: dict[int, str]) -> Draft:
    """Of two phones: a ply or an ending counts as soon as everybody has said it whose word it needs."""
    draft = Draft(setups=dict(setups))
    for step in steps:
        draft.take(StepKind(step.kind), step.text, step.side)
    if draft.unsaid:
        if draft.ending is None:
            del draft.plies[-1:]
        draft.ending = None
    return draft


def _last_branch(steps: Sequence[RecordingStep]) -> Draft:
    by_key = {step.key: step for step in steps}
    way: list[RecordingStep] = []
    key: UUID | None = steps[-1].key if steps else None
    while key is not None and (step := by_key.get(key)) is not None:
        way.append(step)
        key = step.parent
    draft = Draft()
    for step in reversed(way):
        draft.take(StepKind(step.kind), step.text, step.side)
    return draft


def _visible(recording: Recording, draft: Draft, setting: LiveSetting) -> VisiblePlies:
    """Comments and draw offers are left out: they are for those who play."""
    plies, ending, side = tuple(draft.plies), draft.ending, draft.side
    if setting.mode is LiveMode.PLIES:
        plies, ending = plies[: max(0, len(plies) - setting.delay)], None
    wanted = {
        "Position",
        *(option.tag for option in registry.description(recording.kind).options if option.tag),
    }
    tags = tuple(sorted((name, value) for name, value in recording.tags.items() if name in wanted))
    said = ending.value if ending is not None else ""
    return VisiblePlies(
        recording.kind, tags, tuple(sorted(draft.setups.items())), plies, said, int(side) if said else 0
    )
