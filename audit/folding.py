"""Text without accents and capitals: what is looked for is found however it is spelt. Pure code."""

import unicodedata
from typing import Final

# Letters that Unicode does not take apart into a plain letter and an accent.
PLAIN: Final = {
    "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i",
    "ə": "e", "ĸ": "k", "ƀ": "b", "ɓ": "b", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ɣ": "g", "ɨ": "i", "ɔ": "o", "ʉ": "u",
}  # fmt: skip
_PLAIN_LETTERS: Final = str.maketrans(PLAIN)
# The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels, which distinguish names.
ACCENTS: Final = dict.fromkeys(range(0x0300, 0x0370))


def folded(text: str) -> str:
    """Small letters without accents; all else stays as it is."""
    if text.isascii():
        return text.lower()
    # Small letters may be composed anew (ǰ), and so have to be taken apart once more.
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return apart.translate(_PLAIN_LETTERS).translate(ACCENTS)
