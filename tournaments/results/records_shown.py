"""When records of an event become public: what its regulations say, at every step of the event."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game, Submission, SubmissionState, Visibility
from games.regulations import show_games
from players.models import User
from tournaments.models import Event, LooseRecord, Pairing, RecordsPublic, Round, RoundState
from tournaments.results.records_waiting import (
    MEANT_FOR,
    MEANT_FOR_EVENT,
    meant_for,
    meant_for_event,
    number_in,
    sent_and_not_taken,
)

# What an event says of a game; None: nothing, and the submitter's wish counts.
Word = Visibility | None
_THE_CLOSEST_FIRST: Final = (Visibility.PRIVATE, Visibility.EMBARGOED, Visibility.PUBLIC)


def visibility_of_records(event: Event, round_: Round | None) -> Visibility:
    """Of a record of this round, at this moment; of which round is not known: as long as the event lasts."""
    match event.records_public:
        case RecordsPublic.NEVER:
            return Visibility.PRIVATE
        case RecordsPublic.ROUND_CLOSED if not (event.has_finished or _is_closed(round_)):
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
    pairings = Pairing.objects.filter(round__section__event=event).select_related("round")
    words: dict[int, list[Word]] = defaultdict(list)
    for pairing in pairings:
        if pairing.game_id:
            words[pairing.game_id].append(visibility_of_records(event, pairing.round))
    rounds: dict[str, Round | None] = {meant_for(pairing): pairing.round for pairing in pairings}
    rounds[meant_for_event(event.pk)] = None
    for game, mark in sent_and_not_taken(rounds):
        words[game].append(visibility_of_records(event, rounds[mark]))
    for loose in _loose_records_like_those_of(event):
        words[loose.game_id].append(word_on(loose))
    by_word = defaultdict[Word, list[int]](list)
    for game, said in words.items():
        by_word[closest(said)].append(game)
    return sum(show_games(actor=actor, games=games, visibility=word) for word, games in by_word.items())


def visibility_now(game: Game) -> Word:
    """How the event of a game wants it shown; None if it belongs to none. Four queries at most."""
    pairings = Pairing.objects.select_related("round__section__event")
    if pairing := pairings.filter(game=game).first():
        return visibility_of_records(pairing.round.section.event, pairing.round)
    said = [word_on(loose) for loose in _with_events(LooseRecord.objects.filter(game=game))]
    sent = Submission.objects.filter(game=game, state=SubmissionState.ACCEPTED)
    mark = sent.values_list("upload__meant_for", flat=True).first() or ""
    if pairing := pairings.filter(pk=number_in(mark, MEANT_FOR) or 0).first():
        said.append(visibility_of_records(pairing.round.section.event, pairing.round))
    elif event := Event.objects.filter(pk=number_in(mark, MEANT_FOR_EVENT) or 0).first():
        said.append(visibility_of_records(event, None))
    return closest(said)


def word_on(loose: LooseRecord) -> Word:
    """A name in the tags closes a game while the event withholds its records. It opens none."""
    word = visibility_of_records(loose.event, loose.round)
    return None if loose.by_name and word == Visibility.PUBLIC else word


def closest(said: Iterable[Word]) -> Word:
    words = list(said)
    return next((word for word in _THE_CLOSEST_FIRST if word in words), None)


def _loose_records_like_those_of(event: Event) -> Sequence[LooseRecord]:
    """Of the games for which the event speaks: what others of the same name say counts too. One query."""
    games = LooseRecord.objects.filter(event=event, game__pairing=None).values("game")
    return _with_events(LooseRecord.objects.filter(game__in=games))


def _with_events(rows: QuerySet[LooseRecord]) -> list[LooseRecord]:
    return list(rows.select_related("event", "round"))


def _is_closed(round_: Round | None) -> bool:
    return round_ is not None and round_.state == RoundState.CLOSED
