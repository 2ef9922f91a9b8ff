"""The jobs of the index: replay games and write their positions, and merge what was written."""

from typing import Final

from games.models import PositionMerge, PositionOrder
from games.positions.services.index import (
    IndexedBatch,
    MergedBatch,
    order_merges,
    read_batches,
    read_games,
    replace_batches,
    write_batch,
)
from jobs.kinds import JobKind

# Behind everything that people wait for.
PRIORITY: Final = 7


def _read_order(order: PositionOrder) -> IndexedBatch:
    return read_games(order.games)


def _write_order(order: PositionOrder, found: IndexedBatch) -> None:
    write_batch(found)


def _read_merge(merge: PositionMerge) -> MergedBatch | None:
    return read_batches(merge.batches)


def _write_merge(merge: PositionMerge, merged: MergedBatch | None) -> None:
    replace_batches(merge.batches, merged)
    order_merges(after=merge.pk)


INDEX_POSITIONS: Final = JobKind(
    name="index positions", model=PositionOrder, prepare=_read_order, apply=_write_order, priority=PRIORITY
)
MERGE_POSITIONS: Final = JobKind(
    name="merge positions", model=PositionMerge, prepare=_read_merge, apply=_write_merge, priority=PRIORITY
)
