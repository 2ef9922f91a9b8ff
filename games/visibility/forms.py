"""The form that says who may see a game."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Visibility
from games.visibility.selectors import VisibilitySetting


class VisibilityForm(forms.Form):
    visibility = forms.ChoiceField(label=gettext_lazy("Who may see it"), widget=forms.RadioSelect)
    embargo_until = forms.DateTimeField(
        label=gettext_lazy("End of the embargo"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, game: Game, wish: VisibilitySetting, data: Any = None) -> None:
        super().__init__(data, initial=wish._asdict())
        choices = self.fields["visibility"]
        if isinstance(choices, forms.ChoiceField):
            choices.choices = [
                choice for choice in Visibility.choices if game.club_id or choice[0] != Visibility.CLUB
            ]
        self.fields["embargo_until"].help_text = _(
            "In the time zone %(zone)s. Left empty, the embargo lasts until the game’s event ends, or until somebody "
            "ends it here."
        ) % {"zone": timezone.get_current_timezone_name()}
