"""Records that are no board's and still an event's: their tags name it, or an arbiter parted them from a board."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db.models import QuerySet

from games.models import Game, Submission, SubmissionState, Upload, Visibility
from games.policies import kinds_with_hidden_pieces
from games.regulations import leave_event, show_games
from players.models import User
from tournaments.models import Event, LooseRecord, Pairing, Round
from tournaments.results.records_shown import Word, closest, visibility_of_records, word_on
from tournaments.results.records_waiting import meant_for, meant_for_event, sent_and_not_taken

# Who wishes this shows a game to more people than an event's arbiters, now or later.
_OPEN_WISHES: Final = (Visibility.PUBLIC, Visibility.EMBARGOED)


def keep_closed(upload: Upload, named: Mapping[Game, Sequence[Event]], rounds: Mapping[Game, Round]) -> None:
    """Put new games with hidden pieces under the regulations of the running events that their tags name.

    Another sheet of a game tells its set-ups as well as the one of the board. What was in the archive before is left as
    it is: it is known, and a name could close any game. The caller holds the events.
    """
    brought = Submission.objects.filter(
        upload=upload, state=SubmissionState.ACCEPTED, game__in=list(named)
    ).values_list("game", flat=True)
    new, hidden = set(brought), kinds_with_hidden_pieces()
    by_word = defaultdict[Word, list[int]](list)
    for game, events in named.items():
        if game.pk not in new or game.kind not in hidden:
            continue
        is_clear = len(events) == 1 and upload.visibility in _OPEN_WISHES
        rows = [
            LooseRecord(game=game, event=event, round=rounds.get(game), by_name=True, for_arbiters=is_clear)
            for event in events
        ]
        LooseRecord.objects.bulk_create(rows, ignore_conflicts=True)
        by_word[closest(map(word_on, rows))].append(game.pk)
    for word, games in by_word.items():
        if word is not None:
            show_games(actor=upload.account, games=games, visibility=word)


def keep_parted(event: Event, game: Game, round_: Round | None) -> None:
    """Whoever parts a record opens nothing by that: while the event withholds it, its word still counts."""
    if visibility_of_records(event, round_) != Visibility.PUBLIC:
        LooseRecord.objects.update_or_create(
            game=game, event=event, defaults={"round": round_, "by_name": False, "for_arbiters": True}
        )


def keep_without_boards(event: Event, pairings: QuerySet[Pairing]) -> None:
    """Before boards are deleted: what was sent for them, and comes in only now, stays the event's."""
    boards = list(pairings.select_related("game"))
    marks = [meant_for(pairing) for pairing in boards]
    Upload.objects.filter(meant_for__in=marks).update(meant_for=meant_for_event(event.pk))
    for pairing in boards:
        if pairing.game is not None:
            keep_parted(event, pairing.game, None)


def loose_records_of(event: Event) -> list[Game]:
    """For the event's arbiters: what they may look at and no board has taken. Two queries."""
    named = LooseRecord.objects.filter(event=event, for_arbiters=True).values("game")
    sent = [game for game, _ in sent_and_not_taken([meant_for_event(event.pk)])]
    games = Game.objects.filter(pairing=None).select_related("first_person", "second_person", "club")
    return list((games.filter(pk__in=named) | games.filter(pk__in=sent)).order_by("pk"))


def let_go(*, actor: User | None, games: Iterable[int]) -> None:
    """After their event is gone: what others say of them, or the submitters wished, counts."""
    for game in games:
        leave_event(actor=actor, game=game)
