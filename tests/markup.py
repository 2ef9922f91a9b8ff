"""Markup without the spaces and line breaks that no reader sees."""

import re

from django.http import HttpResponseBase


def squeeze(text: str) -> str:
    """For comparisons: how a template is broken into lines does not matter."""
    return re.sub(r"\s*([<>])\s*", r"\1", " ".join(text.split()))


def markup(response: HttpResponseBase) -> str:
    """What a page says, squeezed."""
    return squeeze(response.content.decode())  # type: ignore[attr-defined]
