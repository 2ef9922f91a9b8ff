"""What those who follow are shown of a game, and what of it is kept.

Of each recording the cache has one entry in each language, which the next ply replaces.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.utils.translation import get_language

from core.web.conditional import page_version
from engine.core import Result, TagError, Termination
from engine.drawing import Picture
from engine.record import Record, read_text
from games.live.selectors.plies import LiveSetting, VisiblePlies, digest, open_recordings, visible_plies
from games.models import Recording, StepKind
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


class VisibleGame(NamedTuple):
    """A game that has begun, as far as it may be seen: the same in all languages."""

    recording: int
    plies: VisiblePlies
    ply_count: int
    """Legal ones: a draft full of nonsense is no long game."""
    prefix: str
    """A digest of these plies."""


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


def visible_games(
    recordings: Sequence[Recording], setting: LiveSetting, now: datetime
) -> dict[int, VisibleGame]:
    """By the recordings' ids; without those that have not begun. At most three queries.

    What was worked out of a recording is kept until another step may be seen.
    """
    marked = open_recordings(recordings, setting, now)
    keys = {
        recording.pk: f"live-plies:{recording.pk}:{setting.mode}:{setting.delay}:{page_version()}"
        for recording, _mark in marked
    }
    known: dict[str, tuple[str, VisibleGame | None]] = caches["pages"].get_many(list(keys.values()))
    found = {
        recording.pk: known[keys[recording.pk]][1]
        for recording, mark in marked
        if known.get(keys[recording.pk], ("",))[0] == mark
    }
    if missing := [(recording, mark) for recording, mark in marked if recording.pk not in found]:
        made = _visible_games(visible_plies([recording for recording, _mark in missing], setting, now))
        kept = {keys[recording.pk]: (mark, made.get(recording.pk)) for recording, mark in missing}
        caches["pages"].set_many(kept, KEEP_SECONDS)
        found |= made
    return {pk: game for pk, game in found.items() if game is not None}


def _visible_games(plies: dict[int, VisiblePlies]) -> dict[int, VisibleGame]:
    documents = _documents(plies)
    return {
        pk: VisibleGame(pk, plies[pk], document.ply_count, document.prefix(document.ply_count))
        for pk, document in documents.items()
    }


def live_documents(games: Iterable[VisibleGame]) -> dict[int, LiveDocument]:
    """By the recordings' ids, in the present language. No query; what is kept is not made again."""
    return _documents({game.recording: game.plies for game in games})


def _documents(plies: dict[int, VisiblePlies]) -> dict[int, LiveDocument]:
    keys = {pk: f"live-game:{pk}:{get_language()}:{page_version()}" for pk in plies}
    known: dict[str, tuple[VisiblePlies, LiveDocument | None]] = caches["pages"].get_many(list(keys.values()))
    found = {pk: known[key][1] for pk, key in keys.items() if key in known and known[key][0] == plies[pk]}
    made = {pk: make_document(each) for pk, each in plies.items() if pk not in found}
    caches["pages"].set_many({keys[pk]: (plies[pk], made[pk]) for pk in made}, KEEP_SECONDS)
    return {pk: document for pk, document in (found | made).items() if document is not None}


def make_document(game: VisiblePlies) -> LiveDocument | None:
    """None of a game that has not begun."""
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
