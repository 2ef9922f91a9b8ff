"""Forms of the arbiter's pages: a change by hand, boards to keep, minutes of the clock."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pairing import Outcome
from tournaments.rounds.changes import (
    LONGEST_TEXT,
    Change,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
)
from tournaments.rounds.clock import MOST_MINUTES

MOST: Final = 32_000
OUTCOMES: Final = (
    (Outcome.ZERO_POINT_BYE.name, _("zero-point bye")),
    (Outcome.HALF_POINT_BYE.name, _("half-point bye")),
    (Outcome.FULL_POINT_BYE.name, _("full-point bye")),
    (Outcome.ABSENT.name, _("absent")),
)
# Which fields each kind of change needs.
NEEDS: Final = {
    "swap": ("one", "other"),
    "colours": ("board",),
    "bye": ("one",),
    "out": ("one", "outcome"),
    "in": ("one",),
    "boards": ("text",),
}


class ChangeForm(forms.Form):
    """One of six changes; what the others need is left out."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in NEEDS])
    one = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    other = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    board = forms.IntegerField(required=False, min_value=1, max_value=MOST)
    third_place = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(required=False, choices=OUTCOMES)
    text = forms.CharField(required=False, max_length=LONGEST_TEXT, strip=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in NEEDS.get(data.get("kind", ""), ()):
            if not self.errors.get(name) and data.get(name) in (None, ""):
                self.add_error(name, _("Who or what? Something is missing here."))
        return data

    def change(self) -> Change:
        data = self.cleaned_data
        match data["kind"]:
            case "swap":
                return SwapPlayers(data["one"], data["other"])
            case "colours":
                return SwapColours(data["board"], data["third_place"])
            case "bye":
                return GiveBye(data["one"])
            case "out":
                return TakeOut(data["one"], Outcome[data["outcome"]])
            case "in":
                return PutIn(data["one"])
            case _:
                return Rewrite(data["text"])


class AgainForm(forms.Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    keep = forms.TypedMultipleChoiceField(required=False, coerce=int)
    keep_bye = forms.BooleanField(required=False)

    def __init__(self, *arguments: Any, boards: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["keep"].choices = [(str(number), str(number)) for number in range(1, boards + 1)]  # type: ignore[attr-defined]


class ClockForm(forms.Form):
    do = forms.ChoiceField(choices=[("start", "start"), ("stop", "stop"), ("reset", "reset")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=MOST_MINUTES, label=_("Minutes"))


class VersionForm(forms.Form):
    """What the page showed when the button was pressed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    despite = forms.BooleanField(required=False)
