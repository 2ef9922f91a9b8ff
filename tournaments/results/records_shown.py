"""When records of an event become public: what its regulations say, at every step of the event."""

from django.db import transaction

from games.models import Visibility
from games.regulations import show_games
from players.models import User
from tournaments.models import Event, Pairing, RecordsPublic, Round, RoundState


def visibility_of_records(event: Event, round_: Round) -> Visibility:
    """Of a record of this round, at this moment."""
    match event.records_public:
        case RecordsPublic.NEVER:
            return Visibility.PRIVATE
        case RecordsPublic.ROUND_CLOSED if round_.state != RoundState.CLOSED and not event.has_finished:
            return Visibility.EMBARGOED
        case RecordsPublic.EVENT_ENDS if not event.has_finished:
            return Visibility.EMBARGOED
    return Visibility.PUBLIC


@transaction.atomic
def follow_regulations(event: Event, *, actor: User | None = None) -> int:
    """Set and lift embargoes of all records of the event as its regulations say now; how many changed.

    Whoever closes a round, finishes the event, takes one of these back or changes the regulations calls this, with the
    event held. Doing it again changes nothing.
    """
    by_visibility: dict[Visibility, list[int]] = {}
    pairings = Pairing.objects.filter(round__section__event=event, game__isnull=False)
    for pairing in pairings.select_related("round"):
        wanted = visibility_of_records(event, pairing.round)
        by_visibility.setdefault(wanted, []).append(pairing.game_id or 0)
    return sum(
        show_games(actor=actor, games=games, visibility=visibility)
        for visibility, games in by_visibility.items()
    )
