"""A column that the database searches and sorts by: text folded, without accents and capitals."""

from collections.abc import Sequence
from typing import Any

from django.db import models

from players import names

LONGEST_KEY = 600  # folding takes some letters apart


class FoldedField(models.CharField[str, str]):
    """Follows the fields it is made of whenever the row is saved, one by one or many at once.

    With one field it sorts as an alphabet without accents would; with several it is for finding words in them.
    """

    def __init__(self, *, of: Sequence[str], **options: Any) -> None:
        self.of = tuple(of)
        super().__init__(**{"max_length": LONGEST_KEY, "editable": False, "blank": True, **options})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        texts = [str(getattr(model_instance, field)) for field in self.of]
        key = names.sort_key(texts[0]) if len(texts) == 1 else names.comparison_key(" ".join(texts))
        setattr(model_instance, self.attname, key[: self.max_length])
        return key[: self.max_length]
