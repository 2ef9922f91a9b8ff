"""What a seat or a spectator may know of a draft: nothing else of a game with hidden pieces ever leaves the server."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.game_types import describe
from engine import registry
from engine.core import EngineError, Game, Outcome, Side
from games.models import Recording, RecordingMode, RecordingSeat, RecordingStep, StepKind
from games.policies import kinds_with_hidden_pieces
from games.recorder.selectors.drafts import Draft, current_draft

SPECTATOR: Final = "spectator"


class SeenPly(NamedTuple):
    """`shown` has the letters of pieces that an attack turned over, as the game in the browser takes them."""

    text: str
    shown: Mapping[str, str]


@dataclass(frozen=True)
class SeenGame:
    """A game that is being recorded as one onlooker knows it. `position` is None before both set-ups stand."""

    tags: dict[str, str]
    plies: list[SeenPly]
    position: str | None
    outcome: Outcome | None
    # How it ended by the players' word: the kind of ending and whose it is.
    ending: StepKind | None
    side: Side


@dataclass
class Line:
    """The steps of a shared recording, added up by the server, which knows both set-ups."""

    draft: Draft = field(default_factory=Draft)
    game: Game | None = None
    # By the number of the step with which the last missing word was said.
    shown: dict[int, Mapping[str, str]] = field(default_factory=dict)
    tip: RecordingStep | None = None

    @property
    def is_over(self) -> bool:
        is_decided = self.game is not None and self.game.outcome() is not None
        return not self.draft.missing and (self.draft.ending is not None or is_decided)

    def take(self, step: RecordingStep) -> None:
        self.draft.take(StepKind(step.kind), step.text, step.side)
        self.tip = step
        if self.game is None:
            return
        while len(self.game.plies) > len(self.draft.plies):
            self.game.pop()
        if len(self.game.plies) < len(self.draft.plies) and not self.draft.unsaid:
            self.game.push(self.draft.plies[-1])
            self.shown[step.number] = describe(self.game.rules.name).shown(self.game)


def what_is_seen(recording: Recording, *, seat: Side | None, draft: Draft | None = None) -> SeenGame:
    """What one player knows of a draft, or, without a seat, what everybody may know: for live boards.

    Without a draft the one that was entered last. Of a score sheet nothing is told: whoever follows it would see where
    it stops being legal. With two phones a ply counts as soon as everybody has said it whose word it needs.
    """
    view = view_of(recording.kind, seat)
    if recording.mode == RecordingMode.SCORE_SHEET:
        return _start_alone(recording)
    if recording.is_shared:
        game, ends = _shared_game(recording), shared_line(recording).draft
        plies = ends.plies[: len(ends.plies) - (ends.ending is None and bool(ends.unsaid))]
    else:
        ends = draft or current_draft(recording)
        game, plies = start_of(recording, ends.setups), ends.plies
    if game is None:
        return _start_alone(recording)
    seen = []
    for ply in plies:
        try:
            game.push(ply)
        except EngineError:
            break
        seen.append(SeenPly(ply, describe(recording.kind).shown(game)))
    is_settled = ends.ending is not None and not ends.unsaid
    return SeenGame(
        tags=_open_tags(recording),
        plies=seen,
        position=game.position(view),
        outcome=game.outcome(),
        ending=ends.ending if is_settled else None,
        side=ends.side,
    )


def view_of(kind: str, seat: Side | None) -> str:
    """The engine's word for a point of view."""
    rules = registry.rules(kind)
    if kind not in kinds_with_hidden_pieces():
        return rules.views[0]
    if seat is None:
        return SPECTATOR
    return next(view.name for view in describe(kind).views if view.seat == seat)


def start_of(recording: Recording, setups: Mapping[int, str]) -> Game | None:
    """The game before its first ply; None while a set-up is missing."""
    rules = registry.rules(recording.kind)
    try:
        return rules.start(recording.tags | setup_tags(recording.kind, setups))
    except EngineError:
        return None


def setup_tags(kind: str, setups: Mapping[int, str]) -> dict[str, str]:
    names = registry.rules(kind).player_tags
    return {f"{names[side]}Setup": text for side, text in sorted(setups.items())}


def seats_of(recording: Recording) -> dict[int, RecordingSeat]:
    return {seat.side: seat for seat in RecordingSeat.objects.filter(recording=recording)}


def shared_line(recording: Recording, seats: Mapping[int, RecordingSeat] | None = None) -> Line:
    """All steps of a shared recording, with what was shown by them. Two queries."""
    line = Line(game=_shared_game(recording, seats))
    for step in RecordingStep.objects.filter(recording=recording).order_by("pk"):
        line.take(step)
    return line


def shared_steps(recording: Recording, cursor: int) -> list[dict[str, Any]]:
    """Steps that a phone does not know yet, the same for both: with whose they are, and what was turned over."""
    steps = list(RecordingStep.objects.filter(recording=recording, number__gt=cursor).order_by("number"))
    if not steps:
        return []
    line = shared_line(recording)
    return [
        {
            "key": str(step.key),
            "parent": str(step.parent) if step.parent else None,
            "number": step.number,
            "kind": step.kind,
            "text": step.text,
            "side": step.side,
            "shown": line.shown.get(step.number) or None,
        }
        for step in steps
    ]


def _shared_game(recording: Recording, seats: Mapping[int, RecordingSeat] | None = None) -> Game | None:
    """Before both set-ups are sealed there is none."""
    found = seats_of(recording) if seats is None else seats
    if len(found) < 2 or any(seat.sealed_at is None for seat in found.values()):
        return None
    return start_of(recording, {side: seat.setup for side, seat in found.items()})


def _open_tags(recording: Recording) -> dict[str, str]:
    """Set-ups stand among a record's tags, but never among those of a draft."""
    return {
        name: value
        for name, value in recording.tags.items()
        if not name.endswith("Setup") or value in ("", "open")
    }


def _start_alone(recording: Recording) -> SeenGame:
    game = None if recording.kind in kinds_with_hidden_pieces() else start_of(recording, {})
    position = game.position() if game else None
    return SeenGame(_open_tags(recording), [], position, None, None, Side.FIRST)
