"""Which records of an event may leave the site in a file, and what arbiters decided about them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from core.permissions.actors import Actor
from games.models import Adjudication, AdjudicationState, Game, Visibility
from games.policies import current_visibility, kinds_with_hidden_pieces
from games.visibility.selectors import fully_visible_game_ids, requested_visibility

_DECIDED: Final = (AdjudicationState.CONFIRMED, AdjudicationState.OVERRULED)


def shareable_games(viewer: Actor, games: Sequence[Game]) -> set[int]:
    """The ids of those of which the viewer may see everything, and which nobody but the event withholds. Five queries.

    A file is passed on. So set-ups that are hidden stay here, whoever writes the file, and so does what its submitter
    keeps from others. What only the event's regulations withhold goes along with the regulations.
    """
    ids = [game.pk for game in games]
    seen = fully_visible_game_ids(viewer, ids)
    wishes = requested_visibility(ids)
    hidden = set(kinds_with_hidden_pieces())
    shareable = set()
    for game in games:
        wish = wishes.get(game.pk)
        is_open = current_visibility(game) == Visibility.PUBLIC
        by_event_alone = game.kind not in hidden and (wish is None or wish.visibility == Visibility.PUBLIC)
        if game.pk in seen and (is_open or by_event_alone):
            shareable.add(game.pk)
    return shareable


def decisions_about(games: Collection[int]) -> Mapping[int, list[Adjudication]]:
    """What arbiters said to the referee's verdicts, by the ids of the games. One query."""
    found = defaultdict[int, list[Adjudication]](list)
    rows = Adjudication.objects.filter(game__in=games, state__in=_DECIDED).select_related("decided_by")
    for adjudication in rows.order_by("decided_at", "pk"):
        found[adjudication.game_id].append(adjudication)
    return found
