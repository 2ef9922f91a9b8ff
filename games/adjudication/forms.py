"""The arbiter's form."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.adjudication.services import MAX_DECISION_LENGTH
from games.models import AdjudicationState, GameResult


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(
        label=gettext_lazy("Your decision"),
        choices=[
            (AdjudicationState.CONFIRMED.value, gettext_lazy("Confirm the verdict")),
            (AdjudicationState.OVERRULED.value, gettext_lazy("Overrule the verdict")),
        ],
        widget=forms.RadioSelect,
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result that counts instead"),
        required=False,
        choices=[("", gettext_lazy("choose if you overrule")), *GameResult.choices],
        help_text=gettext_lazy("The game, its board in an event, the table and rating lists follow it."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=MAX_DECISION_LENGTH,
        help_text=gettext_lazy("Needed to overrule. Players read it, and it stays in the game’s history."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        overrules = values.get("decision") == AdjudicationState.OVERRULED
        if overrules and not values.get("result") and "result" not in self.errors:
            self.add_error("result", _("Please choose the result that counts instead of the verdict."))
        if overrules and not values.get("reason") and "reason" not in self.errors:
            self.add_error("reason", _("Please give a reason: players will ask for it."))
        return values
