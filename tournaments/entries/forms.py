"""Forms about entries. The services check what is typed; here is only what a browser can help with."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.models import Membership, User
from players.people.forms import NewPersonForm
from tournaments.entries.services.details import (
    MAX_CATEGORIES_LENGTH,
    MAX_CLUB_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_RATING,
    EntryDetails,
)
from tournaments.entries.services.places import MAX_REASON_LENGTH
from tournaments.entries.services.table_import import MAX_TABLE_BYTES
from tournaments.models import AbsenceKind, Entry, Section


class SectionChoiceForm(forms.Form):
    """A section of the event; where there is one only, it is not asked for."""

    section_of: Mapping[str, Section]

    def choose_from(self, sections: Sequence[Section], labels: Mapping[int, str] | None = None) -> None:
        self.section_of = {str(section.pk): section for section in sections}
        choices = [(str(each.pk), (labels or {}).get(each.pk, each.name)) for each in sections]
        self.fields["section"] = forms.ChoiceField(
            label=_("Section"), choices=choices, widget=forms.HiddenInput if len(choices) == 1 else None
        )
        if choices:
            self.fields["section"].initial = choices[0][0]
        self.order_fields(["section"])

    def section(self) -> Section:
        return self.section_of[self.cleaned_data["section"]]


class SignUpForm(SectionChoiceForm):
    club_name = forms.ChoiceField(
        label=_("Club"),
        required=False,
        help_text=_("Shown beside your name in public lists."),
    )
    note = forms.CharField(
        label=_("Note for the organisers"),
        max_length=MAX_NOTE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None, *, sections: Sequence[Section], account: User) -> None:
        super().__init__(data)
        self.choose_from(sections, {section.pk: _with_places(section) for section in sections})
        if len(sections) > 1:
            self.fields["section"].widget = forms.RadioSelect(choices=self.fields["section"].choices)  # type: ignore[attr-defined]
        clubs = Membership.objects.filter(person__account=account).select_related("club")
        names = [each.club.name[:MAX_CLUB_LENGTH] for each in clubs.order_by("joined_at", "pk")]
        field: Any = self.fields["club_name"]
        field.choices = [*((name, name) for name in dict.fromkeys(names)), ("", _now("no club"))]


def _with_places(section: Section) -> str:
    """`section.taken` is the number of confirmed entries."""
    if section.entry_limit is None:
        return section.name
    left = section.entry_limit - int(getattr(section, "taken", 0))
    if left <= 0:
        return _now("%(section)s – full: waiting list") % {"section": section.name}
    free = ngettext("%(count)d place left", "%(count)d places left", left) % {"count": left}
    return f"{section.name} – {free}"


class DetailsForm(forms.Form):
    """What is noted about an entry."""

    rating = forms.IntegerField(
        label=_("Rating"),
        required=False,
        min_value=0,
        max_value=MAX_RATING,
        help_text=_("Left empty, it is taken from the rating list."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    club_name = forms.CharField(
        label=_("Club"),
        max_length=MAX_CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    categories = forms.CharField(
        label=_("Categories"),
        max_length=MAX_CATEGORIES_LENGTH,
        required=False,
        help_text=_("For prizes, separated by commas: U20, women."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=MAX_NOTE_LENGTH,
        required=False,
        help_text=_("Only organisers and arbiters see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    fee_paid = forms.BooleanField(label=_("The fee is paid"), required=False)
    fee_waived = forms.BooleanField(label=_("The fee is waived"), required=False)

    def details(self) -> EntryDetails:
        values = self.cleaned_data
        details = EntryDetails(
            club_name=values["club_name"],
            categories=values["categories"],
            note=values["note"],
            fee_paid=values["fee_paid"],
            fee_waived=values["fee_waived"],
        )
        if "rating" in self.fields:
            details["rating"] = values["rating"]
        return details


class EntryForm(DetailsForm):
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None, *, entry: Entry) -> None:
        initial: dict[str, Any] = {
            "club_name": entry.club_name,
            "categories": entry.categories,
            "note": entry.note,
            "fee_paid": entry.fee_paid,
            "fee_waived": entry.fee_waived,
            "version": entry.version,
        }
        if entry.rating_is_own:
            initial["rating"] = entry.rating
        super().__init__(data, initial=initial)
        if entry.starting_rank is not None:
            del self.fields["rating"]
        elif not entry.rating_is_own:
            self.fields["rating"].widget.attrs["placeholder"] = str(entry.rating)


class NewPlayerForm(SectionChoiceForm, DetailsForm, NewPersonForm):
    """Somebody who is not on the site yet."""

    over_limit = forms.BooleanField(label=_("Even if the section is full"), required=False)

    def __init__(
        self, data: QueryDict | None, *, sections: Sequence[Section], initial: Mapping[str, str]
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.fields["listed"].help_text = _(
            "Tick it if the person agreed. The name is shown in the tables of the event in any case."
        )
        self.choose_from(sections)
        self.order_fields(
            ["section", "name", "rating", "club_name", "categories", "country", "year_of_birth"]
        )


class PlayerTableForm(SectionChoiceForm):
    text = forms.CharField(
        label=_("Paste the table"),
        strip=False,
        max_length=MAX_TABLE_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Cells copied from a spreadsheet, or lines with semicolons or commas."),
    )
    over_limit = forms.BooleanField(label=_("Even if the section is full"), required=False)

    def __init__(self, data: QueryDict | None, *, sections: Sequence[Section]) -> None:
        super().__init__(data)
        self.choose_from(sections)


class AbsenceForm(forms.Form):
    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Counts as"), choices=AbsenceKind.choices)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None, *, rounds: Sequence[int], version: int) -> None:
        super().__init__(data, prefix="absence", initial={"version": version, "kind": AbsenceKind.ZERO_POINT})
        field: Any = self.fields["round"]
        field.choices = [(number, str(number)) for number in rounds]


class WithdrawForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"),
        max_length=MAX_REASON_LENGTH,
        required=False,
        help_text=_("Shown in the log."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class KeptApartForm(forms.Form):
    """Two players of a section."""

    one = forms.ChoiceField(label=_("Player"))
    other = forms.ChoiceField(label=_("Other player"))
    strictly = forms.BooleanField(
        label=_("In any case"),
        required=False,
        initial=True,
        help_text=_("Otherwise only if it makes no other pairing worse."),
    )

    def __init__(self, data: QueryDict | None, *, entries: Sequence[Entry], prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self.entry_of = {str(entry.pk): entry for entry in entries}
        in_order = sorted(entries, key=lambda entry: entry.person.sort_key)
        for name in ("one", "other"):
            field: Any = self.fields[name]
            field.choices = [("", "—"), *((str(each.pk), each.person.sort_name) for each in in_order)]

    def pair(self) -> tuple[Entry, Entry]:
        return self.entry_of[self.cleaned_data["one"]], self.entry_of[self.cleaned_data["other"]]
