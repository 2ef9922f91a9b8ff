"""Which rounds and boards somebody sees, and what of them: arbiters also see what is not published."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from core.permissions.actors import Actor
from games.visibility.selectors import visible_game_ids
from tournaments.models import OPEN_RESULTS, Bye, Event, Pairing, Round
from tournaments.policies import ENTER_RESULTS, PAIR
from tournaments.selectors import events_granting, visible_events
from tournaments.tournament_data import PUBLIC_STATES


def get_visible_round_or_404(actor: Actor, pk: str | int) -> Round:
    """With its section, event and club. At most two queries."""
    return get_object_or_404(visible_rounds(actor).select_related("section__event__club"), pk=pk)


def search_rounds(actor: Actor, wanted: Mapping[str, Any]) -> QuerySet[Round]:
    """Those that have all that is wanted: `event`, `section`, `number`, `state`."""
    fields = {"event": "section__event", "section": "section", "number": "number", "state": "state"}
    rounds = visible_rounds(actor).select_related("section__event")
    return rounds.filter(**{field: wanted[name] for name, field in fields.items() if name in wanted})


def boards_with_players(round_: Round) -> list[Pairing]:
    """One query."""
    return list(round_.pairings.select_related("first__person", "second__person"))


def byes_with_players(round_: Round) -> QuerySet[Bye]:
    """One query."""
    return round_.byes.select_related("entry__person").order_by("entry__starting_rank", "pk")


def get_visible_pairing_or_404(actor: Actor, pk: str | int) -> Pairing:
    """With players, section, event and club. At most two queries."""
    return get_object_or_404(_pairings_with_players(actor), pk=pk)


def search_pairings(actor: Actor, wanted: Mapping[str, Any]) -> QuerySet[Pairing]:
    """Those that have all that is wanted: `event`, `section`, `round`, `person`, `is_open`."""
    fields = {"event": "round__section__event", "section": "round__section", "round": "round"}
    matching = Q(**{field: wanted[name] for name, field in fields.items() if name in wanted})
    if "person" in wanted:
        matching &= Q(first__person=wanted["person"]) | Q(second__person=wanted["person"])
    if "is_open" in wanted:
        is_open = Q(result__in=OPEN_RESULTS)
        matching &= is_open if wanted["is_open"] else ~is_open
    return _pairings_with_players(actor).prefetch_related("reports").filter(matching)


def _pairings_with_players(actor: Actor) -> QuerySet[Pairing]:
    related = ("round__section__event__club", "first__person", "second__person")
    return visible_pairings(actor).select_related(*related)


def visible_rounds(actor: Actor) -> QuerySet[Round]:
    pairs = Q(section__event__in=Event.objects.filter(events_granting(PAIR, actor)))
    return Round.objects.filter(
        Q(state__in=PUBLIC_STATES) | pairs,
        section__event__in=visible_events(actor),
    )


def visible_pairings(actor: Actor) -> QuerySet[Pairing]:
    return Pairing.objects.filter(round__in=visible_rounds(actor))


def visible_parts_of_boards(actor: Actor, pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Ids of the games that the actor may see, and of the rounds where they are arbiter. At most four queries."""
    games = {pairing.game_id for pairing in pairings if pairing.game_id}
    as_arbiter = Round.objects.filter(
        pk__in={pairing.round_id for pairing in pairings},
        section__event__in=Event.objects.filter(events_granting(ENTER_RESULTS, actor)),
    )
    return {
        "account": actor.pk,
        "games": visible_game_ids(actor, games),
        "rounds_as_arbiter": set(as_arbiter.values_list("pk", flat=True)),
    }
