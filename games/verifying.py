"""Reads stored games again and compares: what the referee says today with what stands in the database."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.record import read_text
from games.digest import BYTES_OF_A_KEY, CannotBeStored, digest_of
from games.models import Adjudication, Game, GameText

GAMES_AT_A_TIME: Final = 200
# What is compared of each game; the head has the result, the final position, the duplicate key and what lists show.
CHECKS: Final = ("canonical text", "plies", "start position", "search text", "head", "position keys")


@dataclass
class Findings:
    """What was looked at; every sentence about what is wrong is told at once, however many there are."""

    tell: Callable[[str], object]
    games: int = 0
    plies: int = 0
    positions: int = 0
    adjudications: int = 0
    uploads: int = 0
    bytes: int = 0
    records: int = 0
    problems: int = 0

    def tell_of(self, problem: str) -> None:
        self.problems += 1
        self.tell(problem)


def verify_games(findings: Findings) -> Iterator[int]:
    """Check every game, yielding how many have been checked; what is found goes into `findings`."""
    last = 0
    while games := list(
        Game.objects.filter(pk__gt=last).select_related("text").order_by("pk")[:GAMES_AT_A_TIME]
    ):
        seen_with = _engines_that_saw(games)
        for game in games:
            findings.games += 1
            text = getattr(game, "text", None)
            if text is None:
                findings.tell_of(f"game {game.pk}: it has no text")
            else:
                for problem in _problems(game, text):
                    findings.tell_of(f"game {game.pk}: {problem}")
                findings.plies += game.ply_count
                findings.positions += len(text.position_keys) // BYTES_OF_A_KEY
            _verify_adjudication(findings, game, seen_with.get(game.pk, set()))
            yield findings.games
        last = games[-1].pk


def _engines_that_saw(games: list[Game]) -> dict[int, set[str]]:
    """The versions of the engine that have adjudicated each of the games. One query."""
    found: dict[int, set[str]] = {}
    said = Adjudication.objects.filter(game__in=games).values_list("game", "engine_version")
    for game, version in said:
        found.setdefault(game, set()).add(version)
    return found


def _verify_adjudication(findings: Findings, game: Game, seen_with: set[str]) -> None:
    findings.adjudications += len(seen_with)
    if game.adjudicated_with and game.adjudicated_with not in seen_with:
        findings.tell_of(f"game {game.pk}: its adjudication by engine {game.adjudicated_with} is not there")


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
