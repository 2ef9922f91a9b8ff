"""Set-ups that an account keeps for games to come."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused
from games.models import SavedSetup
from players.models import User

MAX_SETUPS: Final = 50


@transaction.atomic
def save_setup(*, account: User, kind: str, name: str, text: str) -> SavedSetup:
    """Under a name that is known the new one takes the place of the old one."""
    User.objects.select_for_update().get(pk=account.pk)
    name = " ".join(name.split())
    if not name:
        raise Refused(_("Please give the set-up a name."))
    others = SavedSetup.objects.filter(account=account).exclude(kind=kind, name=name)
    if others.count() >= MAX_SETUPS:
        raise Refused(_("You keep %(max)d set-ups. Please delete some first.") % {"max": MAX_SETUPS})
    setup, _is_new = SavedSetup.objects.update_or_create(
        account=account, kind=kind, name=name, defaults={"text": text, "saved_at": timezone.now()}
    )
    return setup


def delete_setup(*, account: User, setup: int) -> None:
    SavedSetup.objects.filter(account=account, pk=setup).delete()
