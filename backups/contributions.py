"""What other apps say about backups: tables that need not be kept, and steps after a restore."""

from collections.abc import Callable
from typing import Final

from core.registry import Registry

# By the label of the model, in small letters: why its rows are not kept.
LEFT_OUT: Final = Registry[str]("tables left out of backups")
# What apps have to do in a database that has just been restored, before anybody uses it.
AFTER_RESTORE: Final = Registry[Callable[[], object]]("steps after a restore")
