"""`manage.py backup`: everything the site has in one file, while it runs; `--verify FILE` proves one."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.errors import BackupRefused
from backups.progress import ShownProgress
from backups.services.backup import default_path, write_backup
from backups.services.verification import verify_backup
from backups.stores import automatic_backups, backup_store


class Command(BaseCommand):
    help = (
        "Write database, pictures and settings into one file while the site runs, or, with --verify, restore a file "
        "into a scratch database and check everything in it."
    )
    # The old tables are saved before an upgrade, whatever the checks say.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a new file; left out: one in VAR_DIR/backups")
        parser.add_argument(
            "--overwrite", action="store_true", help="replace the file if it is there already"
        )
        parser.add_argument(
            "--secrets", action="store_true", help="save keys and passwords too, encrypted with a passphrase"
        )
        parser.add_argument(
            "--passphrase-file", type=Path, help="read the passphrase from the first line of this file"
        )
        parser.add_argument(
            "--verify",
            action="store_true",
            help="restore FILE into a scratch database and check everything; written first if it is not there",
        )
        parser.add_argument("--list", action="store_true", help="show the automatic backups there are")
        parser.add_argument("--quiet", action="store_true", help="say only what went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        say = (lambda line: None) if options["quiet"] else self.stdout.write
        try:
            if options["list"]:
                self._list()
                return
            path = (options["file"] or default_path()).absolute()
            if not options["verify"] or options["overwrite"] or not path.exists():
                self._write(path, options, say)
            if options["verify"]:
                self._verify(path, say, quiet=options["quiet"])
        except BackupRefused as error:
            raise CommandError(str(error)) from error

    def _list(self) -> None:
        store = backup_store()
        try:
            kept = automatic_backups(store)
        except OSError as error:
            raise CommandError(f"{store.place} cannot be read ({error}).") from error
        for backup in kept:
            self.stdout.write(f"{backup.name}  {backup.occasion.label}")
        self.stdout.write(f"{len(kept)} automatic backups in {store.place}.")

    def _write(self, path: Path, options: dict[str, Any], say: Any) -> None:
        passphrase = read_passphrase(options["passphrase_file"], twice=True) if options["secrets"] else ""
        with ShownProgress(sys.stderr, quiet=options["quiet"]) as progress:
            written = write_backup(
                path, passphrase=passphrase, overwrite=options["overwrite"], say=say, progress=progress
            )
        say(f"{written.path} has {written.manifest.rows} rows in {written.size} bytes.")
        if not passphrase:
            say("Keys and passwords are not in it (--secrets).")

    def _verify(self, path: Path, say: Any, *, quiet: bool) -> None:
        with ShownProgress(sys.stderr, quiet=quiet) as progress:
            verify_backup(path, say=say, progress=progress)
        say(
            "The backup is good: it was restored into a scratch database, every game was replayed by the referee, "
            "standings and ratings were computed again, and the history is whole."
        )


def read_passphrase(file: Path | None, *, twice: bool) -> str:
    if file is not None:
        try:
            return file.read_text(encoding="utf-8").split("\n")[0].rstrip("\r")
        except OSError as error:
            raise CommandError(f"{file} cannot be read ({error.strerror}).") from error
    try:
        passphrase = getpass("Passphrase for the secrets: ")
        again = getpass("Once more: ") if twice else passphrase
    except EOFError:
        raise CommandError("Nobody types a passphrase here: say --passphrase-file.") from None
    if again != passphrase:
        raise CommandError("The two passphrases are not the same.")
    return passphrase
