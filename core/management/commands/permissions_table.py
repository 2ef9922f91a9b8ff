"""`manage.py permissions_table`: print docs/permissions.md, or write it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from core.permissions.table import permissions_table


class Command(BaseCommand):
    help = "Print the table of who may do what; with --write, into docs/permissions.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write docs/permissions.md")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["write"]:
            self.stdout.write(permissions_table(), ending="")
            return
        file = settings.BASE_DIR / "docs" / "permissions.md"
        file.write_text(permissions_table(), encoding="utf-8")
        self.stdout.write(f"Wrote {file.relative_to(settings.BASE_DIR)}.")
