"""Which rounds and boards somebody sees, and what of them: arbiters also see what is not published."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet

from core.permissions.actors import Actor
from games.visibility.selectors import visible_games
from tournaments.models import Event, Pairing, Round
from tournaments.policies import ENTER_RESULTS, PAIR
from tournaments.selectors import events_granting, visible_events
from tournaments.tournament_data import PUBLIC_STATES


def visible_rounds(actor: Actor) -> QuerySet[Round]:
    pairs = Q(section__event__in=Event.objects.filter(events_granting(PAIR, actor)))
    return Round.objects.filter(
        Q(state__in=PUBLIC_STATES) | pairs,
        section__event__in=visible_events(actor),
    )


def visible_pairings(actor: Actor) -> QuerySet[Pairing]:
    return Pairing.objects.filter(round__in=visible_rounds(actor))


def visible_parts_of_boards(actor: Actor, pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Ids of the games that the actor may see, and of the rounds where they are arbiter. Four queries at most."""
    games = {pairing.game_id for pairing in pairings if pairing.game_id}
    conducted = Round.objects.filter(
        pk__in={pairing.round_id for pairing in pairings},
        section__event__in=Event.objects.filter(events_granting(ENTER_RESULTS, actor)),
    )
    return {
        "account": actor.pk,
        "games": set(visible_games(actor).filter(pk__in=games).values_list("pk", flat=True))
        if games
        else set(),
        "conducted": set(conducted.values_list("pk", flat=True)),
    }
