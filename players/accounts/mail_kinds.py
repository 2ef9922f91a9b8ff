"""The kinds of mail the site sends to accounts: each app registers its own, and their owners choose among them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import MailChoice, User


@dataclass(frozen=True)
class MailKind:
    """`key` is stored and never changes its meaning. What is not optional is sent whether it is wanted or not."""

    key: str
    label: str | Promise
    help: str | Promise
    default: bool = True
    optional: bool = True


_kinds: dict[str, MailKind] = {}


def register(kind: MailKind) -> MailKind:
    if kind.key in _kinds:
        raise ImproperlyConfigured(f"Two kinds of mail are called {kind.key!r}.")
    return _kinds.setdefault(kind.key, kind)


def all_kinds() -> tuple[MailKind, ...]:
    return tuple(_kinds.values())


def optional_kind(key: str) -> MailKind | None:
    kind = _kinds.get(key)
    return kind if kind and kind.optional else None


SECURITY = register(
    MailKind(
        "security",
        _("Security"),
        _("Your password, your address or your second factor was changed, or somebody asked for it."),
        optional=False,
    )
)
NEW_DEVICE = register(
    MailKind(
        "new_device",
        _("Signing in on a new device"),
        _("Somebody, probably you, signed in with a browser that we have not seen with your account."),
    )
)


def wants(account: User, kind: MailKind) -> bool:
    """Whoever sends an optional mail asks this first; `players.accounts.mail.send` does. One query."""
    if not kind.optional:
        return True
    said = MailChoice.objects.filter(account=account, kind=kind.key).values_list("wanted", flat=True).first()
    return kind.default if said is None else said


def choices_of(account: User) -> dict[str, bool]:
    """For each optional kind whether it is wanted. One query."""
    said = dict(MailChoice.objects.filter(account=account).values_list("kind", "wanted"))
    return {kind.key: said.get(kind.key, kind.default) for kind in all_kinds() if kind.optional}


@transaction.atomic
def choose(*, account: User, wanted: Mapping[str, bool]) -> None:
    """Keep what somebody said about the kinds named. Two people at one account: the later one decides."""
    MailChoice.objects.bulk_create(
        [
            MailChoice(account=account, kind=key, wanted=value)
            for key, value in wanted.items()
            if optional_kind(key)
        ],
        update_conflicts=True,
        unique_fields=["account", "kind"],
        update_fields=["wanted"],
    )
