"""The event's log: everything that happens in an event is told of the event itself.

Pairings and entries come and go with the work of a tournament day; the event stays, and so does its log.
"""

from django.utils.translation import gettext_lazy as _

from audit import fields
from audit import services as audit
from audit.actions import Action
from audit.changes import Values
from players.models import Person, User
from tournaments.models import AbsenceKind, EntryState, Event

# People stand in the log by their ids, and are shown by the names they have when it is read: nothing is left behind of
# the name of somebody who wants to be forgotten.
for _key, _label in (
    ("player", _("player")),
    ("players", _("players")),
    ("opponent", _("opponent")),
    ("first", _("first player")),
    ("second", _("second player")),
):
    fields.describe(Event, _key, label=_label, refers_to=Person)
fields.describe(Event, "entry", label=_("entry"), values=dict(EntryState.choices))
fields.describe(Event, "absence", label=_("absence"), values=dict(AbsenceKind.choices))
fields.describe(Event, "club_name", label=_("club of the player"))


def tell(
    *,
    actor: User | None,
    action: Action,
    event: Event,
    before: Values | None = None,
    after: Values | None = None,
    reason: str = "",
) -> None:
    """Keys of `before` and `after` are fields of the event, or what the change is about in a word or two.

    People are given by their ids, as `player`. The section, the round and the board, if there are any, stand in both.
    """
    audit.record(
        actor=actor,
        action=action,
        target=event,
        before=before or {},
        after=after or {},
        reason=reason,
        club=event.club_id,
    )
