"""Every page of the site, with what it needs to be shown. A new page is one line here; then all checks look at it."""

from typing import NamedTuple

from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from players.models import Club, User


class Page(NamedTuple):
    name: str
    path: str
    signed_in: bool = False
    status: int = 200
    debug: bool = False


PAGES = (
    Page("home", "/"),
    Page("clubs", "/clubs/"),
    Page("clubs found by nobody", "/clubs/?q=nothing"),
    Page("club", "/clubs/lapwing/"),
    Page("club without words", "/clubs/silent/"),
    Page("sign up", "/account/sign-up/"),
    Page("sign in", "/account/sign-in/?next=/account/"),
    Page("forgotten password", "/account/password/forgotten/"),
    Page("reset mail sent", "/account/password/forgotten/sent/"),
    Page("reset link that does not work", "/account/password/new/x/y/", status=410),
    Page("account", "/account/", signed_in=True),
    Page("change password", "/account/password/", signed_in=True),
    Page("delete account", "/account/delete/", signed_in=True),
    Page("not found", "/nowhere/", status=404),
    Page("style guide", "/style-guide/", debug=True),
)
PASSWORD = "seven lapwings on a wet meadow"


def furnish() -> User:
    """What the pages show: clubs, and somebody to sign in."""
    Club.objects.create(
        name="Lapwing Games Circle",
        slug="lapwing",
        place="Golden Anchor",
        about="Every Thursday.\n\nCome along.",
    )
    Club.objects.create(name="Silent Club", slug="silent")
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


def reset_link(user: User) -> str:
    identifier = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("reset-password-confirm", args=[identifier, default_token_generator.make_token(user)])
