"""What the keys of an event's log mean that are no fields of the event: its sections, prizes, arbiters."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from audit.fields import describe
from players.models import Person
from tournaments.events.section_forms import TIE_RULES
from tournaments.events.section_services import FIELDS
from tournaments.models import Event, Section

describe(Event, "section", label=_("section"))
describe(Event, "sections", label=_("order of the sections"))
describe(Event, "prizes", label=_("prizes"))
describe(Event, "entries", label=_("entries"))
describe(Event, "rounds", label=_("rounds"))
describe(Event, "arbiter", label=_("arbiter"), refers_to=Person)
describe(Event, "copied_from", label=_("made from"))
for _name in FIELDS:
    if _name == "name":
        continue
    _field: Any = Section._meta.get_field(_name)
    describe(Event, _name, label=_field.verbose_name, values=dict(_field.flatchoices))
describe(Event, "tie_rules", label=_("level matches"), values=dict(TIE_RULES))
