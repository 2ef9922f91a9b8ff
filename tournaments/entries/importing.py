"""Entering a pasted table of players: all of what was shown and decided, or nothing."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from players.errors import Refused
from players.models import User
from players.people.services import create_people
from tournaments import actions
from tournaments.entries.entering import write_entry
from tournaments.entries.holding import hold_section, refuse_if_finished
from tournaments.entries.placing import refuse_too_many
from tournaments.entries.table import ReadTable, read_entries
from tournaments.history import tell
from tournaments.models import Entry, EntryState, Section


class Imported(NamedTuple):
    table: ReadTable
    entries: list[Entry]
    created: int

    @property
    def waiting(self) -> int:
        return sum(entry.state == EntryState.WAITING for entry in self.entries)


@transaction.atomic
def import_entries(
    *, actor: User, section: Section, text: str, choices: Mapping[int, str], over_limit: bool = False
) -> Imported:
    """Read the table anew, with the decisions made about it, and enter what can be entered.

    What has changed since it was shown counts: who has been entered in the meantime is not entered again.
    """
    section = hold_section(section)
    refuse_if_finished(section.event)
    table = read_entries(text, section=section, actor=actor, choices=choices)
    rows = [row for row in table.rows if row.is_entered]
    if not rows:
        raise Refused(_("There is nobody to enter: correct the table, or decide about the near matches."))
    refuse_too_many(section, more=len(rows))
    new = [row.new for row in rows if row.new is not None]
    create_people(actor=actor, people=new, club=section.event.club)
    entries = []
    for row in rows:
        person = row.person or row.new
        if person is not None:
            entries.append(write_entry(actor, section, person, row.details, over_limit=over_limit))
    tell(
        actor=actor,
        action=actions.ENTRIES_IMPORTED,
        event=section.event,
        after={"section": section.name, "players": [entry.person_id for entry in entries]},
    )
    return Imported(table, entries, created=len(new))
