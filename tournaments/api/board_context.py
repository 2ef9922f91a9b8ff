"""What has to be known about whoever asks, to tell them of boards."""

from collections.abc import Sequence
from typing import Any

from games.reading.visible import visible_games
from players.permissions import Actor
from tournaments.events.selectors import granting
from tournaments.models import Event, Pairing, Round
from tournaments.policies import ENTER_RESULTS


def context_of_boards(actor: Actor, pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Ids of the games that the actor may see, and of the rounds where they are arbiter. Four queries at most."""
    games = {pairing.game_id for pairing in pairings if pairing.game_id}
    conducted = Round.objects.filter(
        pk__in={pairing.round_id for pairing in pairings},
        section__event__in=Event.objects.filter(granting(ENTER_RESULTS, actor)),
    )
    return {
        "account": actor.pk,
        "games": set(visible_games(actor).filter(pk__in=games).values_list("pk", flat=True))
        if games
        else set(),
        "conducted": set(conducted.values_list("pk", flat=True)),
    }
