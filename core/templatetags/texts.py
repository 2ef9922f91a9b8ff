"""What is stored of the engine’s sentences, in the reader’s language: `{{ error|translate_message }}`."""

from collections.abc import Mapping
from typing import Any

from django import template

from core import texts

register = template.Library()


@register.filter
def translate_message(stored: Mapping[str, Any]) -> str:
    return texts.translate_message(stored)
