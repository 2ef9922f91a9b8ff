"""A column for a person's name: that of a deleted player is stored in one way and read in the viewer's language."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import models
from django.utils.translation import gettext, gettext_noop

DELETED_PLAYER: Final = gettext_noop("Deleted player")


class _NameOfDeletedPlayer(str):
    """In some language. The column knows by the type that it is nobody's name, and stores the neutral one again."""

    __slots__ = ()


class PersonNameField(models.CharField[str, str]):
    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        return _NameOfDeletedPlayer(gettext(DELETED_PLAYER)) if value == DELETED_PLAYER else value

    def get_prep_value(self, value: Any) -> Any:
        return DELETED_PLAYER if isinstance(value, _NameOfDeletedPlayer) else super().get_prep_value(value)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """To the database it is a column like others."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options
