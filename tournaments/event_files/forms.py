"""The form that takes an event's file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class EventFileForm(forms.Form):
    file = forms.FileField(
        label=_("Event file"),
        allow_empty_file=True,  # the service has the sentence for it
        help_text=_("The zip file that “Download the event as one file” gave, on this site or another."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
        error_messages={"required": _("Please choose a file.")},
    )


class ConfirmationForm(forms.Form):
    """What is said once for the whole event. Who each player is stands beside their names."""

    again = forms.BooleanField(label=_("Import it a second time"), required=False)
    rated = forms.BooleanField(label=_("Its results count for ratings, as the file says"), required=False)

    def __init__(self, data: Any = None, *, is_here: bool) -> None:
        super().__init__(data, initial={"rated": not is_here})
        if not is_here:
            del self.fields["again"]
