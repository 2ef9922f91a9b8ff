"""When records of an event become public: what its regulations say, at every step of the event."""

from django.db import transaction

from games.models import Game, Submission, SubmissionState, Visibility
from games.regulations import show_games
from players.models import User
from tournaments.models import Event, Pairing, RecordsPublic, Round, RoundState
from tournaments.results.records_waiting import MEANT_FOR, meant_for, sent_and_not_taken


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
    pairings = Pairing.objects.filter(round__section__event=event).select_related("round")
    rounds = {meant_for(pairing): pairing.round for pairing in pairings}
    shown = [(pairing.game_id, pairing.round) for pairing in pairings if pairing.game_id]
    shown += [(game, rounds[mark]) for game, mark in sent_and_not_taken(rounds)]
    for game, round_ in shown:
        by_visibility.setdefault(visibility_of_records(event, round_), []).append(game)
    return sum(
        show_games(actor=actor, games=games, visibility=visibility)
        for visibility, games in by_visibility.items()
    )


def visibility_now(game: Game) -> Visibility | None:
    """How the event of a game wants it shown; None if it belongs to none. Three queries at most."""
    pairings = Pairing.objects.select_related("round__section__event")
    pairing = pairings.filter(game=game).first()
    if pairing is None:
        sent = Submission.objects.filter(game=game, state=SubmissionState.ACCEPTED)
        mark = sent.values_list("upload__meant_for", flat=True).first() or ""
        number = mark.removeprefix(MEANT_FOR)
        if number != mark and number.isascii() and number.isdigit():
            pairing = pairings.filter(pk=number).first()
    if pairing is None:
        return None
    return visibility_of_records(pairing.round.section.event, pairing.round)
