"""The arbiter's form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.adjudication.services import MAX_DECISION_LENGTH
from games.models import AdjudicationState


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(
        label=_("Your decision"),
        choices=[
            (AdjudicationState.CONFIRMED.value, _("Confirm the verdict")),
            (AdjudicationState.OVERRULED.value, _("Overrule the verdict")),
        ],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_DECISION_LENGTH,
        help_text=_("Players read it, and it stays in the game’s history."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
