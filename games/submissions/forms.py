"""The forms of submitting: records with what counts for all of them, and one corrected record."""

from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.record import MAX_BYTES
from games.models import Visibility
from games.submissions.selectors.uploads import clubs_to_submit_for
from games.submissions.services.uploads import UploadOptions
from players.models import Club, User


class RecordsField(forms.CharField):
    """Text as it is. A null byte is an error of the record it stands in, as in a file, and not of all the others."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, strip=False)
        self.validators = [
            validator
            for validator in self.validators
            if not isinstance(validator, ProhibitNullCharactersValidator)
        ]


class SubmitForm(forms.Form):
    """Text or a file, and who may see the games. The service checks the limits."""

    text = RecordsField(
        label=_("Records"),
        required=False,
        help_text=_("Paste one or many, as text."),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,  # the service has the sentence for it
        help_text=_("Ends in .txt, .pgn, .xml, .gsn, or .zip with such files in it; many records each."),
        widget=forms.FileInput(attrs={"accept": ".txt,.pgn,.xml,.gsn,.zip"}),
    )
    club = forms.ModelChoiceField(
        label=_("For the club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("no club"),
        help_text=_("Its arbiters may decide about draws, and its members are looked up by name."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may see the games"), choices=Visibility.choices, initial=Visibility.PUBLIC
    )
    embargo_until = forms.DateTimeField(
        label=_("End of the embargo"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, account: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = clubs_to_submit_for(account)
        # What is typed is read in the time that the account's pages show.
        self.fields["embargo_until"].help_text = gettext(
            "In the time of %(zone)s. Left empty, the embargo lasts until the event ends."
        ) % {"zone": timezone.get_current_timezone_name()}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        has_text, has_file = bool(data.get("text", "").strip()), data.get("file") is not None
        if "text" not in self.errors and "file" not in self.errors:
            if has_text and has_file:
                raise forms.ValidationError(_("Please send either the text or the file, not both."))
            if not has_text and not has_file:
                raise forms.ValidationError(_("Please paste records, or choose a file."))
        return data

    def upload_options(self) -> UploadOptions:
        values = self.cleaned_data
        return UploadOptions(
            club=values["club"],
            visibility=Visibility(values["visibility"]),
            embargo_until=values["embargo_until"],
        )


class CorrectionForm(forms.Form):
    text = RecordsField(
        label=_("The record"),
        max_length=MAX_BYTES,
        help_text=_("Correct it and send it again. What you sent before is kept."),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
