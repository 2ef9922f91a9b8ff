"""The organisers enter players, confirm those who asked, note what is to be noted, and remove mistakes."""

from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from audit.changes import difference, values_of
from players.errors import Refused
from players.models import Person, User
from players.people.selectors import where_it_went
from players.people.services import create_person
from tournaments import actions
from tournaments.entries import mails
from tournaments.entries.details import FIELDS, Details, set_details, usual_club
from tournaments.entries.holding import (
    about,
    hold_entry,
    hold_section,
    refuse_if_finished,
    refuse_if_started,
    save,
)
from tournaments.entries.placing import place, refuse_too_many
from tournaments.entries.ratings import ratings_for
from tournaments.entries.waiting_list import move_up
from tournaments.history import tell
from tournaments.models import Entry, EntryState, Section


@transaction.atomic
def enter_person(
    *,
    actor: User | None,
    section: Section,
    person: Person,
    over_limit: bool = False,
    **details: Unpack[Details],
) -> Entry:
    """Somebody known. Without room they wait, unless `over_limit`; after the start they are a late entry."""
    section = hold_section(section)
    refuse_if_finished(section.event)
    refuse_too_many(section)
    entry = write_entry(actor, section, where_it_went(person), details, over_limit=over_limit)
    tell(
        actor=actor,
        action=actions.ENTERED,
        event=section.event,
        after=about(entry, entry=str(entry.state), rating=entry.rating),
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
    **details: Unpack[Details],
) -> Entry:
    """Somebody nobody has entered before. They do not become a member of the club by that."""
    section = hold_section(section)
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
    entry = hold_entry(entry, seen=seen)
    event = entry.section.event
    refuse_if_finished(event)
    if entry.state not in (EntryState.ASKED, EntryState.WAITING):
        raise Refused(_("This entry does not wait to be confirmed. It is: %(state)s.") % _state(entry))
    before, entered_at = str(entry.state), entry.entered_at
    place(entry, over_limit=over_limit)
    entry.entered_at = entered_at  # who has asked first is first on the waiting list
    if entry.state == before:
        raise Refused(_("The section is full. Confirm the player in spite of the limit, or raise it."))
    save(entry)
    tell(
        actor=actor,
        action=actions.ENTRY_CONFIRMED,
        event=event,
        before=about(entry, entry=before),
        after=about(entry, entry=str(entry.state)),
    )
    mails.tell_of_state(entry)
    return entry


@transaction.atomic
def change_entry(
    *, actor: User | None, entry: Entry, seen: int | None = None, **details: Unpack[Details]
) -> Entry:
    """What is noted about an entry. The rating counts for the starting order, and is fixed with it."""
    entry = hold_entry(entry, seen=seen)
    event = entry.section.event
    refuse_if_finished(event)
    before = values_of(entry, FIELDS)
    if "rating" in details and entry.starting_rank is not None and details["rating"] != entry.rating:
        raise Refused(_("The starting ranks are fixed, and with them the ratings."))
    if entry.starting_rank is not None:
        details.pop("rating", None)
    listed = ratings_for(event, [entry.person_id]).get(entry.person_id, 0) if "rating" in details else 0
    set_details(entry, details, listed_rating=listed)
    changed = difference(before, values_of(entry, FIELDS))
    if changed.after:
        save(entry)
        tell(
            actor=actor,
            action=actions.ENTRY_CHANGED,
            event=event,
            before={**about(entry), **changed.before},
            after={**about(entry), **changed.after},
        )
    return entry


@transaction.atomic
def remove_entry(*, actor: User | None, entry: Entry, seen: int | None = None) -> None:
    """As if it had never been: for what was entered by mistake. Before the start only; later, withdraw."""
    entry = hold_entry(entry, seen=seen)
    section = entry.section
    refuse_if_started(section.event)
    entry.delete()
    tell(
        actor=actor,
        action=actions.ENTRY_REMOVED,
        event=section.event,
        before=about(entry, entry=str(entry.state)),
    )
    move_up(actor=actor, section=section)


def write_entry(
    actor: User | None, section: Section, person: Person, details: Details, *, over_limit: bool = False
) -> Entry:
    """The row of an entry that is made now, in a section that is held; a withdrawn one before the start begins anew."""
    entry = section.entries.filter(person=person).first()
    if entry is None:
        entry = Entry(section=section, entered_by=actor, version=0)
        details = {"club_name": usual_club(person), "rating": None, **details}
    elif entry.state != EntryState.WITHDRAWN or section.event.has_started:
        raise Refused(
            _("%(name)s is entered already. The entry is: %(state)s.") % {"name": person, **_state(entry)}
        )
    entry.section, entry.person = section, person
    set_details(entry, details, listed_rating=ratings_for(section.event, [person.pk]).get(person.pk, 0))
    place(entry, over_limit=over_limit)
    save(entry)
    mails.tell_of_state(entry)
    return entry


def _state(entry: Entry) -> dict[str, str]:
    return {"state": str(entry.get_state_display())}
