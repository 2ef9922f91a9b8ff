"""Which game of which event a record belongs to: sent for it, or told by its tags, if they fit exactly one.

What names an event and fits none of its boards is told to `loose_records`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.db.models import Q

from games.digest import folded, name_key
from games.models import Game, Upload
from games.models.game import LONGEST_TAG
from games.news import when_games_arrive
from players.models import Person, User
from tournaments.holding import hold
from tournaments.models import Event, EventState, Pairing, Round, RoundState
from tournaments.policies import boards_to_send_for
from tournaments.results.loose_records import keep_closed
from tournaments.results.reading import WITH_PLAYERS
from tournaments.results.records import attach
from tournaments.results.records_waiting import MEANT_FOR

# "3", or as chess programs write it "3.7": round 3, board 7.
_ROUND: Final = re.compile(r"(\d{1,4})(?:\.(\d{1,4}))?")
# "7", or "7.2" for the second game of a match, or "t1" in the match for the third place.
_BOARD: Final = re.compile(r"(t?)(\d{1,4})(?:\.(\d{1,2}))?", re.IGNORECASE)
_ID: Final = re.compile(r"\d{1,18}")


@when_games_arrive
def recognise(upload: Upload, games: Sequence[int]) -> None:
    """Link what belongs to a running event, in the transaction in which the games were accepted.

    A record fills in results, so by its tags alone nobody's is linked who might not send it for the board. Events are
    held in the order of their ids: two uploads wait for each other, and not in a circle.
    """
    unlinked = Game.objects.filter(pk__in=games, pairing=None).order_by("pk")
    if upload.meant_for.startswith(MEANT_FOR):
        if rows := list(unlinked):
            _link_as_meant(upload, rows)
        return
    names = _names_of_running_events()
    # Thousands of games may come in, and mostly none of them names an event that is running: they are not read.
    rows = list(unlinked.filter(event_key__in={name.key for name in names})) if names else []
    if not rows:
        return
    named = {(game.kind, game.event_key) for game in rows}
    events = [hold(name.event) for name in names if (name.kind, name.key) in named]
    running = {event.pk: event for event in events if event.state == EventState.RUNNING}
    all_boards = _boards(running)
    boards = [board for board in all_boards if board.game_id is None]
    own = _boards_of(upload.account, running, boards)
    attached: set[Game] = set()
    for game in rows:
        found = [board for board in boards if fits(game, board)]
        if len(found) == 1 and found[0].pk in own:
            event = running[found[0].round.section.event_id]
            if attach(actor=upload.account, event=event, pairing=found[0], game=game):
                boards.remove(found[0])
                attached.add(game)
    loose = {game: _named(game, running.values()) for game in rows if game not in attached}
    keep_closed(upload, loose, _rounds_of(loose, all_boards))


def fits(game: Game, pairing: Pairing) -> bool:
    """The tags name the event and both players, and nothing in them speaks against it."""
    event = pairing.round.section.event
    if game.kind != event.game or game.event_key != event_key(event.name):
        return False
    place = _place(game)
    if place.round is not None and place.round != pairing.round.number:
        return False
    if place.board is not None and place.board != pairing.board:
        return False
    if place.leg is not None and place.leg != pairing.leg:
        return False
    is_named = (game.first_key or game.first_person_id) and (game.second_key or game.second_person_id)
    return bool(is_named) and fits_players(game, pairing)


def fits_players(game: Game, pairing: Pairing) -> bool:
    """Of the right kind, and no other names in it: enough for a record that was sent for this game."""
    return (
        game.kind == pairing.round.section.event.game
        and _may_be(game.first_key, game.first_person_id, pairing.first.person)
        and _may_be(game.second_key, game.second_person_id, pairing.second.person)
    )


def event_key(name: str) -> str:
    return folded(name)[:LONGEST_TAG]


class _Place(NamedTuple):
    """What the tags say; None where they say nothing."""

    round: int | None
    board: int | None
    leg: int | None


def _place(game: Game) -> _Place:
    """A tag that cannot be read fits nothing: 0 is no round and no board."""
    match = _ROUND.fullmatch(game.round) if game.round else None
    number = int(match[1]) if match else (0 if game.round else None)
    board, leg = int(match[2]) if match and match[2] else None, None
    if game.board:
        found = _BOARD.fullmatch(game.board)
        board = int(found[2]) if found else 0
        leg = int(found[3]) if found and found[3] else None
    return _Place(number, board, leg)


def _may_be(key: str, linked: int | None, person: Person) -> bool:
    return linked == person.pk or not key or key == name_key(person.name)


class _Name(NamedTuple):
    """What a game's tags have to say to mean this event."""

    event: int
    kind: str
    key: str


def _names_of_running_events() -> list[_Name]:
    """In the order of the events' ids; a name without a letter is none. One query."""
    running = Event.objects.filter(state=EventState.RUNNING).order_by("pk")
    found = [_Name(pk, kind, event_key(name)) for pk, kind, name in running.values_list("pk", "game", "name")]
    return [name for name in found if name.key]


def _boards(events: Iterable[int]) -> list[Pairing]:
    """Games of published rounds. One query."""
    boards = Pairing.objects.filter(
        Q(round__state=RoundState.PUBLISHED) | Q(round__state=RoundState.CLOSED),
        round__section__event__in=list(events),
    )
    return list(boards.select_related("round__section__event", "game", *WITH_PLAYERS).order_by("pk"))


def _named(game: Game, events: Iterable[Event]) -> list[Event]:
    return [event for event in events if game.kind == event.game and game.event_key == event_key(event.name)]


def _rounds_of(games: Iterable[Game], boards: Sequence[Pairing]) -> dict[Game, Round]:
    """Of those that fit one board, although it has another record, or although somebody else sent it."""
    fitting = {game: [board for board in boards if fits(game, board)] for game in games}
    return {game: found[0].round for game, found in fitting.items() if len(found) == 1}


def _boards_of(account: User | None, events: Mapping[int, Event], boards: Sequence[Pairing]) -> set[int]:
    """Those whose records the account may send, by their ids: a player's own, or all of an event for its arbiters."""
    if account is None or not boards:
        return set()
    return {
        pk
        for event in events.values()
        for pk in boards_to_send_for(
            account, event, [board for board in boards if board.round.section.event_id == event.pk]
        )
    }


def _link_as_meant(upload: Upload, games: Sequence[Game]) -> None:
    """The first of the records that has the right players. Others wait for the arbiter, who sees them."""
    number = _ID.fullmatch(upload.meant_for.removeprefix(MEANT_FOR))
    boards = Pairing.objects.filter(pk=int(number[0]) if number else 0)
    event_pk = boards.values_list("round__section__event", flat=True).first()
    if event_pk is None:
        return
    event = hold(event_pk)
    pairing = boards.select_related("round__section__event", "game", *WITH_PLAYERS).first()
    if pairing is None or event.state == EventState.ARCHIVED:
        return
    for game in games:
        if fits_players(game, pairing):
            attach(actor=upload.account, event=event, pairing=pairing, game=game)
            return
