"""Numbers in addresses and hidden fields, which anybody may have changed."""

MAX_DIGITS = 9


def parse_whole_number(text: str | None, *, max_digits: int = MAX_DIGITS) -> int | None:
    """None for anything but a few ASCII digits: what is longer fits no column."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= max_digits else None
