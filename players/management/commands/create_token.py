"""Make an API token for an account, for programs that are set up on the server."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from core.errors import Refused
from players.accounts.services import tokens
from players.models import Scope, User

MAX_DAYS = 3650


class Command(BaseCommand):
    help = "Makes an API token and prints it, once. The account's owner sees it on the account page and can revoke it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument("--name", required=True, help="what it is for")
        parser.add_argument(
            "--scope",
            action="append",
            required=True,
            choices=list(Scope),
            help="what it may do; more than once",
        )
        parser.add_argument("--days", type=int, default=365, help="for how long; 0: until it is revoked")

    def handle(self, *args: Any, email: str, name: str, scope: list[str], days: int, **options: Any) -> None:
        account = User.objects.filter(email__iexact=email, is_active=True).first()
        if account is None:
            raise CommandError(f"There is no account with the address {email} that can sign in.")
        if not 0 <= days <= MAX_DAYS:
            raise CommandError(f"--days is a number from 0 to {MAX_DAYS}.")
        try:
            token = tokens.create_token(
                account=account,
                name=name,
                scopes=[Scope(each) for each in scope],
                expires_at=timezone.now() + timedelta(days=days) if days else None,
                by_operator=True,
            )
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        # Alone, so that a program can take it.
        self.stdout.write(token.secret)
