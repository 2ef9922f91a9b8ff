"""What the keys of an event's log mean that results write there."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from audit.fields import describe
from tournaments.models import Event, PairingResult, ResultOrigin

RESULTS: Final = dict(PairingResult.choices)

describe(Event, "leg", label=_("game of the match"))
describe(Event, "result", label=_("result"), values=RESULTS)
describe(Event, "origin", label=_("where it comes from"), values=dict(ResultOrigin.choices))
describe(Event, "report", label=_("reported result"), values=RESULTS)
describe(Event, "first_said", label=_("the first player said"), values=RESULTS)
describe(Event, "second_said", label=_("the second player said"), values=RESULTS)
describe(Event, "record", label=_("number of the record"))
describe(Event, "record_contradicts", label=_("the record says otherwise"))
describe(Event, "result_entered", label=_("result"), values=RESULTS)
describe(Event, "record_says", label=_("the record says"), values=RESULTS)
describe(Event, "games", label=_("results handed over"))
