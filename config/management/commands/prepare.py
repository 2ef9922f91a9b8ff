"""Make a new or upgraded installation ready to serve: tables, static files, and a demo club where nothing is yet."""

from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config.static_collection import (
    fingerprint_of_last_collection,
    fingerprint_of_sources,
    remember_collection,
)
from players.demo import load_demo_club
from players.models import Club, User


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []  # noqa: RUF012  the checks would ask the database before we can

    def handle(self, *args: Any, **options: Any) -> None:
        self._migrate()
        self._collect_static_files()
        if not Club.objects.exists() and not User.objects.exists():
            demo = load_demo_club()
            self.stdout.write(
                f"The demo club is loaded. Sign in as {demo.email} with the password {demo.password}"
            )

    def _migrate(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                self.stdout.write("Bringing the database up to date …")
                call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            reason = str(error).strip().splitlines()[0]
            raise CommandError(
                f"the database {_address()} cannot be used ({reason}): start it, or correct DATABASE_URL."
            ) from error

    def _collect_static_files(self) -> None:
        if settings.DEBUG:
            return
        try:
            if fingerprint_of_last_collection() == (current := fingerprint_of_sources()):
                return
            self.stdout.write("Compressing the static files …")
            call_command("collectstatic", interactive=False, verbosity=0)
            remember_collection(current)
        except OSError as error:
            raise CommandError(
                f"cannot write the static files into {settings.STATIC_ROOT} ({error.strerror}): make it writable."
            ) from error


def _address() -> str:
    """Where the database is, without its password."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        return str(database["NAME"])
    return (
        f"{database['NAME']} at {database.get('HOST') or 'the local socket'}:{database.get('PORT') or 5432}"
    )
