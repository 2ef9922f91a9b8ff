"""Records of an event's games: which games of the archive belong to it, who sees them, which have no board yet."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.archive.services.games import apply_event_visibility, detach_from_event
from games.models import Game, Submission, SubmissionState, Upload, Visibility
from games.policies import kinds_with_hidden_pieces
from players.models import User
from tournaments.models import Event, EventArbiter, LooseRecord, Pairing, RecordsPublic, Round, RoundState

PAIRING_TARGET: Final = "pairing:"

# Its board is no more.
EVENT_TARGET: Final = "event:"
_STRICTEST_FIRST: Final = (Visibility.PRIVATE, Visibility.EMBARGOED, Visibility.PUBLIC)

# With these a submitter shows a game to more people than the arbiters of an event, now or later.
_OPEN_VISIBILITIES: Final = (Visibility.PUBLIC, Visibility.EMBARGOED)


def games_of_events(events: Collection[int] | QuerySet[EventArbiter, Any], *, game: int | None = None) -> Q:
    """A condition on games. What belongs to no board is the event's for which it was sent.

    Who asks about one game names it: a database that is to look at one goes through the records of all otherwise.
    """
    pairings = Pairing.objects.filter(round__section__event__in=events).order_by()
    of_events = Event.objects.filter(pk__in=events).order_by()
    sent = Submission.objects.filter(
        Q(upload__meant_for__in=pairings.annotate(mark=_mark(PAIRING_TARGET)).values("mark"))
        | Q(upload__meant_for__in=of_events.annotate(mark=_mark(EVENT_TARGET)).values("mark")),
        state=SubmissionState.ACCEPTED,
        game__pairing=None,
    )
    loose = LooseRecord.objects.filter(event__in=events, for_arbiters=True, game__pairing=None)
    linked = pairings.filter(game__isnull=False)
    if game is not None:
        linked, sent, loose = linked.filter(game=game), sent.filter(game=game), loose.filter(game=game)
    return Q(pk__in=linked.values("game")) | Q(pk__in=sent.values("game")) | Q(pk__in=loose.values("game"))


def _mark(prefix: str) -> Concat:
    """As `Upload.meant_for` has it."""
    return Concat(Value(prefix), Cast("pk", CharField()))


def target_pairing(pairing: Pairing) -> str:
    """For `Upload.meant_for`."""
    return f"{PAIRING_TARGET}{pairing.pk}"


def target_event(event: int) -> str:
    return f"{EVENT_TARGET}{event}"


def parse_target(mark: str, prefix: str) -> int | None:
    """The id of the board or event; None if the upload is meant for something else."""
    number = mark.removeprefix(prefix)
    return int(number) if number != mark and number.isascii() and number.isdigit() else None


def waiting_records(pairing: Pairing) -> list[Game]:
    """Valid games sent for this board that belong to no board: another name in them, or a second record. One query.

    What an upload was only taken for is listed as long as everybody may see it.
    """
    mark = target_pairing(pairing)
    sent = Submission.objects.filter(upload__meant_for=mark)
    brought = sent.filter(state=SubmissionState.ACCEPTED)
    games = Game.objects.filter(
        Q(copy_for=mark)
        | Q(pk__in=brought.values("game"))
        | Q(pk__in=sent.values("game"), visibility=Visibility.PUBLIC),
        pairing=None,
    )
    return list(games.select_related("submitted_by").order_by("pk"))


def unattached_games(marks: Collection[str]) -> list[tuple[int, str]]:
    """Games that came with such uploads and belong to no board, each with the mark of the one it was meant for."""
    sent = Submission.objects.filter(
        upload__meant_for__in=list(marks), state=SubmissionState.ACCEPTED, game__pairing=None
    )
    return [(pk, mark) for pk, mark in sent.values_list("game", "upload__meant_for") if pk]


# What an event says of a game; None: nothing, and the submitter's wish counts.
RequiredVisibility = Visibility | None


def record_visibility(event: Event, round_: Round | None) -> Visibility:
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
def apply_record_visibility(event: Event, *, actor: User | None = None) -> int:
    """Set and lift embargoes of all records of the event as its regulations say now; how many changed.

    Called with the event locked when a round is closed, the event finished, one of these undone, or the regulations
    changed. Doing it again changes nothing.
    """
    pairings = Pairing.objects.filter(round__section__event=event).select_related("round")
    words: dict[int, list[RequiredVisibility]] = defaultdict(list)
    for pairing in pairings:
        if pairing.game_id:
            words[pairing.game_id].append(record_visibility(event, pairing.round))
    rounds: dict[str, Round | None] = {target_pairing(pairing): pairing.round for pairing in pairings}
    rounds[target_event(event.pk)] = None
    for game, mark in unattached_games(rounds):
        words[game].append(record_visibility(event, rounds[mark]))
    for loose in _loose_records_of_same_games(event):
        words[loose.game_id].append(loose_record_visibility(loose))
    by_word = defaultdict[RequiredVisibility, list[int]](list)
    for game, said in words.items():
        by_word[strictest(said)].append(game)
    return sum(
        apply_event_visibility(actor=actor, games=games, visibility=word) for word, games in by_word.items()
    )


def ratings_of_players(game: Game) -> tuple[str, str]:
    """Of a board's players, as they stood in the list of their event. One query."""
    pairing = Pairing.objects.filter(game=game.pk).select_related("first", "second").first()
    return (pairing.first.rating_label, pairing.second.rating_label) if pairing else ("", "")


def required_visibility(game: Game) -> RequiredVisibility:
    """How the event of a game wants it shown; None if it belongs to none. Four queries at most."""
    pairings = Pairing.objects.select_related("round__section__event")
    if pairing := pairings.filter(game=game).first():
        return record_visibility(pairing.round.section.event, pairing.round)
    said = [loose_record_visibility(loose) for loose in _with_events(LooseRecord.objects.filter(game=game))]
    sent = Submission.objects.filter(game=game, state=SubmissionState.ACCEPTED)
    mark = sent.values_list("upload__meant_for", flat=True).first() or ""
    if pairing := pairings.filter(pk=parse_target(mark, PAIRING_TARGET) or 0).first():
        said.append(record_visibility(pairing.round.section.event, pairing.round))
    elif event := Event.objects.filter(pk=parse_target(mark, EVENT_TARGET) or 0).first():
        said.append(record_visibility(event, None))
    return strictest(said)


def loose_record_visibility(loose: LooseRecord) -> RequiredVisibility:
    """A name in the tags closes a game while the event withholds its records. It opens none."""
    word = record_visibility(loose.event, loose.round)
    return None if loose.by_name and word == Visibility.PUBLIC else word


def strictest(said: Iterable[RequiredVisibility]) -> RequiredVisibility:
    words = list(said)
    return next((word for word in _STRICTEST_FIRST if word in words), None)


def _loose_records_of_same_games(event: Event) -> Sequence[LooseRecord]:
    """Of the games for which the event speaks: what others of the same name say counts too. One query."""
    games = LooseRecord.objects.filter(event=event, game__pairing=None).values("game")
    return _with_events(LooseRecord.objects.filter(game__in=games))


def _with_events(rows: QuerySet[LooseRecord]) -> list[LooseRecord]:
    return list(rows.select_related("event", "round"))


def _is_closed(round_: Round | None) -> bool:
    return round_ is not None and round_.state == RoundState.CLOSED


def hide_new_games(
    upload: Upload,
    uploads: Collection[int],
    named: Mapping[Game, Sequence[Event]],
    rounds: Mapping[Game, Round],
) -> None:
    """Put new games with hidden pieces under the regulations of the running events that their tags name.

    Another sheet of a game tells its set-ups as well as the one of the board. What was in the archive before is left as
    it is: it is known, and a name could close any game. The events are locked.
    """
    brought = Submission.objects.filter(
        upload__in=uploads, state=SubmissionState.ACCEPTED, game__in=list(named)
    ).values_list("game", flat=True)
    new, hidden = set(brought), kinds_with_hidden_pieces()
    by_word = defaultdict[RequiredVisibility, list[int]](list)
    for game, events in named.items():
        if game.pk not in new or game.kind not in hidden:
            continue
        is_clear = len(events) == 1 and upload.visibility in _OPEN_VISIBILITIES
        rows = [
            LooseRecord(game=game, event=event, round=rounds.get(game), by_name=True, for_arbiters=is_clear)
            for event in events
        ]
        LooseRecord.objects.bulk_create(rows, ignore_conflicts=True)
        by_word[strictest(map(loose_record_visibility, rows))].append(game.pk)
    for word, games in by_word.items():
        if word is not None:
            apply_event_visibility(actor=upload.account, games=games, visibility=word)


def keep_detached_record(event: Event, game: Game, round_: Round | None) -> None:
    """Detaching a record does not publish it: while the event withholds it, the event still decides."""
    if record_visibility(event, round_) != Visibility.PUBLIC:
        LooseRecord.objects.update_or_create(
            game=game, event=event, defaults={"round": round_, "by_name": False, "for_arbiters": True}
        )


def keep_records_of_boards(event: Event, pairings: QuerySet[Pairing]) -> None:
    """Before boards are deleted: what was sent for them, and comes in only now, stays the event's."""
    boards = list(pairings.select_related("game"))
    marks = [target_pairing(pairing) for pairing in boards]
    Upload.objects.filter(meant_for__in=marks).update(meant_for=target_event(event.pk))
    for pairing in boards:
        if pairing.game is not None:
            keep_detached_record(event, pairing.game, None)


def loose_records(event: Event) -> list[Game]:
    """For the event's arbiters: what they may look at and no board has taken. Two queries."""
    named = LooseRecord.objects.filter(event=event, for_arbiters=True).values("game")
    sent = [game for game, _ in unattached_games([target_event(event.pk)])]
    games = Game.objects.filter(pairing=None).select_related("first_person", "second_person", "club")
    return list((games.filter(pk__in=named) | games.filter(pk__in=sent)).order_by("pk"))


def release_games(*, actor: User | None, games: Iterable[int]) -> None:
    """After their event is gone: what others say of them, or the submitters wished, counts."""
    for game in games:
        detach_from_event(actor=actor, game=game)
