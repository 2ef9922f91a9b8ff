"""Who may follow a free game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import LiveMode
from games.models.live import MAX_LIVE_DELAY


class LiveForm(forms.Form):
    mode = forms.ChoiceField(label=_("Who may follow"), choices=LiveMode.choices)
    delay = forms.IntegerField(
        label=_("How many plies or minutes later"),
        required=False,
        min_value=0,
        max_value=MAX_LIVE_DELAY,
        help_text=_("Only if the game is followed later."),
    )
