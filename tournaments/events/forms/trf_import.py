"""The form to import a report file."""

import base64
import binascii

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import GameKind
from tournaments.events.services.trf_plan import MAX_FILE_SIZE


class ReportForm(forms.Form):
    """The file itself, or, from the preview on, its bytes carried along."""

    file = forms.FileField(
        label=gettext_lazy("Report file"),
        required=False,
        help_text=gettext_lazy("FIDE’s format, TRF16 or TRF26, as most pairing programs write it."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt"}),
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=GameKind.choices)
    rated = forms.BooleanField(label=gettext_lazy("The games are rated"), required=False)
    content = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2 * MAX_FILE_SIZE)

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        data["bytes"] = self._bytes()
        return data

    def _bytes(self) -> bytes:
        file, content = self.cleaned_data.get("file"), self.cleaned_data.get("content", "")
        if file is not None:
            if file.size > MAX_FILE_SIZE:
                raise forms.ValidationError(_("The file is too large for a report of one event."))
            return bytes(file.read())
        if not content:
            raise forms.ValidationError(_("Please choose a file."))
        try:
            return base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError) as error:
            raise forms.ValidationError(_("Please choose the file again.")) from error
