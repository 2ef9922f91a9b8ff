"""Who may administer the site, and what the policies of clubs and people have in common."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from core.permissions.register import ADMINISTRATORS, Permission
from players.models import Club
from players.seats import seats_in_club, seats_on_site

ADMINISTER_SITE: Final = Permission("site.administer", _("use the administration pages"), ADMINISTRATORS)


def may_administer_site(actor: Actor) -> bool:
    return ADMINISTER_SITE.granted_to(seats_on_site(actor))


def can_sign_in(actor: Actor) -> bool:
    return actor.is_authenticated and actor.is_active


def is_granted_in_club(permission: Permission, actor: Actor, club: Club) -> bool:
    return permission.granted_to(seats_in_club(actor, club))
