"""Reads stored games again and compares: what the referee says today with what stands in the database."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Count, Q

from engine.record import read_text
from games.digest import BYTES_OF_A_KEY, CannotBeStored, digest_of
from games.models import Game, GameText, Submission, SubmissionState
from jobs.work_item import WorkState

GAMES_AT_A_TIME: Final = 200
# What is compared of each game; the head has the result, the final position, the duplicate key and what lists show.
CHECKS: Final = ("canonical text", "plies", "start position", "search text", "head", "position keys")


@dataclass
class Findings:
    """What was looked at, and every sentence about what is wrong."""

    games: int = 0
    plies: int = 0
    positions: int = 0
    problems: list[str] = field(default_factory=list)


def verify_games(findings: Findings) -> Iterator[int]:
    """Check every game, yielding how many have been checked; what is found goes into `findings`."""
    last = 0
    while games := list(
        Game.objects.filter(pk__gt=last).select_related("text").order_by("pk")[:GAMES_AT_A_TIME]
    ):
        for game in games:
            findings.games += 1
            text = getattr(game, "text", None)
            if text is None:
                findings.problems.append(f"game {game.pk}: it has no text")
            else:
                findings.problems += [f"game {game.pk}: {problem}" for problem in _problems(game, text)]
                findings.plies += game.ply_count
                findings.positions += len(text.position_keys) // BYTES_OF_A_KEY
            yield findings.games
        last = games[-1].pk


def verify_submissions(findings: Findings) -> int:
    """Every record has exactly one fate, or somebody will see to it; returns how many records were looked at."""
    odd = Submission.objects.filter(
        Q(state=SubmissionState.ERROR, errors=[])
        | (Q(state__in=[SubmissionState.ACCEPTED, SubmissionState.DUPLICATE]) & ~Q(errors=[]))
    )
    findings.problems += [
        f"record {pk}: its errors do not go with its state" for pk in odd.values_list("pk", flat=True)
    ]
    forgotten = Submission.objects.filter(state=SubmissionState.RECEIVED).exclude(
        slice__state=WorkState.WAITING
    )
    findings.problems += [
        f"record {pk}: it waits, but nobody is going to check it"
        for pk in forgotten.values_list("pk", flat=True)
    ]
    brought = Game.objects.annotate(
        brought_by=Count("submissions", filter=Q(submissions__state=SubmissionState.ACCEPTED))
    ).filter(brought_by__gt=1)
    findings.problems += [
        f"game {pk}: several records brought it" for pk in brought.values_list("pk", flat=True)
    ]
    return Submission.objects.count()


def _problems(game: Game, text: GameText) -> Iterator[str]:
    records = read_text(text.canonical)
    if len(records) != 1:
        yield f"its text holds {len(records)} records"
        return
    (record,) = records
    if record.errors:
        yield f"its text is not valid: {record.errors[0]}"
        return
    try:
        digest = digest_of(record)
    except CannotBeStored as error:
        yield f"its text cannot be written again: {error}"
        return
    if digest.canonical != text.canonical:
        yield "its text is not canonical"
    if digest.plies != text.plies:
        yield "its plies are not those of its text"
    if digest.start_position != text.start_position:
        yield f"it starts from {digest.start_position}, not from {text.start_position}"
    for name, value in digest.head.items():
        stored = getattr(game, name)
        if stored != value and not (name == "duplicate_key" and _is_taken(str(value), game)):
            yield f"{name} is {stored!r}, but the record says {value!r}"
    if bytes(text.position_keys) != digest.position_keys:
        yield "its position keys are not those of its plies"


def _is_taken(key: str, game: Game) -> bool:
    """Two games can become the same one, by a forgotten name or a newer key; the second keeps the one it had."""
    return Game.objects.filter(duplicate_key=key).exclude(pk=game.pk).exists()
