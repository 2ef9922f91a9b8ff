"""What every service of entries begins with: lock the event, read its rows again, check its state."""

from django.utils.translation import gettext as _

from audit.changes import Values
from audit.selectors import history_of
from core.errors import Refused
from tournaments.locking import lock_event, present_state, refuse_if_changed
from tournaments.models import Entry, Event, EventState, Section


def lock_section(section: Section) -> Section:
    """The section as it is now, its event locked."""
    event = lock_event(section.event_id)
    found = Section.objects.filter(pk=section.pk, event=event).first()
    if found is None:
        raise Refused(_("This section has been deleted. Please reload the page."))
    found.event = event
    return found


def lock_entry(entry: Entry, *, seen: int | None = None) -> Entry:
    """The entry as it is now, with its person and its section, its event locked.

    Refused if it is gone, or changed since version `seen`.
    """
    event = lock_event(entry.section.event_id)
    found = Entry.objects.filter(pk=entry.pk).select_related("person__account", "section").first()
    if found is None:
        raise Refused(_("This entry has been removed."))
    found.section.event = event
    refuse_if_changed(
        found, seen=seen, history=history_of(event), what=_("this"), now=present_state(describe_entry(found))
    )
    return found


def save_entry(entry: Entry) -> None:
    """Every change counts."""
    entry.version += 1
    entry.save()


def describe_entry(entry: Entry) -> str:
    return _("%(player)s, %(state)s, rating %(rating)s") % {
        "player": entry.person,
        "state": entry.get_state_display(),
        "rating": entry.rating,
    }


def log_values(entry: Entry, /, **more: str | int | bool | None) -> Values:
    """What a line of the log says of an entry."""
    return {"player": entry.person_id, "section": entry.section.name, **more}


def refuse_unless_open(event: Event) -> None:
    if event.state == EventState.DRAFT:
        raise Refused(_("The event is still a draft. Entries begin when it is opened for them."))
    if event.has_started:
        raise Refused(
            _("The event has started: players can no longer enter themselves. Please ask the organisers.")
        )


def refuse_if_finished(event: Event) -> None:
    if event.has_finished:
        raise Refused(_("The event is finished: its entries can no longer be changed."))


def refuse_if_started(event: Event) -> None:
    if event.has_started:
        raise Refused(_("The event has started: this can only be done before the start."))
