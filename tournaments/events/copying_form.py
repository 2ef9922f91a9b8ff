"""What differs in a copy: the name and the first day."""

import datetime
import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

WEEKS_OF_A_YEAR: Final = datetime.timedelta(weeks=52)
_YEAR: Final = re.compile(r"\b(19|20)\d\d\b")


class CopyForm(forms.Form):
    name = forms.CharField(label=_("Name of the event"), max_length=120)
    starts_on = forms.DateField(
        label=_("First day"),
        help_text=_("Offered is the same weekday, 52 weeks later. The other dates move along."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        later = event.starts_on + WEEKS_OF_A_YEAR
        super().__init__(data, initial={"name": next_name(event.name, later), "starts_on": later})


def next_name(name: str, day: datetime.date) -> str:
    """The same with the new year in it, if there was one."""
    return _YEAR.sub(str(day.year), name)
