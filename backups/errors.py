"""What stands in the way of a backup or a restore, as sentences for whoever typed the command."""


class BackupRefused(Exception):
    """The backup or the restore cannot be done. Nothing was changed; the message says why and what to do."""


class DamagedBackup(BackupRefused):
    """The file is not what was written: cut off, damaged or changed by somebody."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"The file is damaged or was changed: {why}. Nothing was restored; take another backup."
        )


def first_line(error: BaseException) -> str:
    """Of what a database or a library says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
