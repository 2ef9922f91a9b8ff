"""The filters above the list of events: they combine and live in the address."""

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.models import GameKind
from players.models import Club
from players.names import folded_words
from tournaments.models import Event, EventState

LONGEST_TEXT: Final = 100
MOST_WORDS: Final = 8
ANY: Final = ("", _("any"))


class EventFilterForm(forms.Form):
    """`years` are those that have events; `clubs` those that hold some."""

    q = forms.CharField(label=_("Name or place"), required=False, max_length=LONGEST_TEXT)
    game = forms.ChoiceField(label=_("Game"), required=False, choices=[ANY, *GameKind.choices])
    club = forms.ModelChoiceField(
        label=_("Club"),
        required=False,
        queryset=Club.objects.none(),
        to_field_name="slug",
        empty_label=_("any"),
    )
    state = forms.ChoiceField(label=_("State"), required=False, choices=[ANY, *EventState.choices])
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Any, *, years: list[int], clubs: QuerySet[Club]) -> None:
        super().__init__(data)
        fields: dict[str, Any] = self.fields
        fields["year"].choices = [ANY, *((year, year) for year in years)]
        fields["club"].queryset = clubs

    @property
    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def narrowed(self, events: QuerySet[Event]) -> QuerySet[Event]:
        """Nothing, if the form says nonsense."""
        if not self.is_valid():
            return events.none()
        wanted = self.cleaned_data
        for field in ("game", "club", "state"):
            if wanted[field]:
                events = events.filter(**{field: wanted[field]})
        if wanted["year"]:
            events = events.filter(starts_on__year=wanted["year"])
        for word in folded_words(wanted["q"])[:MOST_WORDS]:
            events = events.filter(search_key__contains=word)
        return events
