"""Prove a backup: restore it into a scratch database and look at everything there."""

import io
from pathlib import Path

from django.core.management import CommandError, call_command

from backups.archive import BackupReader
from backups.errors import BackupRefused
from backups.manifest import Manifest
from backups.scratch_database import Purpose, as_default, scratch_database
from backups.services.backup import Progress, Say
from backups.services.restore import build, check_file, describe


def verify_backup(
    path: Path, *, say: Say = lambda line: None, progress: Progress = lambda done, of: None
) -> Manifest:
    """Raises BackupRefused if anything is wrong. The site's database is not touched, and may be in use."""
    with BackupReader(path) as backup:
        say(describe(backup.manifest))
        check_file(backup, say=say)
        with scratch_database(Purpose.VERIFICATION) as scratch:
            build(backup, scratch, say=say, progress=progress)
            with as_default(scratch.settings):
                try:
                    call_command("verify", quiet=True, stdout=LineStream(say))
                except CommandError as error:
                    raise BackupRefused(f"The backup can be read, but not trusted: {error}") from error
        return backup.manifest


class LineStream(io.TextIOBase):
    """Hands every whole line on, as a command writes it."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._rest = ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._say(line)
        return len(text)
