"""What events do when the archive announces new games and decided verdicts, and what they answer it.

A new game belongs to the board that it was sent for, or to the one board that its tags fit.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.archive.services.digest import fold_words, name_key
from games.event_hooks import TargetBoard, UploadPurpose
from games.models import Adjudication, AdjudicationState, Game, Upload
from games.models.game import MAX_TAG_LENGTH
from players.models import Person, User
from tournaments.event_records import PAIRING_TARGET, hide_new_games, parse_target, target_pairing
from tournaments.locking import lock_event
from tournaments.models import Event, EventState, Pairing, Round, RoundState
from tournaments.policies import boards_open_for_records
from tournaments.results.selectors import WITH_PLAYERS, board_label
from tournaments.results.services.records import (
    attach_record,
    compare_copies,
    compare_with_record,
    follow_overruling,
)
from tournaments.results.services.results import lock_pairing

# "3", or as chess programs write it "3.7": round 3, board 7.
_ROUND: Final = re.compile(r"(\d{1,4})(?:\.(\d{1,4}))?")

# "7", or "7.2" for the second game of a match, or "t1" in the match for the third place.
_BOARD: Final = re.compile(r"(t?)(\d{1,4})(?:\.(\d{1,2}))?", re.IGNORECASE)
_ID: Final = re.compile(r"\d{1,18}")


def link_new_games(
    sender: object, *, upload: Upload, games: Sequence[int], uploads: Collection[int] = (), **kwargs: object
) -> None:
    """Link what belongs to a running event, in the transaction in which the games were accepted.

    A record fills in results, so its tags alone are not enough: its sender must be allowed to send it for the board.
    Events are locked in the order of their ids, so that two uploads never wait for each other in a circle.
    """
    unlinked = Game.objects.filter(pk__in=games, pairing=None).order_by("pk")
    if upload.meant_for.startswith(PAIRING_TARGET):
        if rows := list(unlinked):
            _link_to_target(upload, rows)
        return
    names = _names_of_running_events()
    # Thousands of games may come in, and mostly none of them names an event that is running: they are not read.
    rows = list(unlinked.filter(event_key__in={name.key for name in names})) if names else []
    if not rows:
        return
    named = {(game.kind, game.event_key) for game in rows}
    events = [lock_event(name.event) for name in names if (name.kind, name.key) in named]
    running = {event.pk: event for event in events if event.state == EventState.RUNNING}
    all_boards = _published_boards(running)
    boards = [board for board in all_boards if board.game_id is None]
    own = _boards_open_to(upload.account, running, boards)
    attached: set[Game] = set()
    for game in rows:
        found = [board for board in boards if matches_board(game, board)]
        if len(found) == 1 and found[0].pk in own and _is_senders_copy(upload, game, found[0]):
            event = running[found[0].round.section.event_id]
            if attach_record(actor=upload.account, event=event, pairing=found[0], game=game):
                boards.remove(found[0])
                attached.add(game)
    _compare_copies(rows, all_boards, running)
    loose = {game: _events_named_in(game, running.values()) for game in rows if game not in attached}
    hide_new_games(upload, {upload.pk, *uploads}, loose, _matching_rounds(loose, all_boards))


def find_target_boards(upload: Upload, heads: Mapping[int, Mapping[str, Any]]) -> dict[int, TargetBoard]:
    """Of which boards these records are that become games now: their copies are the boards' own.

    For the upload's board, or by the tags as `link_new_games` reads them, for boards whose record its sender may send.
    """
    if (number := parse_target(upload.meant_for, PAIRING_TARGET)) is not None:
        found = Pairing.objects.filter(pk=number).values_list("game", flat=True)
        return {key: TargetBoard(upload.meant_for, record) for record in found for key in heads}
    names = [] if upload.meant_for or upload.account is None else _names_of_running_events()
    keys = {name.key for name in names}
    games = {key: Game(**head) for key, head in heads.items() if head["event_key"] in keys}
    if not games:
        return {}
    named = {(game.kind, game.event_key) for game in games.values()}
    wanted = [name.event for name in names if (name.kind, name.key) in named]
    events = {event.pk: event for event in Event.objects.select_related("club").filter(pk__in=wanted)}
    boards = _published_boards(events)
    own = _boards_open_to(upload.account, events, boards)
    chosen = {key: _choose_board(game, boards) for key, game in games.items()}
    return {
        key: TargetBoard(target_pairing(board), board.game_id)
        for key, board in chosen.items()
        if board is not None and board.pk in own
    }


def _choose_board(game: Game, boards: Sequence[Pairing]) -> Pairing | None:
    """The one whose record it is already, the one without a record, or the only one that fits."""
    found = [board for board in boards if matches_board(game, board)]
    has_it = [board for board in found if board.game and board.game.duplicate_key == game.duplicate_key]
    without = [board for board in found if board.game_id is None]
    return next((few[0] for few in (has_it, without, found) if len(few) == 1), None)


def matches_board(game: Game, pairing: Pairing) -> bool:
    """The tags name the event and both players, and nothing in them speaks against it."""
    event = pairing.round.section.event
    if game.kind != event.game or game.event_key != event_key(event.name):
        return False
    place = _read_place(game)
    if place.round is not None and place.round != pairing.round.number:
        return False
    if place.board is not None and place.board != pairing.board:
        return False
    if place.leg is not None and place.leg != pairing.leg:
        return False
    is_named = (game.first_key or game.first_person_id) and (game.second_key or game.second_person_id)
    return bool(is_named) and matches_players(game, pairing)


def matches_players(game: Game, pairing: Pairing) -> bool:
    """Of the right kind, and no other names in it: enough for a record that was sent for this game."""
    return (
        game.kind == pairing.round.section.event.game
        and _may_be_person(game.first_key, game.first_person_id, pairing.first.person)
        and _may_be_person(game.second_key, game.second_person_id, pairing.second.person)
    )


def event_key(name: str) -> str:
    return fold_words(name)[:MAX_TAG_LENGTH]


class _TaggedPlace(NamedTuple):
    """What the tags say; None where they say nothing."""

    round: int | None
    board: int | None
    leg: int | None


def _read_place(game: Game) -> _TaggedPlace:
    """A tag that cannot be read fits nothing: 0 is no round and no board."""
    match = _ROUND.fullmatch(game.round) if game.round else None
    number = int(match[1]) if match else (0 if game.round else None)
    board, leg = int(match[2]) if match and match[2] else None, None
    if game.board:
        found = _BOARD.fullmatch(game.board)
        board = int(found[2]) if found else 0
        leg = int(found[3]) if found and found[3] else None
    return _TaggedPlace(number, board, leg)


def _may_be_person(key: str, linked: int | None, person: Person) -> bool:
    return linked == person.pk or not key or key == name_key(person.name)


class _EventName(NamedTuple):
    """What a game's tags have to say to mean this event."""

    event: int
    kind: str
    key: str


def _names_of_running_events() -> list[_EventName]:
    """In the order of the events' ids; a name without a letter is none. One query."""
    running = Event.objects.filter(state=EventState.RUNNING).order_by("pk")
    found = [
        _EventName(pk, kind, event_key(name)) for pk, kind, name in running.values_list("pk", "game", "name")
    ]
    return [name for name in found if name.key]


def _published_boards(events: Iterable[int]) -> list[Pairing]:
    """Games of published rounds. One query."""
    boards = Pairing.objects.filter(
        Q(round__state=RoundState.PUBLISHED) | Q(round__state=RoundState.CLOSED),
        round__section__event__in=list(events),
    )
    return list(boards.select_related("round__section__event", "game", *WITH_PLAYERS).order_by("pk"))


def _events_named_in(game: Game, events: Iterable[Event]) -> list[Event]:
    return [event for event in events if game.kind == event.game and game.event_key == event_key(event.name)]


def _matching_rounds(games: Iterable[Game], boards: Sequence[Pairing]) -> dict[Game, Round]:
    """Of those that fit one board, although it has another record, or although somebody else sent it."""
    fitting = {game: [board for board in boards if matches_board(game, board)] for game in games}
    return {game: found[0].round for game, found in fitting.items() if len(found) == 1}


def _is_senders_copy(upload: Upload, game: Game, board: Pairing) -> bool:
    """Not somebody else's, which the archive took for the same game: it says nothing of this board."""
    return game.copy_for == target_pairing(board) or (
        upload.account_id is not None and game.submitted_by_id == upload.account_id
    )


def _compare_copies(games: Iterable[Game], boards: Sequence[Pairing], events: Mapping[int, Event]) -> None:
    """Records that came for boards which have another one already."""
    by_mark = {target_pairing(board): board for board in boards if board.game_id is not None}
    for game in games:
        board = by_mark.get(game.copy_for)
        if board is not None and board.game_id != game.pk:
            compare_copies(event=events[board.round.section.event_id], pairing=board, game=game)


def _boards_open_to(account: User | None, events: Mapping[int, Event], boards: Sequence[Pairing]) -> set[int]:
    """Those whose records the account may send, by their ids: a player's own, or all of an event for its arbiters."""
    if account is None or not boards:
        return set()
    return {
        pk
        for event in events.values()
        for pk in boards_open_for_records(
            account, event, [board for board in boards if board.round.section.event_id == event.pk]
        )
    }


def _link_to_target(upload: Upload, games: Sequence[Game]) -> None:
    """The first of the records that has the right players. Others wait for the arbiter, who sees how they differ."""
    number = _ID.fullmatch(upload.meant_for.removeprefix(PAIRING_TARGET))
    boards = Pairing.objects.filter(pk=int(number[0]) if number else 0)
    event_pk = boards.values_list("round__section__event", flat=True).first()
    if event_pk is None:
        return
    event = lock_event(event_pk)
    pairing = boards.select_related("round__section__event", "game", *WITH_PLAYERS).first()
    if pairing is None or event.state == EventState.ARCHIVED:
        return
    for game in games:
        if matches_players(game, pairing) and not attach_record(
            actor=upload.account, event=event, pairing=pairing, game=game
        ):
            compare_copies(event=event, pairing=pairing, game=game)


def claim_event_games(games: Sequence[int]) -> set[int]:
    """Those linked to a pairing, copies of these, and those whose record names an event. Four queries at most.

    A record that names an event and could not be linked yet is that event's all the same: counted as a free game it
    would count twice. But the event of a club that is not recognised counts for that club's lists alone, and takes no
    game out of the lists of others.
    """
    linked = {pk for pk in Pairing.objects.filter(game__in=games).values_list("game", flat=True) if pk}
    others = Game.objects.filter(pk__in=[pk for pk in games if pk not in linked])
    boards = Pairing.objects.filter(
        _same_lists("round__section__event__club"),
        game__duplicate_key=OuterRef("duplicate_key"),
        game__first_person=OuterRef("first_person"),
        game__second_person=OuterRef("second_person"),
    )
    linked |= set(others.filter(Exists(boards)).values_list("pk", flat=True))
    rows = list(others.exclude(event_key="").values_list("pk", "kind", "event_key", "club"))
    rows = [row for row in rows if row[0] not in linked]
    if not rows:
        return linked
    events = Event.objects.filter(game__in={kind for _, kind, _, _ in rows})
    named = {
        (kind, event_key(name), None if recognised else club)
        for kind, name, club, recognised in events.values_list("game", "name", "club", "club__recognised_at")
    }
    return linked | {pk for pk, kind, key, club in rows if {(kind, key, None), (kind, key, club)} & named}


def _same_lists(club: str) -> Q:
    """Whether the club of an event counts for the lists for which the outer query's game would count."""
    return Q(**{f"{club}__recognised_at__isnull": False}) | Q(**{club: OuterRef("club")})


def recheck_result(sender: object, *, adjudication: Adjudication, **kwargs: object) -> None:
    """A confirmed verdict may change what the record says of the result; an overruled one says what counts."""
    pairing = Pairing.objects.select_related("round__section").filter(game=adjudication.game_id).first()
    if pairing is None:
        return
    if adjudication.state == AdjudicationState.OVERRULED:
        follow_overruling(actor=adjudication.decided_by, pairing=pairing, reason=adjudication.reason)
    else:
        locked = lock_pairing(pairing)
        compare_with_record(actor=None, event=locked.event, pairing=locked.pairing)


def find_upload_target(upload: Upload) -> UploadPurpose | None:
    """Its submitter is led back: a player to the own board, an arbiter to the arbiters' page. One query."""
    number = parse_target(upload.meant_for, PAIRING_TARGET)
    if number is None:
        return None
    pairing = (
        Pairing.objects.select_related("round__section", "first__person", "second__person")
        .filter(pk=number)
        .first()
    )
    if pairing is None:
        return None
    section, players = pairing.round.section, (pairing.first.person, pairing.second.person)
    if upload.account_id in [person.account_id for person in players]:
        path = reverse("own-board", args=[section.event_id, section.pk, pairing.round.number, pairing.board])
        address = f"{path}?leg={pairing.leg}" if pairing.leg > 1 else path
    else:
        address = reverse("board", args=[section.event_id, pairing.pk])
    words = _("Back to board %(board)s, %(first)s – %(second)s") % {
        "board": board_label(pairing),
        "first": pairing.first,
        "second": pairing.second,
    }
    return UploadPurpose(words, address)
