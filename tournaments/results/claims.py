"""What the archive asks and tells about games of events: which are no free games, and verdicts that were decided."""

from collections.abc import Sequence

from django.db.models import Q

from games.models import Adjudication, Game
from games.news import register_claim, when_a_verdict_is_decided
from tournaments.holding import hold
from tournaments.models import Event, Pairing
from tournaments.results.recognising import event_key
from tournaments.results.records import compare_with_record
from tournaments.results.writing import event_of, pairing_now


@register_claim
def games_of_events(games: Sequence[int]) -> set[int]:
    """Those linked to a pairing, and those whose record names an event of the site. Three queries at most.

    A record that names an event and could not be linked yet is that event's all the same: counted as a free game it
    would count twice.
    """
    linked = {pk for pk in Pairing.objects.filter(game__in=games).values_list("game", flat=True) if pk}
    naming = Game.objects.filter(~Q(event_key=""), pk__in=[pk for pk in games if pk not in linked])
    rows = list(naming.values_list("pk", "kind", "event_key"))
    if not rows:
        return linked
    events = Event.objects.filter(game__in={kind for _, kind, _ in rows}).values_list("game", "name")
    named = {(kind, event_key(name)) for kind, name in events}
    return linked | {pk for pk, kind, key in rows if (kind, key) in named}


@when_a_verdict_is_decided
def compare_again(adjudication: Adjudication) -> None:
    """A confirmed or overruled verdict may change what the record says of the result."""
    pairing = Pairing.objects.select_related("round__section").filter(game=adjudication.game_id).first()
    if pairing is not None:
        event = hold(event_of(pairing))
        compare_with_record(actor=None, event=event, pairing=pairing_now(pairing))
