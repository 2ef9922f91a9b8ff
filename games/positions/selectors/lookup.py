"""Which games passed through a position, the newest first; what of them somebody may see is asked of the games."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from core.permissions.actors import Actor
from engine import registry
from engine.core import PositionError
from engine.position_keys import PositionKey, find_position_keys
from games.models import Game, PositionBatch, PositionBlock
from games.positions.selectors.entries import (
    ENTRY_SIZE,
    Passage,
    bucket_of,
    entries_with_key,
    games_of,
    last_game,
    passages_of,
)
from games.visibility.selectors import fully_visible_q

# Through the start pass all games: of so many the database is asked what becomes of the filters.
MAX_CANDIDATES: Final = 6000


class Shelf(NamedTuple):
    """What one half of the index has of a position: entries in the order of games, from each batch."""

    parts: tuple[bytes, ...]

    @property
    def size(self) -> int:
        return sum(len(part) for part in self.parts) // ENTRY_SIZE

    def newest(self, at_most: int) -> list[Passage]:
        """The passages of the newest games; all of them if there are no more than that."""
        found: set[Passage] = set()
        newest: list[Passage] = []
        for part in sorted(self.parts, key=last_game, reverse=True):
            if newest and last_game(part) < newest[-1].game:
                return newest
            found.update(passages_of(part[-at_most * ENTRY_SIZE :]))
            if len(found) >= at_most:
                newest = sorted(found, key=_game_and_ply, reverse=True)[:at_most]
        return newest or sorted(found, key=_game_and_ply, reverse=True)

    def among(self, games: Collection[int]) -> set[int]:
        """Of these games those that passed through the position."""
        wanted = set(games)
        return {game for part in self.parts for game in games_of(part) if game in wanted}

    def passages_among(self, games: Collection[int]) -> Iterator[Passage]:
        wanted = set(games)
        return (each for part in self.parts for each in passages_of(part) if each.game in wanted)


def _game_and_ply(passage: Passage) -> tuple[int, int]:
    return passage.game, -passage.ply


def find_shelves(key: int, *, with_withheld: bool) -> list[Shelf]:
    """Of games that were open when they were indexed, and of all others if they are wanted. Two queries.

    Kept apart, so that games that somebody may not see do not even take the place of others.
    """
    batches = PositionBatch.objects.order_by("pk").values_list("pk", "bits", "is_open")
    if not with_withheld:
        batches = batches.filter(is_open=True)
    by_bits: dict[int, list[int]] = {}
    is_open_of: dict[int, bool] = {}
    for pk, bits, is_open in batches:
        by_bits.setdefault(bits, []).append(pk)
        is_open_of[pk] = is_open
    if not by_bits:
        return []
    places = (Q(batch__in=found, bucket=bucket_of(key, bits)) for bits, found in by_bits.items())
    parts: dict[bool, list[bytes]] = {}
    for batch, data in PositionBlock.objects.filter(reduce(or_, places)).values_list("batch_id", "data"):
        if part := entries_with_key(bytes(data), key):
            parts.setdefault(is_open_of[batch], []).append(part)
    return [Shelf(tuple(found)) for found in parts.values()]


def passed_through(games: QuerySet[Game], key: int, actor: Actor) -> QuerySet[Game]:
    """Those of the games that passed through the position and of which the actor may see everything.

    If very many did, the newest; but all of them if the games are few. Three queries beforehand.
    """
    games = games.filter(fully_visible_q(actor))
    shelves = find_shelves(key, with_withheld=actor.is_authenticated)
    found = {passage.game for shelf in shelves for passage in shelf.newest(MAX_CANDIDATES)}
    if any(shelf.size > MAX_CANDIDATES for shelf in shelves):
        few = few_keys(games)
        if few is not None:
            found = {game for shelf in shelves for game in shelf.among(few)}
    return games.filter(pk__any_of=sorted(found))


def few_keys(games: QuerySet[Game]) -> list[int] | None:
    """The ids of the games, if there are no more than candidates. One query."""
    keys = list(games.order_by().values_list("pk", flat=True)[: MAX_CANDIDATES + 1])
    return keys if len(keys) <= MAX_CANDIDATES else None


class NamedPosition(NamedTuple):
    """A position of a game, with its key."""

    kind: str
    text: str
    key: PositionKey


def read_position(text: str, kinds: Sequence[str] = ()) -> NamedPosition | None:
    """A position string of one of these games, or of any; None if it is none."""
    for kind in kinds or registry.names():
        try:
            return NamedPosition(kind, text, find_position_keys(registry.rules(kind)).of_position(text))
        except PositionError:
            continue
    return None
