"""Values that JSON has no types for."""

import base64
import binascii
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from rest_framework import serializers

LONGEST_NUMBER: Final = 9


def decoded(content: str) -> bytes:
    """From base64, sent as `content`."""
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise serializers.ValidationError({"content": [_("This is not base64.")]}) from error


def by_number(choices: Mapping[str, str]) -> dict[int, str]:
    """Keys of objects are text in JSON. What is no number is refused."""
    wrong = [key for key in choices if not (key.isascii() and key.isdigit() and len(key) <= LONGEST_NUMBER)]
    if wrong:
        raise serializers.ValidationError({"choices": {key: [_("This is no number.")] for key in wrong}})
    return {int(key): choice for key, choice in choices.items()}
