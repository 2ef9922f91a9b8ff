"""Creating, changing, copying and deleting events, and naming their arbiters: one transaction and one log line each."""

import datetime
import re
from collections.abc import Mapping
from typing import Any, Final, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.changes import Value, difference, field_values, filled_values, refuse_conflicting_changes
from core.errors import Refused
from engine.description import OptionValue
from games.models.live import DELAYED, MAX_LIVE_DELAY
from players import names
from players.accounts.selectors import find_time_zone
from players.club_games.selectors import is_played_in
from players.models import Club, Person, User
from tournaments import audit_actions, history
from tournaments.event_records import apply_record_visibility, release_games
from tournaments.events.selectors import events_judged_by_club, judges_of_club
from tournaments.events.services import sections
from tournaments.events.services.changes import (
    refuse_frozen_fields,
    refuse_if_archived,
    set_fields,
    why_frozen,
)
from tournaments.events.services.options import option_keys, set_options, split_options
from tournaments.events.services.prizes import prizes_of_section, set_prizes
from tournaments.locking import lock_event
from tournaments.models import (
    Event,
    EventArbiter,
    EventState,
    LooseRecord,
    Pairing,
    ResultOrigin,
    Round,
    Section,
    TextRecord,
)
from tournaments.models.section import SECTION_FIELDS

# How games begin and end, together with the options of the game: fixed as soon as somebody was paired by them.
RULES_OF_PLAY: Final = ("no_capture_limit",)

EVENT_FIELDS: Final = (
    "name", "game", "place", "starts_on", "ends_on", "time_zone", "about", *RULES_OF_PLAY, "thinking_time",
    "round_minutes", "records_due_hours", "records_public", "self_entry", "confirm_entries",
    "player_absences", "entries_until", "fee", "payee", "iban", "players_report", "timetable",
    "player_recording", "live_boards", "live_delay",
)  # fmt: skip

# The bank details of a club are for its players: they are in no file that is passed on.
PAYMENT_FIELDS: Final = ("payee", "iban")
ONE_LINE_FIELDS: Final = ("name", "place", "time_zone", "thinking_time", "fee", "payee", "iban")

# What may still be said of an event that is over.
FIELDS_OPEN_AFTER_FINISH: Final = frozenset(
    {"name", "place", "about", "timetable", "payee", "iban", "records_due_hours", "records_public"}
)
MAX_EVENT_LENGTH: Final = datetime.timedelta(days=3 * 366)
MAX_ARBITERS: Final = 50
_IBAN: Final = re.compile("[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}")


class EventFields(TypedDict, total=False):
    """Fields of an event as the services take them."""

    name: str
    game: str
    place: str
    starts_on: datetime.date
    ends_on: datetime.date
    time_zone: str
    about: str
    options: Mapping[str, OptionValue]
    # Options may be given by their keys as well.
    setup: str
    first_express: int
    second_express: int
    two_squares_limit: int | None
    no_capture_limit: int | None
    thinking_time: str
    round_minutes: int | None
    records_due_hours: int | None
    records_public: str
    player_recording: str
    self_entry: bool
    confirm_entries: bool
    player_absences: str
    entries_until: datetime.datetime | None
    fee: str
    payee: str
    iban: str
    players_report: bool
    timetable: str
    live_boards: str
    live_delay: int


@transaction.atomic
def create_event(*, actor: User | None, club: Club, **details: Unpack[EventFields]) -> Event:
    """A draft, seen by the club's arbiters only. Sections are added by `services.sections`."""
    if club.closed_at is not None:
        raise Refused(_("The club has closed: it can no longer hold events."))
    event = Event(club=club, created_by=actor)
    _set_event_fields(event, details)
    event.save()
    history.record_action(
        actor=actor, action=audit_actions.CREATED, event=event, after=_initial_values(event)
    )
    return event


@transaction.atomic
def change_event(
    *,
    actor: User | None,
    event: Event,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    **changes: Unpack[EventFields],
) -> Event:
    """Change what is given and leave the rest; `seen` is what the actor saw. Without a change, no line is left."""
    event = lock_event(event)
    before = event_values(event)
    fields, options = split_options(changes)
    seen_fields, seen_options = split_options(seen or {})
    refuse_conflicting_changes(
        event,
        fields | options,
        None if seen is None else seen_fields | seen_options,
        others=dict.fromkeys(options) | event.option_values,
    )
    frozen = frozen_event_fields(event)
    _set_event_fields(event, changes)
    changed = difference(before, event_values(event))
    refuse_frozen_fields(changed.after, frozen, because=why_frozen(event), model=Event)
    if changed.after:
        event.save()
        if "records_public" in changed.after:
            apply_record_visibility(event, actor=actor)
        history.record_action(
            actor=actor,
            action=audit_actions.CHANGED,
            event=event,
            before=changed.before,
            after=changed.after,
            reason=reason,
        )
    return event


@transaction.atomic
def delete_event(*, actor: User | None, event: Event, reason: str = "") -> None:
    """A draft, or what was only imported: nothing else has happened in it. Its log stays."""
    event = lock_event(event)
    if refusal := why_not_deleted(event):
        raise Refused(refusal)
    history.record_action(
        actor=actor,
        action=audit_actions.DELETED,
        event=event,
        before=filled_values(event_values(event)),
        reason=reason,
    )
    loose = list(LooseRecord.objects.filter(event=event).values_list("game", flat=True))
    # Pairings and byes keep entries from being deleted: they go first.
    Round.objects.filter(section__event=event).delete()
    event.delete()
    release_games(actor=actor, games=loose)


def why_not_deleted(event: Event) -> str:
    """A sentence about what would be lost; empty if nothing would."""
    if event.state == EventState.DRAFT:
        return ""
    pairings = Pairing.objects.filter(round__section__event=event)
    only_imported = (
        pairings.exists()
        and not pairings.exclude(origin__in=(ResultOrigin.IMPORTED, ResultOrigin.NONE), game=None).exists()
    )
    has_texts = TextRecord.objects.filter(
        pairing__round__section__event=event, sent_by__isnull=False
    ).exists()
    if event.state == EventState.RUNNING and only_imported and not has_texts:
        return ""
    return _("Only a draft can be deleted, or an imported event in which nothing has happened since.")


def frozen_event_fields(event: Event) -> frozenset[str]:
    """What must not change any more, as far as the event has come."""
    if event.state == EventState.ARCHIVED:
        return frozenset((*EVENT_FIELDS, *option_keys()))
    if event.has_finished:
        return frozenset((*EVENT_FIELDS, *option_keys())) - FIELDS_OPEN_AFTER_FINISH
    frozen = set[str]()
    if event.state != EventState.DRAFT:
        frozen.add("game")
    if Round.objects.filter(section__event=event).exists():
        frozen |= {*RULES_OF_PLAY, *option_keys(), "time_zone"}
    return frozenset(frozen)


def event_values(event: Event) -> dict[str, Value]:
    """Everything that was decided, as the history keeps it; options by their keys."""
    return field_values(event, EVENT_FIELDS) | event.option_values


def _initial_values(event: Event) -> dict[str, Value]:
    """What differs from an event of this game about which nothing was said."""
    return difference(event_values(Event()) | Event(game=event.game).option_values, event_values(event)).after


def _set_event_fields(event: Event, changes: Mapping[str, Any]) -> None:
    """Set the values, or refuse them with a sentence."""
    fields, options = split_options(changes)
    game_before = event.game
    set_fields(event, _checked_names(fields), one_line=ONE_LINE_FIELDS, checked=EVENT_FIELDS)
    if event.game != game_before and not is_played_in(event.club, event.game):
        raise Refused(_("There is no game called “%(game)s” in this club.") % {"game": event.game})
    if not names.can_be_read(event.name):
        raise Refused(_("The event’s name needs at least one letter, and no invisible characters."))
    zone = find_time_zone(event.time_zone)
    if not zone:
        raise Refused(
            _("There is no such time zone. Choose the nearest large town, for instance Europe/Berlin.")
        )
    event.time_zone = zone
    if event.ends_on < event.starts_on:
        raise Refused(_("The last day is before the first one."))
    if event.ends_on - event.starts_on > MAX_EVENT_LENGTH:
        raise Refused(_("An event lasts three years at most. Please look at the dates again."))
    if event.entries_until is not None:
        last = timezone.localtime(event.entries_until, ZoneInfo(zone)).date()
        if last > event.ends_on:
            raise Refused(_("Entries have to close by the last day."))
    event.iban = clean_iban(event.iban)
    if bool(event.iban) != bool(event.payee):
        raise Refused(_("Bank details are an IBAN and whose account it is. Fill in both, or neither."))
    for key in ("no_capture_limit", "round_minutes"):
        if getattr(event, key) == 0:
            raise Refused(_("A limit of 0 would end every game at once. Leave the field empty for none."))
    _check_delay(event)
    set_options(event, options)


def _check_delay(event: Event) -> None:
    """A delay is at least one; without one the number says nothing."""
    if event.live_boards not in DELAYED:
        event.live_delay = 0
    elif not 1 <= event.live_delay <= MAX_LIVE_DELAY:
        raise Refused(
            _("Please say how much later the boards may be followed: from 1 to %(max)d.")
            % {"max": MAX_LIVE_DELAY}
        )


def clean_iban(text: str) -> str:
    """Without spaces, in capitals; refused if a letter or digit is mistyped (ISO 13616)."""
    iban = "".join(text.split()).upper()
    if not iban:
        return ""
    if not _IBAN.fullmatch(iban):
        raise Refused(
            _("This is not an IBAN: it begins with two letters and two digits, 15 to 34 characters in all.")
        )
    if int("".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])) % 97 != 1:
        raise Refused(_("A digit or letter of the IBAN is mistyped. Please compare it with your bank’s."))
    return iban


def _checked_names(changes: Mapping[str, Any]) -> Mapping[str, Any]:
    unknown = set(changes) - set(EVENT_FIELDS)
    if unknown:
        raise TypeError(f"no fields of an event: {', '.join(sorted(unknown))}")
    return changes


@transaction.atomic
def copy_event(*, actor: User | None, event: Event, name: str, starts_on: datetime.date) -> Event:
    """A draft. The last day and the end of entries keep their distance from the first day."""
    details = {key: getattr(event, key) for key in EVENT_FIELDS} | {"options": event.option_values}
    moved = starts_on - event.starts_on
    details |= {"name": name, "starts_on": starts_on, "ends_on": event.ends_on + moved}
    if event.entries_until is not None:
        details["entries_until"] = event.entries_until + moved
    made = create_event(actor=actor, club=event.club, **details)
    for section in event.sections.order_by("position", "pk"):
        _copy_section(section, made, actor=actor)
    for arbiter in event.arbiters.select_related("person").order_by("pk"):
        appoint_arbiter(actor=actor, event=made, person=arbiter.person)
    history.record_action(
        actor=actor,
        action=audit_actions.COPIED,
        event=made,
        after=filled_values({"copied_from": event.name, **field_values(event, ["starts_on"])}),
    )
    return made


def _copy_section(section: Section, event: Event, *, actor: User | None) -> None:
    details = {key: getattr(section, key) for key in SECTION_FIELDS}
    made = sections.add_section(actor=actor, event=event, **details)
    if prizes := prizes_of_section(section):
        set_prizes(actor=actor, section=made, prizes=prizes)


@transaction.atomic
def appoint_arbiter(*, actor: User | None, event: Event, person: Person) -> EventArbiter:
    """Somebody with a profile. Who has no account is named only, and may act when named again with one."""
    event = lock_event(event)
    refuse_if_archived(event)
    person.refresh_from_db(fields=["merged_into", "account"])
    if person.merged_into_id is not None:
        raise Refused(_("This profile was merged with another one. Choose that one."))
    if event.arbiters.count() >= MAX_ARBITERS:
        raise Refused(_("An event has at most %(max)d arbiters.") % {"max": MAX_ARBITERS})
    named, is_new = EventArbiter.objects.get_or_create(
        event=event, person=person, defaults={"account_id": person.account_id}
    )
    if is_new or named.account_id != person.account_id:
        named.account_id = person.account_id
        named.save(update_fields=["account"])
        history.record_action(
            actor=actor, action=audit_actions.ARBITER_NAMED, event=event, after={"arbiter": person.pk}
        )
    return named


@transaction.atomic
def dismiss_arbiter(*, actor: User | None, event: Event, person: Person) -> None:
    """Nothing happens if the person is not an arbiter."""
    event = lock_event(event)
    refuse_if_archived(event)
    gone, _rows = EventArbiter.objects.filter(event=event, person=person).delete()
    if gone:
        history.record_action(
            actor=actor, action=audit_actions.ARBITER_DISMISSED, event=event, before={"arbiter": person.pk}
        )
        log_club_arbiters(actor=actor, event=event)


def log_club_arbiters(*, actor: User | None, event: Event) -> None:
    """Where nobody is named and something may be hidden, the log says who of the club sees it."""
    if events_judged_by_club(event.club).filter(pk=event.pk).exists():
        history.record_action(
            actor=actor,
            action=audit_actions.CLUB_ARBITERS_JUDGE,
            event=event,
            after={"arbiters": [*judges_of_club(event.club)]},
        )
