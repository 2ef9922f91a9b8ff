"""The forms of signing up and in, and of passwords."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib.auth import password_validation
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from core.db.folding import INVISIBLE_CHARACTERS
from players.accounts.selectors import find_time_zone, has_usable_tokens
from players.accounts.services import accounts
from players.models import User

EMAIL_TAKEN = _("There is already an account with this e-mail address. Sign in, or reset your password.")
PASSWORD_ADVICE = _("At least ten characters. Several words in a row are easy to remember and hard to guess.")


class PasswordInput(forms.PasswordInput):
    """A password field that can show what is typed."""

    template_name = "forms/widgets/password.html"


class AddressField(forms.EmailField):
    """An e-mail address, as long as they can be."""

    def __init__(self, *, autocomplete: str = "email", **kwargs: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
        super().__init__(**{"label": _("E-mail address"), "max_length": 254, "widget": widget, **kwargs})


class NameForm(forms.Form):
    display_name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("As other people see it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def clean_display_name(self) -> str:
        name = " ".join(self.cleaned_data["display_name"].split())
        if INVISIBLE_CHARACTERS.search(name):
            raise forms.ValidationError(_("The name has invisible characters. Please type it again."))
        if not any(character.isalnum() for character in name):
            raise forms.ValidationError(_("A name needs at least one letter."))
        return name


class SignUpForm(NameForm, allauth_forms.BaseSignupForm):  # type: ignore[misc]  # the package has no types
    by_passkey = False  # passkeys are added later, with the password
    field_order = ("display_name", "email", "password", "time_zone")

    email = AddressField(help_text=_("You sign in with it. Other people do not see it."))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=PASSWORD_ADVICE,
        widget=PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    # Filled in by a script, if there is one.
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def clean_time_zone(self) -> str:
        return find_time_zone(self.cleaned_data["time_zone"])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")  # the package calls it otherwise

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(EMAIL_TAKEN)
        return email

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "password" in data:
            somebody = User(email=data.get("email", ""), display_name=data.get("display_name", ""))
            try:
                password_validation.validate_password(data["password"], somebody)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data

    def save(self, request: HttpRequest) -> User:
        data = self.cleaned_data
        return accounts.sign_up(
            email=data["email"],
            display_name=data["display_name"],
            password=data["password"],
            language=get_language() or "",
            time_zone=data["time_zone"],
        )


class SignInForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = AddressField(autocomplete="username")
        self.fields["password"] = forms.CharField(
            label=_("Password"),
            strip=False,
            widget=PasswordInput(attrs={"autocomplete": "current-password"}),
        )
        self.order_fields(["login", "password"])

    def add_prefix(self, field_name: str) -> str:
        """On the page the address is called what password managers have always known it by."""
        return "username" if field_name == "login" else str(super().add_prefix(field_name))


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    email = AddressField(help_text=_("The one you signed up with."))

    def clean_email(self) -> str:
        """Accounts by their own address alone: one that waits to be confirmed may be a stranger's."""
        email = str(self.cleaned_data["email"])
        self.users = list(User.objects.filter(email__iexact=email, is_active=True))
        return email


class OwnersForm(forms.Form):
    """A form about the account of the user it is made for."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class NewPasswordForm(OwnersForm):
    """Asked once: who mistypes it can look at it, or have it reset."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        help_text=PASSWORD_ADVICE,
        widget=PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        password_validation.validate_password(password, self.user)
        return password


class CurrentPasswordForm(OwnersForm):
    present_password = forms.CharField(
        label=_("Current password"),
        strip=False,
        help_text=_("So that nobody else can do this at a screen you left open."),
        widget=PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def clean_present_password(self) -> str:
        password = str(self.cleaned_data["present_password"])
        if not self.user.has_usable_password():
            raise forms.ValidationError(
                _("Your account has no password yet. Choose one by e-mail first: “Forgot your password?”.")
            )
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your current password. Please type it again."))
        return password


class RevokingForm(OwnersForm):
    """Offers to revoke the API tokens, if there are any: whoever knows the old password may have made one."""

    revoke_tokens = forms.BooleanField(
        label=_("Revoke my API tokens as well"),
        help_text=_("Programs that use one need a new token then."),
        required=False,
        initial=True,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        if not has_usable_tokens(user):
            del self.fields["revoke_tokens"]

    def revokes_tokens(self) -> bool:
        return bool(self.cleaned_data.get("revoke_tokens"))


class ChangePasswordForm(CurrentPasswordForm, NewPasswordForm, RevokingForm):
    field_order = ("present_password", "password", "revoke_tokens")

    def __init__(self, *args: Any, keep_session: str | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._keep_session = keep_session

    def save(self) -> None:
        accounts.change_password(
            user=self.user,
            password=self.cleaned_data["password"],
            revoke_tokens=self.revokes_tokens(),
            keep_session=self._keep_session,
        )


class ResetPasswordKeyForm(NewPasswordForm, RevokingForm):
    field_order = ("password", "revoke_tokens")

    def __init__(self, *args: Any, temp_key: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)

    def save(self) -> None:
        accounts.reset_password(
            user=self.user,
            password=self.cleaned_data["password"],
            revoke_tokens=self.revokes_tokens(),
        )
