"""Switch an account's second factor off, for somebody who lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.accounts.services import second_factor
from players.models import User


class Command(BaseCommand):
    help = (
        "Switches the second factor of an account off and ends its sessions. The owner gets a mail. "
        "Make sure first that it is the owner who asks: by phone or in person, not by mail alone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument("--reason", default="", help="kept in the history: how you knew who asked")

    def handle(self, *args: Any, email: str, reason: str, **options: Any) -> None:
        account = User.objects.filter(email__iexact=email).first()
        if account is None:
            raise CommandError(f"There is no account with the address {email}.")
        if not second_factor.reset(actor=None, account=account, reason=reason):
            raise CommandError(f"The second factor of {account.email} is off already.")
        self.stdout.write(f"The second factor of {account.email} is off. All sessions are ended.")
