"""Players enter themselves."""

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.clubs.own_person import own_person
from players.errors import Refused
from players.models import Person, User
from tournaments import actions
from tournaments.entries import mails
from tournaments.entries.details import checked_club, checked_note, usual_club
from tournaments.entries.holding import about, hold_section, refuse_unless_open, save
from tournaments.entries.placing import place, refuse_too_many
from tournaments.entries.ratings import ratings_for
from tournaments.history import tell
from tournaments.models import Entry, EntryState, Event, Section


@transaction.atomic
def sign_up(*, actor: User, section: Section, club_name: str | None = None, note: str = "") -> Entry:
    """Confirmed at once if there is room, else on the waiting list; asked for if the organisers confirm each entry.

    Who has withdrawn begins anew, at the end of the line. Without a club's name, the usual one is taken.
    """
    section = hold_section(section)
    refuse_self_entry(section.event)
    person = own_person(actor)
    _refuse_other_section(person, section)
    entry = section.entries.filter(person=person).first()
    if entry is None:
        refuse_too_many(section)
        entry = Entry(section=section, person=person, entered_by=actor, version=0)
    elif entry.state != EntryState.WITHDRAWN:
        raise Refused(_("You are entered in this section already."))
    entry.section, entry.person = section, person
    entry.club_name = usual_club(person) if club_name is None else checked_club(club_name)
    entry.note = checked_note(note)
    if not entry.rating_is_own:
        entry.rating = ratings_for(section.event, [person.pk]).get(person.pk, 0)
    if section.event.confirm_entries:
        entry.state, entry.entered_at = EntryState.ASKED, timezone.now()
    else:
        place(entry)
    save(entry)
    tell(
        actor=actor,
        action=actions.ENTERED_ONESELF,
        event=section.event,
        after=about(entry, entry=str(entry.state)),
    )
    mails.tell_of_state(entry)
    return entry


def refuse_self_entry(event: Event) -> None:
    """Whether players may sign up at this moment."""
    refuse_unless_open(event)
    if not event.self_entry:
        raise Refused(_("Players do not sign up for this event themselves. Please ask the organisers."))
    if event.entries_until is not None and timezone.now() > event.entries_until:
        until = date_format(timezone.localtime(event.entries_until), "DATETIME_FORMAT")
        raise Refused(
            _("Entries were possible until %(until)s. Please ask the organisers.") % {"until": until}
        )


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
            _("You are entered in the section %(section)s already. Withdraw there first.")
            % {"section": other.section.name}
        )
