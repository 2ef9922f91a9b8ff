"""The forms of results: an arbiter's word on one board, and a record sent for it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import PairingResult
from tournaments.results.services import LONGEST_REASON


class ResultField(forms.ChoiceField):
    """One of the results; the empty one clears the board, and is a choice as well."""

    def validate(self, value: Any) -> None:
        if value not in PairingResult.values:
            raise forms.ValidationError(_("Please choose one of the results."))


class ReasonField(forms.CharField):
    """Shown as needed wherever it is; asked for only when something is saved."""

    is_asked_for = True

    def validate(self, value: Any) -> None:
        if value or self.is_asked_for:
            super().validate(value)


class DecisionForm(forms.Form):
    use_required_attribute = False

    result = ResultField(label=_("Result"), choices=PairingResult.choices)
    decision = forms.BooleanField(
        label=_("This is my decision as arbiter"),
        required=False,
        help_text=_("For results that the game itself does not tell. The reason is public."),
    )
    reason = ReasonField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("Needed for decisions, and for corrections of what others have built on."),
    )
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, needs_reason: bool = False, is_saved: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reason: Any = self.fields["reason"]
        reason.required, reason.is_asked_for = needs_reason, is_saved

    def is_valid_result(self) -> bool:
        self.is_valid()
        return "result" in self.cleaned_data


class RecordForm(forms.Form):
    """Text or a file; who may see it is for the event to say."""

    text = forms.CharField(
        label=_("The record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("Ends in .txt, .pgn, .xml or .gsn."),
        widget=forms.FileInput(attrs={"accept": ".txt,.pgn,.xml,.gsn"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not data.get("text", "").strip() and data.get("file") is None and not self.errors:
            raise forms.ValidationError(_("Please paste the record, or choose a file."))
        return data
