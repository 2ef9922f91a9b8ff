"""The forms of the second factor: codes, passkeys, recovery codes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.forms.fields import InvalidJSONInput
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


class CredentialField(forms.JSONField):
    """What a browser sends about a passkey."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > MAX_CREDENTIAL_LENGTH:
            raise forms.ValidationError(PASSKEY_NOT_RIGHT)
        try:
            return super().to_python(value)
        except RecursionError:
            raise forms.ValidationError(PASSKEY_NOT_RIGHT) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The page never shows what was sent: the browser makes another."""
        return InvalidJSONInput("")


@contextmanager
def nonsense_refused() -> Iterator[None]:
    """The package lets errors of its readers through where somebody sends what no browser does."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise forms.ValidationError(PASSKEY_NOT_RIGHT) from error


class SecondStepPasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with nonsense_refused():
            return super().clean_credential()


class PasskeySignInForm(LoginWebAuthnForm):  # type: ignore[misc]
    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with nonsense_refused():
            return super().clean_credential()


class NewPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """What the browser made, and a name to know it by."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=second_factor.MAX_PASSKEY_NAME_LENGTH,
        help_text=_("So that you know later which device it is on."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    credential = CredentialField()
    passwordless = None

    def clean(self) -> dict[str, Any]:
        """Every passkey signs in alone, so the device has to have checked who holds it."""
        self.cleaned_data["passwordless"] = True
        with nonsense_refused():
            data: dict[str, Any] = super().clean()
        return data
