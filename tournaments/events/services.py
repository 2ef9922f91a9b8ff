"""Creating, changing and deleting events: each function is one transaction and leaves a line in the event's log."""

import datetime
from collections.abc import Mapping
from typing import Any, Final, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.changes import Value, difference, values_of
from games.models import GameKind
from players import names
from players.accounts.preferences import zone_named
from players.errors import Refused
from players.models import Club, User
from tournaments import actions, history
from tournaments.events.changing import filled, put, refuse_frozen, refuse_if_both_changed
from tournaments.holding import hold
from tournaments.models import Event, EventState, LooseRecord, Pairing, ResultOrigin, Round, SetupRule
from tournaments.results.loose_records import let_go
from tournaments.results.records_shown import follow_regulations

# How games begin and end: fixed as soon as somebody was paired by them.
RULES_OF_PLAY: Final = (
    "setup", "first_express", "second_express", "two_squares_limit", "no_capture_limit",
)  # fmt: skip
FIELDS: Final = (
    "name", "game", "place", "starts_on", "ends_on", "time_zone", "about", *RULES_OF_PLAY, "thinking_time",
    "round_minutes", "records_due_hours", "records_public", "self_entry", "confirm_entries",
    "player_absences", "entries_until", "fee", "players_report",
)  # fmt: skip
ONE_LINE: Final = ("name", "place", "time_zone", "thinking_time", "fee")
# What may still be said of an event that is over.
AFTER_THE_END: Final = frozenset({"name", "place", "about", "records_due_hours", "records_public"})
BARRAGOON_ONLY: Final = ("setup", "first_express", "second_express")
STRATEGO_ONLY: Final = ("two_squares_limit",)
LONGEST_EVENT: Final = datetime.timedelta(days=3 * 366)


class Changes(TypedDict, total=False):
    """Fields of an event as the services take them."""

    name: str
    game: str
    place: str
    starts_on: datetime.date
    ends_on: datetime.date
    time_zone: str
    about: str
    setup: str
    first_express: int
    second_express: int
    two_squares_limit: int | None
    no_capture_limit: int | None
    thinking_time: str
    round_minutes: int | None
    records_due_hours: int | None
    records_public: str
    self_entry: bool
    confirm_entries: bool
    player_absences: str
    entries_until: datetime.datetime | None
    fee: str
    players_report: bool


@transaction.atomic
def create_event(*, actor: User | None, club: Club, **details: Unpack[Changes]) -> Event:
    """A draft, seen by the club's arbiters only. Sections are added by `section_services`."""
    if club.closed_at is not None:
        raise Refused(_("The club has closed: it holds no events any more."))
    event = Event(club=club, created_by=actor)
    _put(event, details)
    event.save()
    history.tell(actor=actor, action=actions.CREATED, event=event, after=_decided(event))
    return event


@transaction.atomic
def change_event(
    *,
    actor: User | None,
    event: Event,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    **changes: Unpack[Changes],
) -> Event:
    """Change what is given and leave the rest; `seen` is what the actor saw. Without a change, no line is left."""
    event = hold(event)
    before = values_of(event, FIELDS)
    refuse_if_both_changed(event, changes, seen)
    frozen = frozen_fields(event)
    _put(event, changes)
    changed = difference(before, values_of(event, FIELDS))
    refuse_frozen(changed.after, frozen, because=why_frozen(event), model=Event)
    if changed.after:
        event.save()
        if "records_public" in changed.after:
            follow_regulations(event, actor=actor)
        history.tell(
            actor=actor,
            action=actions.CHANGED,
            event=event,
            before=changed.before,
            after=changed.after,
            reason=reason,
        )
    return event


@transaction.atomic
def delete_event(*, actor: User | None, event: Event, reason: str = "") -> None:
    """A draft, or what was only imported: nothing else has happened in it. Its log stays."""
    event = hold(event)
    if refusal := why_not_deleted(event):
        raise Refused(refusal)
    history.tell(
        actor=actor,
        action=actions.DELETED,
        event=event,
        before=filled(values_of(event, FIELDS)),
        reason=reason,
    )
    loose = list(LooseRecord.objects.filter(event=event).values_list("game", flat=True))
    # Pairings and byes keep entries from being deleted: they go first.
    Round.objects.filter(section__event=event).delete()
    event.delete()
    let_go(actor=actor, games=loose)


def why_not_deleted(event: Event) -> str:
    """A sentence about what would be lost; empty if nothing would."""
    if event.state == EventState.DRAFT:
        return ""
    pairings = Pairing.objects.filter(round__section__event=event)
    only_imported = (
        pairings.exists()
        and not pairings.exclude(origin__in=(ResultOrigin.IMPORTED, ResultOrigin.NONE), game=None).exists()
    )
    if event.state == EventState.RUNNING and only_imported:
        return ""
    return _("Only a draft can be deleted, or an imported event in which nothing has happened since.")


def frozen_fields(event: Event) -> frozenset[str]:
    """What must not change any more, as far as the event has come."""
    if event.state == EventState.ARCHIVED:
        return frozenset(FIELDS)
    if event.has_finished:
        return frozenset(FIELDS) - AFTER_THE_END
    frozen = set[str]()
    if event.state != EventState.DRAFT:
        frozen.add("game")
    if Round.objects.filter(section__event=event).exists():
        frozen |= {*RULES_OF_PLAY, "time_zone"}
    return frozenset(frozen)


def why_frozen(event: Event) -> str:
    if event.state == EventState.ARCHIVED:
        return _("The event is archived.")
    if event.has_finished:
        return _("The event is finished.")
    if event.has_started:
        return _("The event has started.")
    return _("The event is open for entries.")


def _decided(event: Event) -> dict[str, Value]:
    """What differs from an event about which nothing was said."""
    return difference(values_of(Event(), FIELDS), values_of(event, FIELDS)).after


def _put(event: Event, changes: Mapping[str, Any]) -> None:
    """Set the values, or refuse them with a sentence."""
    put(event, _known(changes), one_line=ONE_LINE, checked=FIELDS)
    if not names.can_be_read(event.name):
        raise Refused(_("The event’s name needs at least one letter, and no characters that cannot be seen."))
    zone = zone_named(event.time_zone)
    if not zone:
        raise Refused(
            _("There is no such time zone. Choose the nearest large town, for instance Europe/Berlin.")
        )
    event.time_zone = zone
    if event.ends_on < event.starts_on:
        raise Refused(_("The last day is before the first one."))
    if event.ends_on - event.starts_on > LONGEST_EVENT:
        raise Refused(_("An event lasts three years at most. Please look at the dates again."))
    if event.entries_until is not None:
        last = timezone.localtime(event.entries_until, ZoneInfo(zone)).date()
        if last > event.ends_on:
            raise Refused(_("Entries would be taken until after the last day."))
    if not 0 <= event.first_express <= 2 or not 0 <= event.second_express <= 2:
        raise Refused(_("The express level is 0, 1 or 2."))
    for key in ("two_squares_limit", "no_capture_limit", "round_minutes"):
        if getattr(event, key) == 0:
            raise Refused(_("A limit of 0 would end every game at once. Leave the field empty for none."))
    _forget_what_the_game_does_not_know(event)


def _forget_what_the_game_does_not_know(event: Event) -> None:
    if event.game == GameKind.BARRAGOON:
        event.two_squares_limit = None
    else:
        event.setup, event.first_express, event.second_express = SetupRule.CLOSED, 0, 0


def _known(changes: Mapping[str, Any]) -> Mapping[str, Any]:
    unknown = set(changes) - set(FIELDS)
    if unknown:
        raise TypeError(f"no fields of an event: {', '.join(sorted(unknown))}")
    return changes
