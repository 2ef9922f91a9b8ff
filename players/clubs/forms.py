"""The forms of clubs, their members, invitations and requests."""

from collections.abc import Sequence
from typing import Any, Final, cast

from django import forms
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from audit.changes import Value
from audit.forms import DayInput
from players.accounts.forms.sign_in import AddressField
from players.clubs.services.clubs import RECORDED_FIELDS
from players.models import Club, Membership, RatingPool, Role
from players.models.starting_ratings import MAX_RATING_SOURCE_LENGTH
from players.people.selectors.tables import MAX_TABLE_BYTES

ROLE_DESCRIPTIONS: Final = {
    Role.OWNER: _("everything, including settings, organisers and other owners"),
    Role.ORGANISER: _("people, members, events and results"),
    Role.ARBITER: _("results and rulings at events"),
    Role.MEMBER: _("sees all members"),
}


def describe_role(roles: Sequence[Role]) -> list[tuple[str, str]]:
    return [(role.value, f"{capfirst(role.label)}: {ROLE_DESCRIPTIONS[role]}") for role in roles]


class ClubForm(forms.ModelForm[Club]):
    """A club's settings. Each field remembers what it showed at first, so that only what was changed is saved."""

    website = forms.URLField(
        label=_("Website"),
        required=False,
        max_length=300,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"autocomplete": "url", "placeholder": "https://"}),
    )

    class Meta:
        model = Club
        fields: Sequence[str] = RECORDED_FIELDS
        labels = {
            "name": _("Name of the club"),
            "place": _("Place"),
            "country": _("Country"),
            "meeting_times": _("When you meet"),
            "about": _("About the club"),
            "contact_email": _("Public e-mail address"),
            "welcomes_requests": _("People may ask to join"),
        }
        help_texts = {
            "place": _("Where you play: a town, or an address."),
            "meeting_times": _("For example: Thursdays from 19:30, not in August."),
            "about": _("What newcomers should know. An empty line begins a new paragraph."),
            "contact_email": _(
                "Everybody sees it on the club’s page. Leave it empty if you do not want that."
            ),
            "welcomes_requests": _("Otherwise new members come by invitation only."),
        }
        error_messages = {
            "name": {
                "unique": _(
                    "There is already a club with this name. Add the town, for instance, to tell them apart."
                )
            }
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            for field in self.fields.values():
                field.show_hidden_initial = True

    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def seen(self) -> dict[str, Value]:
        """What the fields showed when the page was loaded."""
        shown = {name: self.data.get(self[name].html_initial_name) for name in self.fields}
        return {
            name: cast(Value, self.fields[name].to_python(value))
            for name, value in shown.items()
            if value is not None
        }

    def rebased_on(self, current: Club) -> "ClubForm":
        """The form again: what the user changed is as they wrote it, everything else as it is now."""
        shown = ClubForm(instance=current)
        data = {name: self.data[name] for name in self.data}
        for name in shown.fields:
            value = shown[name].value()
            data[f"initial-{name}"] = value
            if name in self.changed_data:
                continue
            if isinstance(value, bool):
                data.pop(name, None)
            if value is not False:
                data[name] = value
        return ClubForm(data, instance=current)


class NewClubForm(ClubForm):
    """The first steps: the rest is added in the settings, when there is time."""

    class Meta(ClubForm.Meta):
        fields = ("name", "place", "country", "meeting_times", "about", "welcomes_requests")

    website = None  # type: ignore[assignment]


class RoleForm(forms.Form):
    seen = forms.ChoiceField(choices=Role.choices, widget=forms.HiddenInput, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("The member and the organisers read it in the history."),
    )

    def __init__(self, *args: Any, roles: Sequence[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"), choices=describe_role(roles), widget=forms.RadioSelect
        )
        self.order_fields(["role"])


class RecognitionForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("It is kept in the club’s history, and shown beside the new versions of the lists."),
    )


class ReasonForm(forms.Form):
    """Why something is done that others may want to understand later."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("It is kept in the club’s history."),
    )


class EndMembershipForm(ReasonForm):
    seen = forms.ChoiceField(choices=Role.choices, widget=forms.HiddenInput, required=False)


class HandOverForm(ReasonForm):
    def __init__(self, *args: Any, giver: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["giver_becomes"] = forms.ChoiceField(
            label=_("What %(name)s will be afterwards") % {"name": giver.person},
            choices=describe_role((Role.ORGANISER, Role.ARBITER, Role.MEMBER)),
            initial=Role.ORGANISER.value,
            widget=forms.RadioSelect,
        )
        self.order_fields(["giver_becomes"])


class InvitationForm(forms.Form):
    email = AddressField(help_text=_("The link in the e-mail is valid for two weeks."), autocomplete="off")
    message = forms.CharField(
        label=_("Personal message"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, roles: Sequence[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"] = forms.ChoiceField(
            label=_("Role"), choices=[(role.value, capfirst(role.label)) for role in roles]
        )
        self.order_fields(["email", "role"])


class JoinRequestForm(forms.Form):
    message = forms.CharField(
        label=_("Message to the organisers"),
        max_length=1000,
        required=False,
        help_text=_("Who you are, what you play, who told you of the club."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class JoinAnswerForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        required=False,
        help_text=_("The applicant reads it in the e-mail."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class PeopleImportForm(forms.Form):
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

    pool = forms.ModelChoiceField(
        label=_("Starting ratings"),
        queryset=RatingPool.objects.none(),
        required=False,
        empty_label=_("none: the table has no ratings"),
        help_text=_("The list for which the column “Rating” counts. The ratings are marked as provisional."),
    )
    rating_source = forms.CharField(
        label=_("Where the ratings come from"), required=False, max_length=MAX_RATING_SOURCE_LENGTH
    )
    rated_on = forms.DateField(label=_("Date of the ratings"), required=False, widget=DayInput)

    def __init__(self, *args: Any, pools: QuerySet[RatingPool], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pool: Any = self.fields["pool"]
        pool.queryset = pools

    def ratings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("pool", "rating_source", "rated_on")}

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not values.get("file") and not values.get("text", "").strip() and not self.errors:
            raise forms.ValidationError(_("Please paste a table, or choose a file."))
        return values

    def table(self) -> bytes:
        """At most one byte more than is accepted: enough for the sentence that says so."""
        file = self.cleaned_data["file"]
        return (
            bytes(file.read(MAX_TABLE_BYTES + 1))
            if file
            else self.cleaned_data["text"].encode(errors="replace")
        )

    def file_name(self) -> str:
        file = self.cleaned_data["file"]
        return "".join(character for character in file.name if character.isprintable()) if file else ""
