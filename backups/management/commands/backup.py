"""`manage.py backup`: everything the site has in one file, while it runs; `--verify FILE` proves one."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.errors import BackupRefused
from backups.progress import ShownProgress
from backups.services.verification import verify_backup
from backups.services.writing import default_path, write_backup


class Command(BaseCommand):
    help = (
        "Write database, pictures and settings into one file while the site runs, or, with --verify, restore a file "
        "into a scratch database and check everything in it."
    )
    requires_system_checks: list[
        str
    ] = []  # the old tables are saved before an upgrade, whatever the checks say

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
        parser.add_argument("--verify", action="store_true", help="prove FILE instead of writing it")
        parser.add_argument("--quiet", action="store_true", help="say only what went wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        say = (lambda line: None) if options["quiet"] else self.stdout.write
        try:
            if options["verify"]:
                self._verify(options["file"], say, quiet=options["quiet"])
            else:
                self._write(options, say)
        except BackupRefused as error:
            raise CommandError(str(error)) from error

    def _write(self, options: dict[str, Any], say: Any) -> None:
        passphrase = read_passphrase(options["passphrase_file"], twice=True) if options["secrets"] else ""
        path = (options["file"] or default_path()).absolute()
        with ShownProgress(sys.stderr, quiet=options["quiet"]) as progress:
            written = write_backup(
                path, passphrase=passphrase, overwrite=options["overwrite"], say=say, progress=progress
            )
        say(f"{written.path} has {written.manifest.rows} rows in {written.size} bytes.")
        if not passphrase:
            say("Keys and passwords are not in it (--secrets).")

    def _verify(self, file: Path | None, say: Any, *, quiet: bool) -> None:
        if file is None:
            raise CommandError("Say which file: manage.py backup --verify FILE")
        with ShownProgress(sys.stderr, quiet=quiet) as progress:
            verify_backup(file, say=say, progress=progress)
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
    passphrase = getpass("Passphrase for the secrets: ")
    if twice and getpass("Once more: ") != passphrase:
        raise CommandError("The two passphrases are not the same.")
    return passphrase
