"""The form for a new API token."""

from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.accounts.forms import INVISIBLE, PresentPasswordForm
from players.models import Scope

FOR_EVER: Final = "for-ever"
LIFETIMES: Final = {"30": _("30 days"), "90": _("90 days"), "365": _("a year"), FOR_EVER: _("until revoked")}
EXPLAINED: Final = {
    Scope.READ: _("Read: see what you can see"),
    Scope.SUBMIT: _("Submit: hand in games and results for you"),
    Scope.ORGANISE: _("Organise: change people, clubs and members where you may"),
}


class NewTokenForm(PresentPasswordForm):
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
        choices=list(EXPLAINED.items()),
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    lifetime = forms.ChoiceField(label=_("Valid for"), choices=list(LIFETIMES.items()), initial="90")

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if INVISIBLE.search(name):
            raise forms.ValidationError(
                _("The name has characters that cannot be seen. Please type it again.")
            )
        return name

    def clean_scopes(self) -> list[Scope]:
        return [Scope(scope) for scope in self.cleaned_data["scopes"]]

    @property
    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["lifetime"]
        return timezone.now() + timedelta(days=int(days)) if days != FOR_EVER else None
