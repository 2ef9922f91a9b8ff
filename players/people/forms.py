"""Forms about people."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from players.accounts.forms.sign_in import AddressField
from players.countries import country_choices
from players.models import Person
from players.models.people import MAX_NAME_LENGTH
from players.people.policies import PersonRights
from players.people.services.people import PersonChanges, PersonDetails

MAX_REASON_LENGTH = 300


def _country_choices() -> list[tuple[str, str]]:
    return [("", "—"), *country_choices()]


class NewPersonForm(forms.Form):
    """What one knows of somebody who is not on the site yet. The service checks it."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("As people say it: Agnes Brandt. “Brandt, Agnes” is understood as well."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    country = forms.ChoiceField(label=_("Country"), choices=_country_choices, required=False)
    year_of_birth = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        help_text=_("Nobody else sees it."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    listed = forms.BooleanField(
        label=_("Listed: everybody may see the profile, and find it"),
        required=False,
        help_text=_("Tick it if the person agreed."),
    )


class PersonForm(NewPersonForm):
    """All that is known about a person."""

    sort_name = forms.CharField(
        label=_("Name in lists"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_("Left empty, it is made from the name: Brandt, Agnes."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    shows_year_of_birth = forms.BooleanField(label=_("Everybody may see the year of birth"), required=False)
    field_order = ("name", "sort_name", "country", "year_of_birth", "shows_year_of_birth", "listed")

    def __init__(self, data: QueryDict | None = None, *, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.fields["year_of_birth"].help_text = _("Nobody else sees it, unless the person agrees below.")
        self.fields["listed"].help_text = _(
            "Without it, only the members of the person’s clubs see it. Tick it if the person agreed."
        )

    def details(self) -> PersonDetails:
        values = self.cleaned_data
        return PersonDetails(
            sort_name=values["sort_name"],
            country=values["country"],
            year_of_birth=values["year_of_birth"],
            shows_year_of_birth=values["shows_year_of_birth"],
            listed=values["listed"],
        )


class EditPersonForm(PersonForm):
    """Shows and changes only what the viewer may see and change."""

    shows_photo = forms.BooleanField(label=_("Everybody may see the photo"), required=False)
    reason = forms.CharField(
        label=_("Why"),
        max_length=MAX_REASON_LENGTH,
        required=False,
        help_text=_("It is kept in the history with the change."),
    )

    def __init__(self, person: Person, rights: PersonRights, data: QueryDict | None = None) -> None:
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
                "A year is stored that only the person sees. Leave the field empty to keep it."
            )
        if "shows_photo" in self.fields and not person.photo:
            del self.fields["shows_photo"]

    def changes(self) -> PersonChanges:
        values = dict(self.cleaned_data)
        values.pop("reason")
        if values["name"] != self.person.name and values["sort_name"] == self.person.sort_name:
            values["sort_name"] = ""  # follows the new name
        if self.keeps_unseen_year and values.get("year_of_birth") is None:
            values.pop("year_of_birth", None)
        return cast("PersonChanges", values)


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label=_("Photo"),
        help_text=_("A JPEG, PNG or WebP file of up to 10 MB and 24 megapixels. It is cut to a square."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    shows_photo = forms.BooleanField(
        label=_("Everybody who sees the profile may see the photo"),
        required=False,
        help_text=_("Otherwise only the person sees it."),
    )


class PeopleFilterForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100, required=False)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    country = forms.CharField(label=_("Country"), max_length=2, required=False)


class ProfileInvitationForm(forms.Form):
    email = AddressField(
        help_text=_("Of the person whose profile this is. It is forgotten as soon as they answer."),
        autocomplete="off",
    )


class ClaimForm(forms.Form):
    message = forms.CharField(
        label=_("A few words to the organiser"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("So that they recognise you."),
    )
