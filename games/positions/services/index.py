"""Have games indexed, write what was found, and merge small batches into larger ones."""

import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from core.db.bulk import insert_rows
from engine import registry
from engine.core import EngineError
from engine.position_keys import find_position_keys
from engine.record.tags import read_tags
from games.models import (
    Game,
    GameText,
    IndexedGame,
    PositionBatch,
    PositionBlock,
    PositionMerge,
    PositionOrder,
    PositionRebuild,
)
from games.policies import SPECTATOR
from games.positions.selectors.due import due_among, due_games, is_open, open_among, wanted_generation
from games.positions.selectors.entries import PackedBatch, games_of, pack_batch, pack_game, split_entries
from jobs import services as jobs
from jobs.models import WorkState

GAMES_PER_ORDER: Final = 200
# So many batches of about one size become one.
BATCHES_PER_MERGE: Final = 8
# Larger ones stay as they are: a merge has to fit into memory.
MAX_MERGED_ENTRIES: Final = 150_000
_ROWS_PER_WRITE: Final = 2000

logger = logging.getLogger(__name__)


class IndexedBatch(NamedTuple):
    """What a job found out about its games, for each half of the index."""

    generation: int
    games: dict[int, bool]
    packed: dict[bool, PackedBatch]


@transaction.atomic(savepoint=False)
def order_indexing(*, games: Sequence[int]) -> None:
    """Have the games with these ids looked at, two hundred by one job."""
    orders = PositionOrder.objects.bulk_create(
        PositionOrder(games=list(games[start : start + GAMES_PER_ORDER]))
        for start in range(0, len(games), GAMES_PER_ORDER)
    )
    jobs.enqueue_all(items=orders)


def order_due_indexing() -> int:
    """Order all games that the index does not have as it should, and what can be merged; how many games there are.

    Nothing is ordered while orders wait: the games that they name would be ordered twice.
    """
    if PositionOrder.objects.filter(state=WorkState.WAITING).exists():
        return 0
    games = due_games(wanted_generation())
    order_indexing(games=games)
    with transaction.atomic():
        order_merges()
        finish_rebuild()
    return len(games)


def rebuild_index() -> PositionRebuild:
    """Have all games indexed again; what the index has now answers until that is done."""
    rebuild = PositionRebuild.objects.create()
    keys = Game.objects.order_by("pk").values_list("pk", flat=True)
    some: list[int] = []
    for key in keys.iterator(chunk_size=5000):
        some.append(key)
        if len(some) == 50 * GAMES_PER_ORDER:
            order_indexing(games=some)
            some = []
    order_indexing(games=some)
    return rebuild


def read_games(games: Sequence[int]) -> IndexedBatch:
    """Replay those of the games that are due."""
    generation = wanted_generation()
    found = IndexedBatch(generation, {}, {})
    entries: dict[bool, set[bytes]] = {}
    for game in due_among(games, generation):
        found.games[game.pk] = is_open(game)
        entries.setdefault(is_open(game), set()).update(_entries_of(game))
    found.packed.update((is_for_all, pack_batch(some)) for is_for_all, some in entries.items())
    return found


def _entries_of(game: Game) -> set[bytes]:
    """From all seats of which people look things up: openly, and as spectators if these see less."""
    text: GameText | None = getattr(game, "text", None)
    if text is None or game.kind not in registry.names():
        return set()
    rules = registry.rules(game.kind)
    plies = text.plies.split()
    try:
        played = rules.start(read_tags(text.canonical).tags)
        played.defer_end_checks()
        for ply in plies:
            played.push(ply)
    except EngineError:
        logger.exception("The positions of game %s cannot be indexed", game.pk)
        return set()
    keys = find_position_keys(rules)
    views = (rules.views[0], *(view for view in rules.views if view == SPECTATOR))
    return {entry for view in views for entry in pack_game(game.pk, keys.of_game(played, view), plies, keys)}


def write_batch(found: IndexedBatch) -> None:
    """Inside the caller's transaction. Doing it again changes no answer: the same entries count once."""
    for is_for_all, packed in found.packed.items():
        _write_packed(packed, is_open=is_for_all, generation=found.generation)
    IndexedGame.objects.bulk_create(
        (
            IndexedGame(game_id=game, is_open=is_for_all, generation=found.generation)
            for game, is_for_all in found.games.items()
        ),
        update_conflicts=True,
        unique_fields=["game_id"],
        update_fields=["is_open", "generation"],
    )
    order_merges()
    finish_rebuild()


def _write_packed(packed: PackedBatch, *, is_open: bool, generation: int) -> None:
    if not packed.entries:
        return
    batch = PositionBatch.objects.create(
        is_open=is_open, bits=packed.bits, entries=packed.entries, generation=generation
    )
    for start in range(0, len(packed.blocks), _ROWS_PER_WRITE):
        some = packed.blocks[start : start + _ROWS_PER_WRITE]
        insert_rows(
            PositionBlock,
            [{"batch_id": batch.pk, "bucket": bucket, "data": data} for bucket, data in some],
        )


def order_merges(*, after: int | None = None) -> None:
    """Each group of batches of about one size becomes one, unless a merge waits other than the one that ends now."""
    if PositionMerge.objects.filter(state=WorkState.WAITING).exclude(pk=after or 0).exists():
        return
    alike: dict[tuple[bool, int, int], list[int]] = {}
    small = PositionBatch.objects.filter(entries__lte=MAX_MERGED_ENTRIES).order_by("pk")
    for pk, is_for_all, generation, entries in small.values_list("pk", "is_open", "generation", "entries"):
        alike.setdefault((is_for_all, generation, _size_class(entries)), []).append(pk)
    merges = PositionMerge.objects.bulk_create(
        PositionMerge(batches=found[:BATCHES_PER_MERGE])
        for found in alike.values()
        if len(found) >= BATCHES_PER_MERGE
    )
    jobs.enqueue_all(items=merges)


def _size_class(entries: int) -> int:
    """Eight times as many are the next class."""
    return entries.bit_length() // 3


class MergedBatch(NamedTuple):
    is_open: bool
    generation: int
    packed: PackedBatch


def read_batches(batches: Sequence[int]) -> MergedBatch | None:
    """All entries of these batches in one, but for games that are gone or that others may see by now.

    None if a batch is missing: somebody else has merged it.
    """
    rows = list(PositionBatch.objects.filter(pk__in=batches))
    if not rows or len(rows) != len(set(batches)):
        return None
    data = [
        bytes(each) for each in PositionBlock.objects.filter(batch__in=batches).values_list("data", flat=True)
    ]
    openness = open_among(sorted({game for some in data for game in games_of(some)}))
    belonging = {game for game, is_for_all in openness.items() if is_for_all == rows[0].is_open}
    entries = (
        entry
        for some in data
        for entry, game in zip(split_entries(some), games_of(some), strict=True)
        if game in belonging
    )
    return MergedBatch(rows[0].is_open, min(row.generation for row in rows), pack_batch(entries))


def replace_batches(batches: Sequence[int], merged: MergedBatch | None) -> None:
    """Inside the caller's transaction; nothing if one of them was merged by somebody else meanwhile."""
    locked = PositionBatch.objects.select_for_update().filter(pk__in=batches).order_by("pk")
    if merged is None or len(list(locked)) != len(set(batches)):
        return
    _write_packed(merged.packed, is_open=merged.is_open, generation=merged.generation)
    _delete_batches(list(batches))


def _delete_batches(batches: Sequence[int]) -> None:
    PositionBlock.objects.filter(batch__in=batches).delete()
    PositionBatch.objects.filter(pk__in=batches).delete()


def finish_rebuild() -> None:
    """If all games are indexed again, what was there before goes."""
    rebuild = PositionRebuild.objects.order_by("-pk").first()
    if rebuild is None or rebuild.finished_at is not None:
        return
    others = PositionOrder.objects.filter(state=WorkState.WAITING).order_by("pk")
    if len(others.values_list("pk", flat=True)[:2]) > 1 or due_games(rebuild.pk):
        return
    _delete_batches(
        list(PositionBatch.objects.filter(generation__lt=rebuild.pk).values_list("pk", flat=True))
    )
    PositionRebuild.objects.filter(finished_at=None).update(finished_at=timezone.now())
