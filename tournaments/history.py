"""The event's log: everything that happens in an event is recorded for the event itself, and how its keys are called.

Pairings and entries come and go with the work of a tournament day; the event stays, and so does its log.
"""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from audit import services as audit
from audit.actions import Action
from audit.changes import Values
from audit.presenters.fields import describe_field
from players.models import Person, User
from tournaments.models import AbsenceKind, EntryState, Event, PairingResult, ResultOrigin, Section
from tournaments.models.section import SECTION_FIELDS, TIE_RULE_CHOICES

# People stand in the log by their ids, and are shown by the names they have when it is read: nothing is left behind of
# the name of somebody who wants to be forgotten.
for _key, _label in (
    ("player", _("player")),
    ("players", _("players")),
    ("opponent", _("opponent")),
    ("first", _("first player")),
    ("second", _("second player")),
):
    describe_field(Event, _key, label=_label, refers_to=Person)

describe_field(Event, "entry", label=_("entry"), values=dict(EntryState.choices))
describe_field(Event, "absence", label=_("absence"), values=dict(AbsenceKind.choices))
describe_field(Event, "club_name", label=_("club of the player"))
RESULT_LABELS: Final = dict(PairingResult.choices)


def record_action(
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


describe_field(Event, "section", label=_("section"))
describe_field(Event, "sections", label=_("order of the sections"))
describe_field(Event, "prizes", label=_("prizes"))
describe_field(Event, "entries", label=_("entries"))
describe_field(Event, "rounds", label=_("rounds"))
describe_field(Event, "arbiter", label=_("arbiter"), refers_to=Person)
describe_field(Event, "copied_from", label=_("made from"))

for _name in SECTION_FIELDS:
    if _name == "name":
        continue
    _field: Any = Section._meta.get_field(_name)
    describe_field(Event, _name, label=_field.verbose_name, values=dict(_field.flatchoices))

describe_field(Event, "tie_rules", label=_("level matches"), values=dict(TIE_RULE_CHOICES))
describe_field(Event, "leg", label=_("game of the match"))
describe_field(Event, "result", label=_("result"), values=RESULT_LABELS)
describe_field(Event, "origin", label=_("where it comes from"), values=dict(ResultOrigin.choices))
describe_field(Event, "report", label=_("reported result"), values=RESULT_LABELS)
describe_field(Event, "first_said", label=_("the first player said"), values=RESULT_LABELS)
describe_field(Event, "second_said", label=_("the second player said"), values=RESULT_LABELS)
describe_field(Event, "record", label=_("number of the record"))
describe_field(Event, "record_contradicts", label=_("the record says otherwise"))
describe_field(Event, "result_entered", label=_("result"), values=RESULT_LABELS)
describe_field(Event, "record_says", label=_("the record says"), values=RESULT_LABELS)
describe_field(Event, "games", label=_("results handed over"))
