"""What the app announces of games. Receivers run in the same transaction and may be called again for the same games."""

from collections.abc import Callable, Sequence

from games.models import Adjudication, Upload

Arrived = Callable[[Upload, Sequence[int]], None]
Decided = Callable[[Adjudication], None]
_arrived: list[Arrived] = []
_decided: list[Decided] = []


def when_games_arrive(function: Arrived) -> Arrived:
    """Called with an upload and the ids of the games that its records have become, or were before."""
    _arrived.append(function)
    return function


def when_a_verdict_is_decided(function: Decided) -> Decided:
    """Called when an arbiter has confirmed or overruled a verdict of the referee."""
    _decided.append(function)
    return function


def games_arrived(upload: Upload, games: Sequence[int]) -> None:
    if games:
        for function in _arrived:
            function(upload, games)


def verdict_decided(adjudication: Adjudication) -> None:
    for function in _decided:
        function(adjudication)
