"""The demo club: what a newcomer finds on the first start."""

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Club, User


@dataclass(frozen=True)
class DemoLogin:
    email: str
    password: str


def load_demo_club() -> DemoLogin:
    """Create the club and an organiser's account. The password is new each time: this may run on an open network."""
    login = DemoLogin(email="organiser@demo.example", password=secrets.token_urlsafe(12))
    with transaction.atomic():
        Club.objects.create(
            name=_("Lapwing Games Circle"),
            slug="lapwing",
            place=_("Back room of the Golden Anchor"),
            about=_(
                "We meet every Thursday at half past seven for Barragoon and Stratego. "
                "Beginners are welcome, boards are there, and somebody always explains the rules."
            ),
        )
        User.objects.create_user(email=login.email, password=login.password, display_name=_("Demo organiser"))
    return login
