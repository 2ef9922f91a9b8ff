"""What may be followed of the games that are being recorded: plies that are old enough, and what they show.

A delay is kept here: nothing of what is younger leaves this module, so no page, number or tag made of it can tell.
The clock is the server’s: when a step was received, never when a device says that it was made.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.cache import caches
from django.db.models import Max
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from core.web.conditional import page_version
from engine import registry
from engine.core import Result, TagError, Termination
from engine.drawing import Picture
from engine.record import Record, read_text
from games.models import (
    LiveGame,
    LiveMode,
    Recording,
    RecordingMode,
    RecordingSeat,
    RecordingStep,
    StepKind,
)
from games.policies import SPECTATOR
from games.recorder.selectors.drafts import Draft
from games.recorder.selectors.records import record_text
from games.replay.presenters.frame import make_frame
from games.replay.presenters.moves import describe_ending, replay_document
from games.replay.presenters.replay import OPEN_VIEW, build_replay

KEEP_SECONDS: Final = 600
# Written into the record for those who recorded it: not for those who follow.
_ENDINGS: Final = {
    StepKind.RESIGN: Termination.RESIGNED,
    StepKind.FLAG: Termination.TIME,
    StepKind.AGREE: Termination.AGREEMENT,
}
PICTURE: Final = Picture(size=32, shared_symbols=True, decorative=True)


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
    def digest(self) -> str:
        return digest(*self)

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


def visible_plies(
    recordings: Sequence[Recording], setting: LiveSetting, now: datetime
) -> dict[int, VisiblePlies]:
    """By the recordings' ids; without those of which nothing may be seen yet. One or two queries.

    What was worked out of a recording is kept until another step may be seen.
    """
    # Whoever follows a score sheet would see where it stops being legal, and so would those who write it.
    recordings = [recording for recording in recordings if recording.mode != RecordingMode.SCORE_SHEET]
    if not setting.is_on or not recordings:
        return {}
    until = now - timedelta(minutes=setting.delay) if setting.mode is LiveMode.MINUTES else None
    keys = {
        recording.pk: f"live-plies:{recording.pk}:{setting.mode}:{setting.delay}:{mark}:{page_version()}"
        for recording, mark in _marks(recordings, until)
    }
    known: dict[str, VisiblePlies] = caches["pages"].get_many(list(keys.values()))
    missing = [recording for recording in recordings if keys.get(recording.pk, "") not in known]
    found = {pk: known[key] for pk, key in keys.items() if key in known}
    if missing := [recording for recording in missing if recording.pk in keys]:
        made = {
            recording.pk: _visible(recording, draft, setting) for recording, draft in _drafts(missing, until)
        }
        caches["pages"].set_many({keys[pk]: plies for pk, plies in made.items()}, KEEP_SECONDS)
        found |= made
    return found


def _marks(recordings: Sequence[Recording], until: datetime | None) -> Iterable[tuple[Recording, str]]:
    """What changes when another step may be seen."""
    if until is None:
        return [(recording, recording.changed_at.isoformat()) for recording in recordings]
    steps = RecordingStep.objects.filter(recording__in=recordings, received_at__lte=until).order_by()
    newest = dict(steps.values_list("recording").annotate(newest=Max("pk")))
    return [(recording, str(newest[recording.pk])) for recording in recordings if recording.pk in newest]


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


class LiveDocument(NamedTuple):
    """What those who follow are sent of a game, through the eyes of a spectator: in one language."""

    replay: dict[str, Any]
    ending: str
    start: str
    """A digest of what the game began with."""
    picture: str
    """The board after the last ply, drawn for a page with the symbols."""

    @property
    def ply_count(self) -> int:
        return len(self.plies)

    @property
    def plies(self) -> list[dict[str, Any]]:
        plies: list[dict[str, Any]] = self.replay["lines"][0]["plies"]
        return plies

    def board(self, count: int) -> dict[int, int]:
        """What lies where after so many plies; 0 where something has lain."""
        contents = dict(_pairs(self.replay["start"]))
        for ply in self.plies[:count]:
            contents.update(_pairs(ply["set"]))
        return contents

    def prefix(self, count: int) -> str:
        """A digest of the first plies: two games of which it is the same agree until there."""
        return digest(self.start, *(ply["ply"] for ply in self.plies[:count]))


def live_documents(games: Iterable[VisiblePlies]) -> dict[VisiblePlies, LiveDocument]:
    """Of games that have begun. No query; what is kept is not made again."""
    keys = {
        game: f"live-game:{game.digest}:{get_language()}:{page_version()}" for game in dict.fromkeys(games)
    }
    known: dict[str, LiveDocument | None] = caches["pages"].get_many(list(keys.values()))
    made = {game: _document(game) for game, key in keys.items() if key not in known}
    if made:
        caches["pages"].set_many({keys[game]: document for game, document in made.items()}, KEEP_SECONDS)
    found = {game: known[key] for game, key in keys.items() if key in known} | made
    return {game: document for game, document in found.items() if document is not None}


def _document(game: VisiblePlies) -> LiveDocument | None:
    record = _read(game)
    if record is None or record.rules is None:  # the second follows from the first
        return None
    views = record.rules.views
    replay = build_replay(record, SPECTATOR if SPECTATOR in views else OPEN_VIEW)
    frame = make_frame(replay, record.start(), 0, replay.main.end)
    outcome = frame.game.outcome()
    ending = ""
    if game.ending:
        kind = StepKind(game.ending)
        is_drawn = kind is StepKind.AGREE
        result = Result.DRAW if is_drawn else (Result.SECOND_WINS, Result.FIRST_WINS)[game.side]
        ending = describe_ending(replay, result, _ENDINGS[kind], "")
    elif outcome is not None:
        ending = describe_ending(replay, outcome.result, outcome.termination, outcome.rule)
    return LiveDocument(replay_document(replay), ending, game.start_digest, frame.svg(PICTURE))


def _read(game: VisiblePlies) -> Record | None:
    """None while set-ups are missing, or if what was entered is no game."""
    draft = Draft(plies=list(game.plies), setups=dict(game.setups))
    text = record_text(Recording(kind=game.kind, tags=dict(game.tags)), draft)
    records = read_text(text)
    record = records[0] if records else None
    if record is None or record.rules is None:
        return None
    try:
        record.start()
    except TagError:
        return None
    return record


def _pairs(flat: Sequence[int]) -> Iterable[tuple[int, int]]:
    return zip(flat[::2], flat[1::2], strict=True)
