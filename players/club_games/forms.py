"""The form of a game without a referee."""

from django import forms
from django.utils.translation import gettext_lazy as _

from players.club_games.services import RECORDED_FIELDS
from players.models import ClubGame


class ClubGameForm(forms.ModelForm[ClubGame]):
    class Meta:
        model = ClubGame
        fields = RECORDED_FIELDS
        labels = {
            "name": _("Name of the game"),
            "first_side": _("Who moves first"),
            "second_side": _("The other side"),
            "has_draws": _("Games can be drawn"),
        }
        help_texts = {
            "name": _("As your players call it."),
            "first_side": _("As score sheets and standings say it, such as White."),
        }
