"""Who may do what with events: plain predicates over a table."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _

from core.db.prepared_queries import PreparedQuery
from core.permissions.actors import Actor
from core.permissions.register import (
    ARBITERS,
    EVERYBODY,
    ORGANISERS,
    PERSON_CONCERNED,
    Permission,
    Seat,
)
from games.event_hooks import EventLink
from games.models import Game, Visibility
from games.policies import current_visibility, may_see_all_of_game
from players.models import Club, User
from players.seats import is_person_concerned, seats_in_club, seats_in_event
from tournaments.event_records import games_of_events, record_visibility
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventArbiter,
    EventState,
    Pairing,
    Round,
    Section,
)

CREATE: Final = Permission("event.create", _("create an event of a club, copy one, import one"), ORGANISERS)
SEE: Final = Permission("event.see", _("see an event once it is open for entries"), EVERYBODY)
SEE_DRAFT: Final = Permission("event.see_draft", _("see an event that is still a draft"), ARBITERS)
CHANGE: Final = Permission(
    "event.change",
    _("change an event, its sections, prizes and arbiters; delete a draft"),
    ORGANISERS,
)
CONDUCT: Final = Permission(
    "event.conduct",
    _("open an event for entries, start it, finish it, archive it, and take each of these back"),
    ARBITERS,
)
WRITE_NEWS: Final = Permission(
    "event.write_news", _("write news on an event’s page, and delete it"), ARBITERS
)
EXPORT: Final = Permission("event.export", _("download an event as one file"), ARBITERS)
SEE_HISTORY: Final = Permission("event.see_history", _("see an event’s log"), ARBITERS)
MANAGE_ENTRIES: Final = Permission(
    "event.manage_entries", _("enter and withdraw players, confirm them, check them in, note fees"), ARBITERS
)
ENTER_ONESELF: Final = Permission(
    "event.enter_oneself", _("enter, withdraw and announce absences for oneself"), PERSON_CONCERNED
)
PAIR: Final = Permission(
    "event.pair",
    _("pair a round, see and change the pairing before it is published, publish and close it, set its clock"),
    ARBITERS,
)
ENTER_RESULTS: Final = Permission("event.enter_results", _("enter and correct any result"), ARBITERS)
REPORT_RESULT: Final = Permission(
    "event.report_result", _("report or confirm the result of one’s own game"), PERSON_CONCERNED
)

SEND_RECORD: Final = Permission(
    "event.send_record", _("send the record of a game for its board"), ARBITERS | PERSON_CONCERNED
)

SEE_TEXT_RECORD: Final = Permission(
    "event.see_text_record",
    _("see records of games without a referee once the event shows them"),
    EVERYBODY,
)


def may_create_event(actor: Actor, club: Club) -> bool:
    return club.closed_at is None and CREATE.granted_to(seats_in_club(actor, club))


def may_see_event(actor: Actor, event: Event) -> bool:
    if event.state == EventState.DRAFT:
        return SEE_DRAFT.granted_to(event_seats(actor, event))
    return SEE.granted_to(EVERYBODY)


def may_change_event(actor: Actor, event: Event) -> bool:
    return CHANGE.granted_to(event_seats(actor, event))


def may_conduct_event(actor: Actor, event: Event) -> bool:
    return CONDUCT.granted_to(event_seats(actor, event))


def may_write_news(actor: Actor, event: Event) -> bool:
    return WRITE_NEWS.granted_to(event_seats(actor, event))


def may_export_event(actor: Actor, event: Event) -> bool:
    return EXPORT.granted_to(event_seats(actor, event))


def may_see_event_log(actor: Actor, event: Event) -> bool:
    return SEE_HISTORY.granted_to(event_seats(actor, event))


def may_manage_entries(actor: Actor, event: Event) -> bool:
    return MANAGE_ENTRIES.granted_to(event_seats(actor, event))


def may_act_for_entry(actor: Actor, entry: Entry) -> bool:
    """The player, for as long as the profile is theirs."""
    return ENTER_ONESELF.granted_to(
        PERSON_CONCERNED if is_person_concerned(actor, entry.person) else EVERYBODY
    )


def may_pair(actor: Actor, event: Event) -> bool:
    return PAIR.granted_to(event_seats(actor, event))


def may_enter_results(actor: Actor, event: Event) -> bool:
    return ENTER_RESULTS.granted_to(event_seats(actor, event))


def may_report_result(actor: Actor, pairing: Pairing) -> bool:
    return REPORT_RESULT.granted_to(PERSON_CONCERNED if _is_player(actor, pairing) else EVERYBODY)


def may_send_record(actor: Actor, event: Event, pairing: Pairing) -> bool:
    return bool(boards_open_for_records(actor, event, [pairing]))


def boards_open_for_records(actor: Actor, event: Event, pairings: Iterable[Pairing]) -> set[int]:
    """The ids of those boards of an event whose records the actor may send. As many queries as for one board."""
    standings = event_seats(actor, event)
    return {
        pairing.pk
        for pairing in pairings
        if SEND_RECORD.granted_to(standings | PERSON_CONCERNED if _is_player(actor, pairing) else standings)
    }


def may_see_text_records(actor: Actor, event: Event, pairing: Pairing) -> bool:
    """While the event withholds its records, those who may send one for the board see what was sent."""
    if not may_see_event(actor, event) or not pairing.round.is_public:
        return False
    if record_visibility(event, pairing.round) == Visibility.PUBLIC:
        return SEE_TEXT_RECORD.granted_to(EVERYBODY)
    return may_send_record(actor, event, pairing)


def may_use_as_record(actor: User | None, event: Event, game: Game) -> bool:
    """Whether a game of the archive may become a record of the event, which then says who played it and who sees it.

    Who sends moves that everybody may follow once more, for a board of the own event, must not open the game by that.
    So it is open already, or was sent for this event, or the actor has submitted it or may see all of it.
    """
    if current_visibility(game) == Visibility.PUBLIC:
        return True
    if Game.objects.filter(games_of_events([event.pk], game=game.pk), pk=game.pk).exists():
        return True
    return actor is not None and (game.submitted_by_id == actor.pk or may_see_all_of_game(actor, game))


def _is_player(actor: Actor, pairing: Pairing) -> bool:
    """Who withdraws while the round is being played, or after it, has still played it."""
    playing = (EntryState.CONFIRMED, EntryState.WITHDRAWN)
    players = (pairing.first, pairing.second)
    return any(is_person_concerned(actor, entry.person) for entry in players if entry.state in playing)


def event_seats(actor: Actor, event: Event) -> frozenset[Seat]:
    return seats_in_event(actor, event, club=event.club)


_ARBITERS_OF_EVENT: Final = PreparedQuery(
    lambda event, account: EventArbiter.objects.filter(event=event, account=account).only("pk"),
    event=int,
    account=int,
)


def is_event_arbiter(account: User, subject: Model) -> bool:
    """Of the event itself, or of the one that a section, round, pairing or game belongs to."""
    named = EventArbiter.objects.filter(account=account)
    match subject:
        case Event():
            return bool(_ARBITERS_OF_EVENT.all(event=subject.pk, account=account.pk))
        case Section():
            return named.filter(event=subject.event_id).exists()
        case Round():
            return named.filter(event__sections=subject.section_id).exists()
        case Pairing():
            return named.filter(event__sections__rounds=subject.round_id).exists()
        case Game():
            of_events = games_of_events(named.values("event"), game=subject.pk)
            return Game.objects.filter(of_events, pk=subject.pk).exists()
    return False


def games_judged_by(account: User) -> Q | None:
    events = list(EventArbiter.objects.filter(account=account).values_list("event", flat=True))
    return games_of_events(events) if events else None


def games_with_named_arbiters() -> Q:
    return games_of_events(EventArbiter.objects.values("event"))


def games_of_visible_event(actor: Actor, pk: int) -> Q | None:
    return Q(pairing__round__section__event=pk) if _visible_event(actor, pk) else None


def visible_event_link(actor: Actor, pk: int) -> EventLink | None:
    event = _visible_event(actor, pk)
    return EventLink(event.name, event.get_absolute_url()) if event else None


def _visible_event(actor: Actor, pk: int) -> Event | None:
    event = Event.objects.select_related("club").filter(pk=pk).first()
    return event if event and may_see_event(actor, event) else None
