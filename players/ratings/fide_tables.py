"""The two tables of FIDE's rating regulations B.02 (8.1.1 and 8.1.2), in whole hundredths and whole points."""

from __future__ import annotations

from bisect import bisect_right

# 8.1.1: the rating difference for a score of 50 %, 51 %, … 100 %; below one half the same with the sign turned.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),  # 50 % to 59 %
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),  # 60 % to 69 %
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),  # 70 % to 79 %
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),  # 80 % to 89 %
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),  # 90 % to 99 %
    800,
)

# 8.1.2: the smallest difference for which the higher-rated player is expected to score 51 %, 52 %, … 100 %.
_STARTS = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62),  # 51 % to 59 %
    *(69, 77, 84, 92, 99, 107, 114, 122, 130, 138),  # 60 % to 69 %
    *(146, 154, 163, 171, 180, 189, 198, 207, 216, 226),  # 70 % to 79 %
    *(236, 246, 257, 268, 279, 291, 303, 316, 329, 345),  # 80 % to 89 %
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620),  # 90 % to 99 %
    736,
)


def rating_difference(percent: int) -> int:
    """How much better than the opponents one is who scores so many per cent (table 8.1.1)."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def expected_percent(difference: int) -> int:
    """What is expected of a player who is ahead by this difference, in hundredths of a game (table 8.1.2)."""
    higher = 50 + bisect_right(_STARTS, abs(difference))
    return higher if difference >= 0 else 100 - higher


def rounded_half_up(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, one half upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def rounded_away(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, one half away from zero (8.3.4)."""
    size = rounded_half_up(abs(numerator), denominator)
    return size if numerator >= 0 else -size
