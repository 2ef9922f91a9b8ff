"""Forms of the arbiter's pages: a change by hand, boards to keep, minutes of the clock."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pairing import Outcome
from tournaments.rounds.services.clock import MAX_MINUTES, ClockStep
from tournaments.rounds.services.draft import (
    MAX_TEXT_LENGTH,
    REQUIRED_VALUES,
    ChangeKind,
    DraftChange,
    make_change,
)

MAX_NUMBER: Final = 32_000
ABSENCE_CHOICES: Final = (
    (Outcome.ZERO_POINT_BYE.name, _("zero-point bye")),
    (Outcome.HALF_POINT_BYE.name, _("half-point bye")),
    (Outcome.FULL_POINT_BYE.name, _("full-point bye")),
    (Outcome.ABSENT.name, _("absent")),
)


class ChangeForm(forms.Form):
    """One of six changes; what the others need is left out."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    kind = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in ChangeKind])
    one = forms.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    other = forms.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    player = forms.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    board = forms.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    third_place = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(required=False, choices=ABSENCE_CHOICES)
    text = forms.CharField(required=False, max_length=MAX_TEXT_LENGTH, strip=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        required = REQUIRED_VALUES[ChangeKind(data["kind"])] if "kind" in data else ()
        for name in required:
            if not self.errors.get(name) and data.get(name) in (None, ""):
                self.add_error(name, _("Please fill in this field."))
        return data

    def change(self) -> DraftChange:
        data = self.cleaned_data
        outcome = Outcome[data["outcome"]] if data["outcome"] else None
        return make_change(ChangeKind(data["kind"]), {**data, "outcome": outcome})


class PairAgainForm(forms.Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    keep = forms.TypedMultipleChoiceField(required=False, coerce=int)
    keep_bye = forms.BooleanField(required=False)

    def __init__(self, *arguments: Any, boards: int, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["keep"].choices = [(str(number), str(number)) for number in range(1, boards + 1)]  # type: ignore[attr-defined]


class ClockForm(forms.Form):
    do = forms.ChoiceField(choices=[(step.value, step.value) for step in ClockStep])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=MAX_MINUTES, label=_("Minutes"))


class VersionForm(forms.Form):
    """What the page showed when the button was pressed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    despite = forms.BooleanField(required=False)
