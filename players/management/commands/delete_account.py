"""Delete an account for somebody who cannot do it on the account page."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.errors import Refused
from players.accounts.services import accounts
from players.models import User


class Command(BaseCommand):
    help = "Deletes an account for good, as its owner would on the account page. Results stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        name = parser.add_mutually_exclusive_group(required=True)
        name.add_argument("--keep-name", action="store_true", help="results stay under the name")
        name.add_argument("--forget-name", action="store_true", help="results stay, but the name goes")

    def handle(self, *args: Any, email: str, keep_name: bool, **options: Any) -> None:
        account = User.objects.filter(email__iexact=email).first()
        if account is None:
            raise CommandError(f"There is no account with the address {email}.")
        try:
            accounts.delete_account(account=account, keep_name=keep_name)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"The account {account.email} is deleted.")
