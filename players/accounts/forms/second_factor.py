"""The forms of the second factor: codes, passkeys, recovery codes."""

import json
from typing import Any

from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _

from players.accounts import selectors
from players.accounts.forms.sign_in import CurrentPasswordForm, OwnersForm
from players.accounts.services import second_factor
from players.models import User

NOT_RIGHT = _("This code is wrong or was already used. Please type the one your app shows now.")
PASSKEY_NOT_RIGHT = _("This passkey could not be checked. Please try again.")
MAX_CREDENTIAL_LENGTH = 16 * 1024  # browsers send one or two


class CodeField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(
            **{"label": _("Code"), "max_length": 60, "widget": forms.TextInput(attrs=attrs), **kwargs}
        )


class CodeForm(AuthenticateForm):  # type: ignore[misc]  # the package has no types
    """The second step of signing in."""

    code = CodeField(help_text=_("The six digits that your app shows, or one of your recovery codes."))

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"])
        self.authenticator = second_factor.use_code(account=self.user, code=code)
        if self.authenticator is None:
            raise forms.ValidationError(NOT_RIGHT)
        return code


class NewAppForm(OwnersForm):
    """Asked after the password: whether the app shows the right code for the secret it was given."""

    code = CodeField(help_text=_("The six digits that your app shows now."))


class PasswordAndCodeForm(CurrentPasswordForm):
    """Asks for both where the app is on: one alone must not be enough to remove the other."""

    code = CodeField(help_text=_("The six digits that your app shows, or one of your recovery codes."))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        if selectors.second_factors_of(user).app_since is None:
            del self.fields["code"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or "code" not in self.fields:
            return data
        # Checked last, when the rest is right: a code works once.
        if not second_factor.check_code(account=self.user, code=data["code"]):
            self.add_error("code", NOT_RIGHT)
        return data


class NewPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """What the browser made, and a name to know it by."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=second_factor.MAX_PASSKEY_NAME_LENGTH,
        help_text=_("So that you know later which device it is on."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    passwordless = None

    def clean_credential(self) -> dict[str, Any]:
        credential = self.cleaned_data["credential"]
        if not isinstance(credential, dict) or len(json.dumps(credential)) > MAX_CREDENTIAL_LENGTH:
            raise forms.ValidationError(PASSKEY_NOT_RIGHT)
        return credential

    def clean(self) -> dict[str, Any]:
        """Every passkey signs in alone, so the device has to have checked who holds it."""
        self.cleaned_data["passwordless"] = True
        data: dict[str, Any] = super().clean()
        return data
