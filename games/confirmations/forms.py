"""The official's form for a disputed game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.confirmation import MAX_ANSWER_REASON_LENGTH

COUNTS = "counts"
REJECTED = "rejected"


class DisputeForm(forms.Form):
    decision = forms.ChoiceField(
        label=_("Decision"),
        choices=[(COUNTS, _("The game counts as it stands")), (REJECTED, _("The game does not count"))],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_ANSWER_REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody who sees the game can read it."),
    )
