"""Entering a section: organisers enter, confirm, change and remove players; players sign themselves up."""

from typing import Final, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.changes import difference, field_values
from core.errors import Refused, TooManyRequests
from core.web.rate_limits import RateLimit
from players.models import Person, User
from players.people.selectors.people import follow_merges
from players.people.services.people import create_person, ensure_own_person
from tournaments import audit_actions
from tournaments.entries.selectors.candidates import StartRating, listed_ratings
from tournaments.entries.services import mail
from tournaments.entries.services.details import (
    DETAIL_FIELDS,
    EntryDetails,
    clean_club_name,
    clean_note,
    default_club_name,
    set_details,
)
from tournaments.entries.services.guards import (
    lock_entry,
    lock_section,
    log_values,
    refuse_if_finished,
    refuse_if_started,
    refuse_unless_open,
    save_entry,
)
from tournaments.entries.services.places import assign_place, fill_free_places, refuse_too_many
from tournaments.history import record_action
from tournaments.locking import lock_event
from tournaments.models import Entry, EntryState, Event, Section

# Signing up and withdrawing write mails.
SIGN_UPS_BY_ACCOUNT: Final = RateLimit("event-sign-ups-account", 30)


def count_sign_up(account: User) -> None:
    """Count one more attempt of this account to sign up, and refuse it if there were too many in this hour."""
    if wait := SIGN_UPS_BY_ACCOUNT.seconds_to_wait(str(account.pk)):
        raise TooManyRequests(_("You have entered many times in an hour. Please try again later."), wait)


@transaction.atomic
def enter_person(
    *,
    actor: User | None,
    section: Section,
    person: Person,
    over_limit: bool = False,
    **details: Unpack[EntryDetails],
) -> Entry:
    """Somebody known. Without room they wait, unless `over_limit`; after the start they are a late entry."""
    section = lock_section(section)
    refuse_if_finished(section.event)
    refuse_too_many(section)
    entry = store_entry(actor, section, follow_merges(person), details, over_limit=over_limit)
    record_action(
        actor=actor,
        action=audit_actions.ENTERED,
        event=section.event,
        after=log_values(entry, entry=str(entry.state), rating=entry.rating),
    )
    return entry


@transaction.atomic
def enter_new_person(
    *,
    actor: User | None,
    section: Section,
    name: str,
    country: str = "",
    year_of_birth: int | None = None,
    listed: bool = False,
    over_limit: bool = False,
    **details: Unpack[EntryDetails],
) -> Entry:
    """Somebody nobody has entered before. They do not become a member of the club by that."""
    section = lock_section(section)
    person = create_person(
        actor=actor,
        name=name,
        club=section.event.club,
        country=country,
        year_of_birth=year_of_birth,
        listed=listed,
    )
    return enter_person(actor=actor, section=section, person=person, over_limit=over_limit, **details)


@transaction.atomic
def confirm_entry(
    *, actor: User | None, entry: Entry, seen: int | None = None, over_limit: bool = False
) -> Entry:
    """Of somebody who asked, or who waits: they get a place if there is one, or `over_limit`."""
    entry = lock_entry(entry, seen=seen)
    event = entry.section.event
    refuse_if_finished(event)
    if entry.state not in (EntryState.ASKED, EntryState.WAITING):
        raise Refused(_("This entry is not waiting to be confirmed. It is: %(state)s.") % _state_label(entry))
    before, entered_at = str(entry.state), entry.entered_at
    assign_place(entry, over_limit=over_limit)
    entry.entered_at = entered_at  # who has asked first is first on the waiting list
    if entry.state == before:
        raise Refused(_("The section is full. Confirm the player despite the limit, or raise it."))
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.ENTRY_CONFIRMED,
        event=event,
        before=log_values(entry, entry=before),
        after=log_values(entry, entry=str(entry.state)),
    )
    mail.send_state(entry)
    return entry


@transaction.atomic
def change_entry(
    *, actor: User | None, entry: Entry, seen: int | None = None, **details: Unpack[EntryDetails]
) -> Entry:
    """What is noted about an entry. The rating counts for the starting order, and is fixed with it."""
    entry = lock_entry(entry, seen=seen)
    event = entry.section.event
    refuse_if_finished(event)
    before = field_values(entry, DETAIL_FIELDS)
    if "rating" in details and entry.starting_rank is not None and details["rating"] != entry.rating:
        raise Refused(_("The starting ranks are fixed, and with them the ratings."))
    if entry.starting_rank is not None:
        details.pop("rating", None)
    listed = listed_ratings(event, [entry.person_id]) if "rating" in details else {}
    value, provisional = listed.get(entry.person_id, StartRating())
    set_details(entry, details, listed_rating=value, is_provisional=provisional)
    changed = difference(before, field_values(entry, DETAIL_FIELDS))
    if changed.after:
        save_entry(entry)
        record_action(
            actor=actor,
            action=audit_actions.ENTRY_CHANGED,
            event=event,
            before={**log_values(entry), **changed.before},
            after={**log_values(entry), **changed.after},
        )
    return entry


@transaction.atomic
def remove_entry(*, actor: User | None, entry: Entry, seen: int | None = None) -> None:
    """As if it had never been: for what was entered by mistake. Before the start only; later, withdraw."""
    entry = lock_entry(entry, seen=seen)
    section = entry.section
    refuse_if_started(section.event)
    entry.delete()
    record_action(
        actor=actor,
        action=audit_actions.ENTRY_REMOVED,
        event=section.event,
        before=log_values(entry, entry=str(entry.state)),
    )
    fill_free_places(actor=actor, section=section)


def store_entry(
    actor: User | None, section: Section, person: Person, details: EntryDetails, *, over_limit: bool = False
) -> Entry:
    """The row of an entry that is made now, in a locked section; before the start a withdrawn one is used again."""
    entry = section.entries.filter(person=person).first()
    if entry is None:
        entry = Entry(section=section, entered_by=actor, version=0)
        details = {"club_name": default_club_name(person), "rating": None, **details}
    elif entry.state != EntryState.WITHDRAWN or section.event.has_started:
        raise Refused(
            _("%(name)s is already entered. The entry is: %(state)s.")
            % {"name": person, **_state_label(entry)}
        )
    entry.section, entry.person = section, person
    value, provisional = listed_ratings(section.event, [person.pk]).get(person.pk, StartRating())
    set_details(entry, details, listed_rating=value, is_provisional=provisional)
    assign_place(entry, over_limit=over_limit)
    save_entry(entry)
    mail.send_state(entry)
    return entry


def _state_label(entry: Entry) -> dict[str, str]:
    return {"state": str(entry.get_state_display())}


@transaction.atomic
def sign_up(*, actor: User, section: Section, club_name: str | None = None, note: str = "") -> Entry:
    """Confirmed at once if there is room, else on the waiting list; asked for if the organisers confirm each entry.

    Somebody who has withdrawn goes to the end of the waiting list. Without a club's name, the usual one is taken.
    """
    section = lock_section(section)
    refuse_sign_up(section.event)
    person = ensure_own_person(actor)
    _refuse_other_section(person, section)
    entry = section.entries.filter(person=person).first()
    if entry is None:
        refuse_too_many(section)
        entry = Entry(section=section, person=person, entered_by=actor, version=0)
    elif entry.state != EntryState.WITHDRAWN:
        raise Refused(_("You are already entered in this section."))
    entry.section, entry.person = section, person
    entry.club_name = default_club_name(person) if club_name is None else clean_club_name(club_name)
    entry.note = clean_note(note)
    if not entry.rating_is_own:
        listed = listed_ratings(section.event, [person.pk]).get(person.pk, StartRating())
        entry.rating, entry.rating_is_provisional = listed
    if section.event.confirm_entries:
        entry.state, entry.entered_at = EntryState.ASKED, timezone.now()
    else:
        assign_place(entry)
    save_entry(entry)
    record_action(
        actor=actor,
        action=audit_actions.ENTERED_ONESELF,
        event=section.event,
        after=log_values(entry, entry=str(entry.state)),
    )
    mail.send_state(entry)
    return entry


def refuse_sign_up(event: Event) -> None:
    """Whether players may sign up at this moment."""
    refuse_unless_open(event)
    if not event.self_entry:
        raise Refused(_("Players cannot enter themselves for this event. Please ask the organisers."))
    if event.entries_until is not None and timezone.now() > event.entries_until:
        until = date_format(timezone.localtime(event.entries_until), "DATETIME_FORMAT")
        raise Refused(_("Entries were open until %(until)s. Please ask the organisers.") % {"until": until})


def _refuse_other_section(person: Person, section: Section) -> None:
    """Sections are played at the same time. An organiser who knows better can enter somebody in two."""
    other = (
        Entry.objects.filter(section__event=section.event_id, person=person)
        .exclude(section=section)
        .exclude(state=EntryState.WITHDRAWN)
        .select_related("section")
        .first()
    )
    if other is not None:
        raise Refused(
            _("You are already entered in the section %(section)s. Withdraw there first.")
            % {"section": other.section.name}
        )


def accepts_sign_ups(event: Event) -> bool:
    """Whether players may sign up at this moment."""
    try:
        refuse_sign_up(event)
    except Refused:
        return False
    return True


@transaction.atomic
def refresh_ratings(*, actor: User | None, event: Event) -> int:
    """Take over the ratings of today, except where one was set by hand; how many changed. Until the start."""
    event = lock_event(event)
    refuse_if_started(event)
    entries = list(Entry.objects.filter(section__event=event, rating_is_own=False))
    ratings = listed_ratings(event, [entry.person_id for entry in entries])
    none = StartRating()
    changed = [
        entry
        for entry in entries
        if (entry.rating, entry.rating_is_provisional) != ratings.get(entry.person_id, none)
    ]
    for entry in changed:
        entry.rating, entry.rating_is_provisional = ratings.get(entry.person_id, none)
        entry.version += 1
    Entry.objects.bulk_update(changed, ["rating", "rating_is_provisional", "version"])
    if changed:
        record_action(
            actor=actor, action=audit_actions.RATINGS_REFRESHED, event=event, after={"entries": len(changed)}
        )
    return len(changed)
