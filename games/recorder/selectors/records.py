"""The text of a draft's record."""

from collections.abc import Mapping
from typing import Final

from engine import registry
from engine.core import Result, Termination
from games.models import Recording, StepKind
from games.recorder.selectors.drafts import Draft

# Braces end a comment in a record.
_BRACES: Final = str.maketrans("{}", "()", "\0")
_MAX_COMMENTS: Final = 16


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
