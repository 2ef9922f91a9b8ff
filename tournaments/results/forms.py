"""What arbiters and players send: results of a round, a decision about one board, a record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.services import MAX_REASON_LENGTH
from core.errors import Refused
from core.web.numbers import parse_whole_number
from players.models import User
from tournaments.models import Event, PairingResult
from tournaments.results.selectors import ReportedBoard, possible_results, result_label
from tournaments.results.services.results import enter_result


class ResultField(forms.ChoiceField):
    """One of the results; the empty one clears the board, and is a choice as well."""

    def validate(self, value: Any) -> None:
        if value not in PairingResult.values:
            raise forms.ValidationError(gettext_lazy("Please choose one of the results."))


class ReasonField(forms.CharField):
    """Shown as needed wherever it is; asked for only when something is saved."""

    is_asked_for = True

    def validate(self, value: Any) -> None:
        if value or self.is_asked_for:
            super().validate(value)


class DecisionForm(forms.Form):
    use_required_attribute = False

    result = ResultField(label=gettext_lazy("Result"), choices=PairingResult.choices)
    decision = forms.BooleanField(
        label=gettext_lazy("This is my decision as arbiter"),
        required=False,
        help_text=gettext_lazy("For results that do not follow from the game itself. The reason is public."),
    )
    reason = ReasonField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=MAX_REASON_LENGTH,
        help_text=gettext_lazy(
            "Needed for decisions, and once the round is closed or a later one was paired."
        ),
    )
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, event: Event, needs_reason: bool = False, is_saved: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        result: Any = self.fields["result"]
        result.choices = [(each.value, each.label) for each in possible_results(event)]
        reason: Any = self.fields["reason"]
        reason.required, reason.is_asked_for = needs_reason, is_saved

    def is_valid_result(self) -> bool:
        self.is_valid()
        return "result" in self.cleaned_data


class RecordForm(forms.Form):
    """Text or a file; who may see it is for the event to say."""

    text = forms.CharField(
        label=gettext_lazy("The record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("Ends in .txt, .pgn, .xml or .gsn."),
        widget=forms.FileInput(attrs={"accept": ".txt,.pgn,.xml,.gsn"}),
    )

    def __init__(self, *args: Any, refereed: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not refereed:
            file: Any = self.fields["file"]
            file.help_text = gettext_lazy("Any text in UTF-8.")
            file.widget.attrs["accept"] = ".txt,.pgn,.sgf,text/plain"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not data.get("text", "").strip() and data.get("file") is None and not self.errors:
            raise forms.ValidationError(gettext_lazy("Please paste the record, or choose a file."))
        return data


@dataclass
class SavedResults:
    """Sentences about what was saved; for each board that was not, why, and what was typed."""

    saved: list[str] = field(default_factory=list)
    problems: dict[int, str] = field(default_factory=dict)
    typed: dict[int, str] = field(default_factory=dict)

    @property
    def has_problems(self) -> bool:
        return bool(self.problems)


def save_selected_results(
    actor: User, lines: Sequence[ReportedBoard], data: Mapping[str, str]
) -> SavedResults:
    """Every select that says something else than it did when the page was made, or the one button that was pressed.

    Each board is saved by itself.
    """
    outcome = SavedResults()
    pressed, _colon, wanted = data.get("set", "").partition(":")
    for line in lines:
        pk = line.pairing.pk
        result = data.get(f"result-{pk}")
        if pressed:
            result = wanted if pressed == str(pk) else None
        if result is None or result == data.get(f"was-{pk}", ""):
            continue
        version = parse_whole_number(data.get(f"seen-{pk}"))
        try:
            enter_result(actor=actor, pairing=line.pairing, result=result, seen=version)
        except Refused as refusal:
            outcome.problems[pk] = str(refusal)
            if result in PairingResult.values:
                outcome.typed[pk] = result
        else:
            outcome.saved.append(_saved_sentence(line, result))
    return outcome


def _saved_sentence(line: ReportedBoard, result: str) -> str:
    return _("Board %(board)s, %(first)s – %(second)s: %(result)s.") % {
        "board": line.label,
        "first": line.pairing.first,
        "second": line.pairing.second,
        "result": result_label(result),
    }
