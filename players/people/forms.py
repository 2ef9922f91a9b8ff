"""Forms about people."""

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from players.countries import country_choices
from players.models import Person
from players.models.person import LONGEST_NAME
from players.people.services import Changes, Details
from players.people.table_reading import MOST_BYTES
from players.policies import RightsTowardsPerson

LONGEST_REASON = 300


def _countries() -> list[tuple[str, str]]:
    return [("", "—"), *country_choices()]


class PersonForm(forms.Form):
    """What is known about a person. The service checks it; here is only what a browser can help with."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("As people say it: Agnes Brandt. “Brandt, Agnes” is understood as well."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    sort_name = forms.CharField(
        label=_("Name in lists"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("Left empty, it is made of the name: Brandt, Agnes."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    country = forms.ChoiceField(label=_("Country"), choices=_countries, required=False)
    year_of_birth = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        help_text=_("Nobody else sees it, unless the person agrees below."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    shows_year_of_birth = forms.BooleanField(label=_("Everybody may see the year of birth"), required=False)
    listed = forms.BooleanField(
        label=_("Listed: everybody may see the profile, and find it"),
        required=False,
        help_text=_(
            "Without it, only the members of the person’s clubs see it. Tick it if the person agreed."
        ),
    )

    def details(self) -> Details:
        values = self.cleaned_data
        return Details(
            sort_name=values["sort_name"],
            country=values["country"],
            year_of_birth=values["year_of_birth"],
            shows_year_of_birth=values["shows_year_of_birth"],
            listed=values["listed"],
        )


class EditPersonForm(PersonForm):
    """Shows and changes only what whoever fills it in may see and change."""

    shows_photo = forms.BooleanField(label=_("Everybody may see the photo"), required=False)
    reason = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Stands in the history beside the change."),
    )

    def __init__(self, person: Person, rights: RightsTowardsPerson, data: QueryDict | None = None) -> None:
        fields = ("name", "sort_name", "country", "shows_year_of_birth", "shows_photo", "listed")
        initial = {name: getattr(person, name) for name in fields}
        if rights.see_year_of_birth:
            initial["year_of_birth"] = person.year_of_birth
        super().__init__(data, initial=initial)
        self.person = person
        self.keeps_unseen_year = person.year_of_birth is not None and not rights.see_year_of_birth
        if not rights.decide:
            for name in ("year_of_birth", "shows_year_of_birth", "shows_photo", "listed"):
                del self.fields[name]
        elif self.keeps_unseen_year:
            self.fields["year_of_birth"].help_text = _(
                "One is stored that only the person sees. Left empty, it stays."
            )
        if "shows_photo" in self.fields and not person.photo:
            del self.fields["shows_photo"]

    def changes(self) -> Changes:
        values = dict(self.cleaned_data)
        values.pop("reason")
        if values["name"] != self.person.name and values["sort_name"] == self.person.sort_name:
            values["sort_name"] = ""  # follows the new name
        if self.keeps_unseen_year and values.get("year_of_birth") is None:
            values.pop("year_of_birth", None)
        return cast("Changes", values)


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label=_("Photo"),
        help_text=_("A JPEG, PNG or WebP file of up to 10 MB. It is cut to a square."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    shows_photo = forms.BooleanField(
        label=_("Everybody who sees the profile may see the photo"),
        required=False,
        help_text=_("Otherwise nobody sees it but the person."),
    )


class PeopleFilterForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100, required=False)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = forms.CharField(label=_("Country"), max_length=2, required=False)


class ImportForm(forms.Form):
    """A table, pasted or as a file."""

    text = forms.CharField(
        label=_("Paste the table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Cells copied from a spreadsheet, or lines with semicolons or commas."),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV, of up to 4 MB and 20,000 lines."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not values.get("file") and not values.get("text", "").strip() and not self.errors:
            raise forms.ValidationError(_("Please paste a table, or choose a file."))
        return values

    def table(self) -> bytes:
        """At most one byte more than is accepted: enough for the sentence that says so."""
        file = self.cleaned_data["file"]
        return (
            bytes(file.read(MOST_BYTES + 1)) if file else self.cleaned_data["text"].encode(errors="replace")
        )

    def file_name(self) -> str:
        file = self.cleaned_data["file"]
        return "".join(character for character in file.name if character.isprintable()) if file else ""


class InviteForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        help_text=_("Of the person whose profile this is. It is forgotten as soon as they answer."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class ClaimForm(forms.Form):
    message = forms.CharField(
        label=_("A few words to the organiser"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("By which they recognise you."),
    )
