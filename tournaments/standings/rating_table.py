"""From a fractional score to a rating difference (FIDE rating regulations B.02, table 8.1.1)."""

from __future__ import annotations

# The differences for 50 %, 51 %, … 100 %; below one half they are the same with the sign turned.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),  # 50 % to 59 %
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),  # 60 % to 69 %
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),  # 70 % to 79 %
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),  # 80 % to 89 %
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),  # 90 % to 99 %
    800,
)


def rating_difference(percent: int) -> int:
    """How much better than the opponents one is who scores so many per cent."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def rounded(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, one half upwards."""
    return (2 * numerator + denominator) // (2 * denominator)
