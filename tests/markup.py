"""Markup without the white space that no reader sees: how a template is broken into lines does not matter."""

import re
from typing import Any

BLOCK = (
    r"(?:br|button|caption|dd|div|dl|dt|fieldset|figcaption|figure|form|h[1-6]|label|legend|li|ol|option|p|section"
    r"|select|summary|table|tbody|td|text|th|thead|tr|ul)\b"
)


def compact(page: Any) -> str:
    """A response or its text: one space where there were some, and none at the ends of tags and around blocks."""
    text = page if isinstance(page, str) else page.content.decode()
    text = re.sub(r"\s+", " ", text).replace(" >", ">")
    return re.sub(rf"(</?{BLOCK}[^>]*>) | (?=</?{BLOCK})", r"\1", text)
