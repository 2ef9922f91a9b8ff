"""The waiting list: whoever has waited longest gets the place that becomes free."""

from players.models import User
from tournaments import actions
from tournaments.entries import mails
from tournaments.entries.holding import about, save
from tournaments.entries.placing import has_room, waiting_in_order
from tournaments.history import tell
from tournaments.models import Entry, EntryState, EventState, Section


def move_up(*, actor: User | None, section: Section) -> list[Entry]:
    """Fill the free places of a section, in the order in which players entered; those who moved up get a mail.

    Called with the event held, after anything that may free a place: a withdrawal, a removal, a raised limit. Once the
    event has started the organiser decides who comes in.
    """
    if section.event.state != EventState.OPEN:
        return []
    moved = []
    for entry in waiting_in_order(section):
        if not has_room(section):
            break
        entry.section = section
        entry.state = EntryState.CONFIRMED
        save(entry)
        tell(actor=actor, action=actions.MOVED_UP, event=section.event, after=about(entry))
        mails.tell_of_place(entry)
        moved.append(entry)
    return moved
