"""What higher apps say of games: which belong to their events, who judges them, and what an upload is for."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from django.db.models import Q

from core.permissions.actors import Actor
from core.registry import Registry
from engine.core import Side
from games.models import Game, RecordingMode, Upload, Visibility
from players.models import User

NO_GAMES: Final = Q(pk__in=[])


class EventLink(NamedTuple):
    name: str
    url: str


class UploadPurpose(NamedTuple):
    """What an upload is for, as its page says it, with the way back."""

    words: str
    address: str


class TargetBoard(NamedTuple):
    """A board whose record somebody sends, being allowed to."""

    mark: str
    """As `Upload.meant_for` names it."""
    record: int | None
    """The id of the game that is its record already."""


class BoardToRecord(NamedTuple):
    """A board whose record an account may send, with what is known of its game."""

    mark: str
    """As `Upload.meant_for` names it."""
    kind: str
    tags: Mapping[str, str]
    words: str
    address: str
    """Where whoever records it comes from."""
    send: Callable[[User, str], Upload]
    """Send the text as the record of this board; `Refused` if that cannot be."""
    modes: Sequence[RecordingMode] = tuple(RecordingMode)
    """How the account may record it; none: not at all."""
    side: Side | None = None
    """Where the account plays, if it does."""


class EventHooks(NamedTuple):
    """Conditions on games, for one query that asks about all of them at once."""

    judged_by: Callable[[User], Q | None]
    """Of the events whose named arbiter the account's person is; None if there are none. One query."""
    with_named_arbiters: Callable[[], Q]
    """Of events that have named arbiters of their own."""
    of_event: Callable[[Actor, int], Q | None]
    """Of one event; None if there is no such event for the actor. One query."""
    named: Callable[[Actor, int], EventLink | None]
    """What an event is called; None likewise. One query."""
    visibility_now: Callable[[Game], Visibility | None]
    """Not of many: how the event of this game wants it shown at the moment; None if it belongs to none. Few queries."""
    claimed: Callable[[Sequence[int]], Iterable[int]]
    """Which of the games with these ids belong to an event, so that they are no free games."""
    purpose_of: Callable[[Upload], UploadPurpose | None]
    """What an upload with its `meant_for` is for; None if the words are another app's."""
    boards_of: Callable[[Upload, Mapping[int, Mapping[str, Any]]], Mapping[int, TargetBoard]]
    """Of which boards an upload's records are, by the same keys, as `boards_of_records` has it. Few queries."""
    board_to_record: Callable[[Actor, str], BoardToRecord | None]
    """The board of this mark; None if it is no board whose record the actor may send. Few queries."""
    boards_to_record: Callable[[User], Sequence[BoardToRecord]]
    """Those where the account plays now. Few queries."""
    ratings_of: Callable[[Game], tuple[str, str]] = lambda _game: ("", "")
    """Of the two players of a game of an event, as they stood in its list. One query."""


# Events lie in a higher app. `players.seats.EVENT_ARBITERS` says the same of one object.
EVENT_HOOKS: Final = Registry[EventHooks]("event hooks")


def ratings_of_players(game: Game) -> tuple[str, str]:
    """As they were when the game was played; empty where no event says so. One query."""
    for each in EVENT_HOOKS:
        if any(found := each.ratings_of(game)):
            return found
    return "", ""


def games_judged_by(account: User) -> Q | None:
    """Those of events of which the account's person was named arbiter; None if there are none."""
    found = [condition for each in EVENT_HOOKS if (condition := each.judged_by(account)) is not None]
    return reduce(or_, found) if found else None


def games_with_named_arbiters() -> Q:
    return reduce(or_, (each.with_named_arbiters() for each in EVENT_HOOKS), NO_GAMES)


def has_named_arbiters(game: Game) -> bool:
    """Whether its event has arbiters of its own. One query."""
    return Game.objects.filter(games_with_named_arbiters(), pk=game.pk).exists()


def games_of_event(actor: Actor, event: int) -> Q:
    """Those of one event; none if there is no such event for the actor."""
    found = [condition for each in EVENT_HOOKS if (condition := each.of_event(actor, event)) is not None]
    return reduce(or_, found, NO_GAMES)


def find_event(actor: Actor, event: int) -> EventLink | None:
    """What an event is called; None if there is no such event for the actor."""
    return next((named for each in EVENT_HOOKS if (named := each.named(actor, event)) is not None), None)


def visibility_in_event(game: Game) -> Visibility | None:
    """How the game's event wants it shown at the moment; None if it belongs to none."""
    return next((said for each in EVENT_HOOKS if (said := each.visibility_now(game)) is not None), None)


def purpose_of(upload: Upload) -> UploadPurpose | None:
    if not upload.meant_for:
        return None
    return next((found for each in EVENT_HOOKS if (found := each.purpose_of(upload))), None)


def claimed_by_events(games: Sequence[int]) -> set[int]:
    """The ids among these that belong to events."""
    return {pk for each in EVENT_HOOKS for pk in each.claimed(games)}


def boards_of_records(upload: Upload, heads: Mapping[int, Mapping[str, Any]]) -> dict[int, TargetBoard]:
    """The boards for which the upload was sent, or that the tags of its records name and its sender may speak for.

    The records are no games yet: `heads` has their values by the names of Game's fields.
    """
    return {key: board for each in EVENT_HOOKS for key, board in each.boards_of(upload, heads).items()}


def board_to_record(actor: Actor, mark: str) -> BoardToRecord | None:
    """The board of this mark, if the actor may send its record."""
    return next((board for each in EVENT_HOOKS if (board := each.board_to_record(actor, mark))), None)


def boards_to_record(account: User) -> list[BoardToRecord]:
    """Where the account plays now, and has no record yet."""
    return [board for each in EVENT_HOOKS for board in each.boards_to_record(account)]
