"""Make a new or upgraded installation ready to serve: tables and static files."""

from typing import Any

from django.core.management import CommandError
from django.core.management.base import BaseCommand

from config.preparation import PreparationError, prepare


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []  # the checks would ask the database before we can

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepare(say=self.stdout.write)
        except PreparationError as error:
            raise CommandError(str(error)) from error
