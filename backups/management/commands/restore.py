"""`manage.py restore FILE`: bring a site back, here or elsewhere, on SQLite or PostgreSQL."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from backups.errors import BackupRefused, first_line
from backups.management.commands.backup import read_passphrase
from backups.progress import ShownProgress
from backups.services.restore import RestoredBackup, describe_present_site, restore_backup
from backups.stores import found_backup


class Command(BaseCommand):
    help = (
        "Put what a backup has in the place of this site's database. What is there already is kept beside it."
    )
    requires_system_checks: list[str] = []  # they would ask a database that may not be there yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file, or the name of one that `backup --list` shows")
        parser.add_argument("--replace", action="store_true", help="do not ask before a database gives way")
        parser.add_argument(
            "--despite-connections",
            action="store_true",
            help="PostgreSQL: although others are connected to the database, of whom none is the site",
        )
        parser.add_argument("--secrets", action="store_true", help="bring keys and passwords back too")
        parser.add_argument(
            "--passphrase-file", type=Path, help="read the passphrase from the first line of this file"
        )
        parser.add_argument("--quiet", action="store_true", help="say only what went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        say = (lambda line: None) if options["quiet"] else self.stdout.write
        passphrase = read_passphrase(options["passphrase_file"], twice=False) if options["secrets"] else ""
        try:
            replace = options["replace"] or self._asked_to_replace()
            with (
                found_backup(options["file"]) as path,
                ShownProgress(sys.stderr, quiet=options["quiet"]) as progress,
            ):
                restored = restore_backup(
                    path,
                    replace=replace,
                    despite_connections=options["despite_connections"],
                    passphrase=passphrase,
                    say=say,
                    progress=progress,
                )
        except BackupRefused as error:
            raise CommandError(str(error)) from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used ({first_line(error)}).") from error
        self._tell(restored, say)

    def _asked_to_replace(self) -> bool:
        """Asks people at a terminal, if there is something to lose."""
        if not sys.stdin.isatty() or not (present := describe_present_site()):
            return False
        self.stdout.write(f"{present} It is kept; the site goes on with the backup.")
        return input("Put the backup in its place? Type yes: ").strip().lower() == "yes"

    def _tell(self, restored: RestoredBackup, say: Any) -> None:
        say(f"Restored: {restored.manifest.rows} rows; {restored.pictures} pictures were added.")
        if restored.kept:
            say(f"The former database is kept: {restored.kept}")
        if restored.settings_file:
            say(f"Some settings of the restored site are not those of this one: see {restored.settings_file}")
        say("People sign in again. On a laptop start the site now: make run")
