"""What changes an account: each function is one transaction.

Passwords are hashed before it begins: that takes long on purpose, and SQLite lets one writer in at a time.
"""

from collections.abc import Callable

from axes.models import AccessAttempt
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from players.accounts import lockout
from players.models import User
from players.people.services import part_from_account


class EmailTaken(Exception):
    """There is an account with this e-mail address already."""


def sign_up(*, email: str, display_name: str, password: str) -> User:
    user = User(email=User.objects.normalize_email(email), display_name=display_name)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        # The form looked before, but two people may send theirs at the same moment: the database decides.
        raise EmailTaken from error
    return user


def change_password(*, user: User, password: str) -> None:
    """Sessions are bound to the password: all of them end but the one that the caller renews."""
    user.set_password(password)
    user.save(update_fields=["password"])


@transaction.atomic
def send_reset_mail(*, email: str, link: Callable[[str, str], str]) -> None:
    """Send a link for a new password, if there is such an account. `link` makes it of id and token."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        return
    identifier = urlsafe_base64_encode(force_bytes(user.pk))
    address = link(identifier, default_token_generator.make_token(user))
    # To the address that is stored, not to the one that was typed: what looks alike need not be the same.
    context = {"user": user, "link": address}
    subject = render_to_string("accounts/mail/reset_password_subject.txt", context).strip()
    send_mail(subject, render_to_string("accounts/mail/reset_password.txt", context), None, [user.email])


def reset_password(*, user: User, password: str) -> None:
    """The owner has shown that the mail reached them: failures counted so far no longer matter."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        lockout.lift(email=user.email)


@transaction.atomic
def delete_account(*, user: User) -> None:
    AccessAttempt.objects.filter(username=user.email.lower()).delete()
    part_from_account(account=user)
    user.delete()
