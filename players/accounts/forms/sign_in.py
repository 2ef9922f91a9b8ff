"""The forms of signing up and in, and of passwords."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from core.db.folding import INVISIBLE_CHARACTERS
from players.accounts.selectors import find_time_zone
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


class SignUpForm(NameForm):
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

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        if User.objects.filter(email__iexact=email).exists():
            raise forms.ValidationError(EMAIL_TAKEN)
        return email

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "password" in data:
            somebody = User(email=data.get("email", ""), display_name=data.get("display_name", ""))
            try:
                password_validation.validate_password(data["password"], somebody)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _(
            "This e-mail address and password do not match. Please check both. Capital and small "
            "letters matter."
        ),
        "inactive": _("This account is closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("E-mail address")
        name.widget = forms.EmailInput(attrs={"autocomplete": "username", "maxlength": 254})
        self.fields["password"].widget = PasswordInput(attrs={"autocomplete": "current-password"})


class ResetPasswordForm(forms.Form):
    email = AddressField(help_text=_("The one you signed up with."))


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
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your current password. Please type it again."))
        return password


class ChangePasswordForm(CurrentPasswordForm, NewPasswordForm):
    field_order = ("present_password", "password")
