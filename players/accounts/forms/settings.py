"""The forms of the account pages: address, preferences, mails, API tokens."""

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from core.db.folding import INVISIBLE_CHARACTERS
from players.accounts.forms.sign_in import (
    EMAIL_TAKEN,
    AddressField,
    CurrentPasswordForm,
)
from players.accounts.selectors import find_time_zone, offered_time_zones
from players.models import Scope, Theme, User

NO_EXPIRY: Final = "for-ever"

TOKEN_LIFETIMES: Final = {
    "30": _("30 days"),
    "90": _("90 days"),
    "365": _("a year"),
    NO_EXPIRY: _("until revoked"),
}

SCOPE_LABELS: Final = {
    Scope.READ: _("Read: see what you can see"),
    Scope.SUBMIT: _("Submit: hand in games and results for you"),
    Scope.ORGANISE: _("Organise: change people, clubs and members where you may"),
}


class NewEmailForm(CurrentPasswordForm):
    email = AddressField(
        label=_("New e-mail address"),
        help_text=_("We send a link there. Your address changes when you follow it."),
    )
    field_order = ("email", "present_password")

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if email == self.user.email:
            raise forms.ValidationError(_("This is already your address."))
        if User.objects.filter(email__iexact=email).exclude(pk=self.user.pk).exists():
            raise forms.ValidationError(EMAIL_TAKEN)
        return email


class DeletionForm(CurrentPasswordForm):
    name = forms.ChoiceField(
        label=_("Your name in results, games and the history"),
        choices=[
            ("keep", _("stays: what I played is still mine")),
            ("forget", _("is replaced by “Deleted player”")),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("name", "present_password")

    def keeps_name(self) -> bool:
        return bool(self.cleaned_data["name"] == "keep")


class TimeZoneInput(forms.TextInput):
    """A field with suggestions: a part of a place's name is enough to find its zone."""

    template_name = "forms/widgets/zone.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["zones"] = offered_time_zones()
        context["list_id"] = f"{context['widget']['attrs'].get('id', name)}_zones"
        context["widget"]["attrs"]["list"] = context["list_id"]
        return context


def language_choices() -> list[tuple[str, str]]:
    """Each language in its own words, so that one finds the way back from a wrong choice."""
    return [
        (code, str(get_language_info(code)["name_local"]).capitalize()) for code, _name in settings.LANGUAGES
    ]


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"), choices=language_choices, help_text=_("For pages and for e-mails.")
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("Type a part of a name, such as “Berlin”. All times are shown in this zone."),
        widget=TimeZoneInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    theme = forms.ChoiceField(label=_("Colours"), choices=Theme.choices, widget=forms.RadioSelect)

    def clean_time_zone(self) -> str:
        zone = find_time_zone(self.cleaned_data["time_zone"])
        if not zone:
            raise forms.ValidationError(
                _("There is no such time zone. Choose one from the list, such as Europe/Berlin.")
            )
        return zone


class NewTokenForm(CurrentPasswordForm):
    field_order = ("name", "scopes", "lifetime", "present_password")

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("What it is for, such as “results screen in the hall”. Only you see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may be used for"),
        help_text=_("Choose no more than is needed."),
        choices=list(SCOPE_LABELS.items()),
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    lifetime = forms.ChoiceField(label=_("Valid for"), choices=list(TOKEN_LIFETIMES.items()), initial="90")

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if INVISIBLE_CHARACTERS.search(name):
            raise forms.ValidationError(_("The name has invisible characters. Please type it again."))
        return name

    def clean_scopes(self) -> list[Scope]:
        return [Scope(scope) for scope in self.cleaned_data["scopes"]]

    @property
    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days != NO_EXPIRY else None
