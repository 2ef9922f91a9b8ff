"""What higher apps want to hear of games: they register functions, which are called in the same transaction.

Every function may be called again for the same games: it changes nothing the second time.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from games.models import Adjudication, Upload

Arrived = Callable[[Upload, Sequence[int]], None]
Decided = Callable[[Adjudication], None]
Claims = Callable[[Sequence[int]], Iterable[int]]


class Purpose(NamedTuple):
    """What an upload is for, as its page says it, with the way back."""

    words: str
    address: str


Purposes = Callable[[Upload], Purpose | None]

_arrived: list[Arrived] = []
_purposes: list[Purposes] = []
_decided: list[Decided] = []
_claims: list[Claims] = []


def when_games_arrive(function: Arrived) -> Arrived:
    """Called with an upload and the ids of the games that its records have become, or were before."""
    _arrived.append(function)
    return function


def when_a_verdict_is_decided(function: Decided) -> Decided:
    """Called when an arbiter has confirmed or overruled a verdict of the referee."""
    _decided.append(function)
    return function


def register_claim(function: Claims) -> Claims:
    """Says which of the games with these ids belong to an event, so that they are no free games."""
    _claims.append(function)
    return function


def register_purpose(function: Purposes) -> Purposes:
    """Says what an upload with its `meant_for` is for, or nothing if the words are another app's."""
    _purposes.append(function)
    return function


def purpose_of(upload: Upload) -> Purpose | None:
    if not upload.meant_for:
        return None
    return next((found for function in _purposes if (found := function(upload))), None)


def games_arrived(upload: Upload, games: Sequence[int]) -> None:
    if games:
        for function in _arrived:
            function(upload, games)


def verdict_decided(adjudication: Adjudication) -> None:
    for function in _decided:
        function(adjudication)


def claimed(games: Sequence[int]) -> set[int]:
    """The ids among these that belong to events."""
    return {pk for function in _claims for pk in function(games)}
