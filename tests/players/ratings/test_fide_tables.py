"""FIDE's tables against the regulations' own print, and its two ways of rounding."""

import pytest

from players.ratings.fide_tables import expected_percent, rating_difference, rounded_away, rounded_half_up

# Table 8.1.2 as printed: the differences, and the expected score of the higher-rated player in hundredths.
EXPECTATIONS = """
0-3 50; 4-10 51; 11-17 52; 18-25 53; 26-32 54; 33-39 55; 40-46 56; 47-53 57; 54-61 58; 62-68 59; 69-76 60; 77-83 61;
84-91 62; 92-98 63; 99-106 64; 107-113 65; 114-121 66; 122-129 67; 130-137 68; 138-145 69; 146-153 70; 154-162 71;
163-170 72; 171-179 73; 180-188 74; 189-197 75; 198-206 76; 207-215 77; 216-225 78; 226-235 79; 236-245 80; 246-256 81;
257-267 82; 268-278 83; 279-290 84; 291-302 85; 303-315 86; 316-328 87; 329-344 88; 345-357 89; 358-374 90; 375-391 91;
392-411 92; 412-432 93; 433-456 94; 457-484 95; 485-517 96; 518-559 97; 560-619 98; 620-735 99; 736-5000 100
"""
ROWS = [
    (int(low), int(high), int(percent))
    for row in EXPECTATIONS.split(";")
    for span, percent in [row.split()]
    for low, high in [span.split("-")]
]

# Table 8.1.1 as printed, upper half.
DIFFERENCES = """
100 800; 99 677; 98 589; 97 538; 96 501; 95 470; 94 444; 93 422; 92 401; 91 383; 90 366; 89 351; 88 336; 87 322; 86 309;
85 296; 84 284; 83 273; 82 262; 81 251; 80 240; 79 230; 78 220; 77 211; 76 202; 75 193; 74 184; 73 175; 72 166; 71 158;
70 149; 69 141; 68 133; 67 125; 66 117; 65 110; 64 102; 63 95; 62 87; 61 80; 60 72; 59 65; 58 57; 57 50; 56 43; 55 36;
54 29; 53 21; 52 14; 51 7; 50 0
"""


@pytest.mark.parametrize(("low", "high", "percent"), ROWS)
def test_every_row_of_expected_scores_from_its_first_to_its_last_difference(low, high, percent):
    assert [expected_percent(low), expected_percent(high)] == [percent, percent]
    assert [expected_percent(-high), expected_percent(-low)] == [100 - percent, 100 - percent if low else 50]


def test_the_rows_leave_no_gap():
    assert [low for low, _, _ in ROWS[1:]] == [high + 1 for _, high, _ in ROWS[:-1]]


@pytest.mark.parametrize("row", DIFFERENCES.split(";"))
def test_every_rating_difference_and_its_mirror_image(row):
    percent, difference = map(int, row.split())

    assert rating_difference(percent) == difference
    assert rating_difference(100 - percent) == -difference


def test_halves_are_rounded_up_or_away_from_zero():
    assert [rounded_half_up(n, 2) for n in (-5, -3, -1, 1, 3, 5)] == [-2, -1, 0, 1, 2, 3]
    assert [rounded_away(n, 2) for n in (-5, -3, -1, 1, 3, 5)] == [-3, -2, -1, 1, 2, 3]
    assert [rounded_away(n, 100) for n in (-249, -250, 249, 250)] == [-2, -3, 2, 3]
