"""Where the matches of a knockout lie on the drawing of its tree. Pure code."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing import Match

BOX_WIDTH, BOX_HEIGHT = 188, 46
GAP_ACROSS, GAP_DOWN = 34, 14
HEAD = 30
EDGE = 6


@dataclass(frozen=True)
class DrawnMatch:
    match: Match
    x: float
    y: float
    third_place: bool


@dataclass(frozen=True)
class Bracket:
    width: int
    height: int
    box_width: int
    box_height: int
    heads: list[tuple[float, int]]
    """Where the number of each round stands."""
    matches: list[DrawnMatch]
    joints: list[str]
    """Paths from the matches to those that their winners go to."""


def bracket(rounds: Sequence[Sequence[Match]]) -> Bracket:
    """Each match stands in the middle of the two that lead to it; the match for the third place below the final."""
    main = [[match for match in matches if not match.key.third_place] for matches in rounds]
    down = BOX_HEIGHT + GAP_DOWN
    middles: list[list[float]] = [[HEAD + down * (index + 0.5) for index in range(len(main[0]))]]
    for _ in main[1:]:
        before = middles[-1]
        middles.append([(one + other) / 2 for one, other in zip(before[::2], before[1::2], strict=True)])
    drawn, joints = [], []
    for number, matches in enumerate(main):
        x = EDGE + number * (BOX_WIDTH + GAP_ACROSS)
        for index, match in enumerate(matches):
            middle = middles[number][index]
            drawn.append(DrawnMatch(match, x, middle - BOX_HEIGHT / 2, third_place=False))
            if number + 1 < len(main):
                joints.append(_joint(x + BOX_WIDTH, middle, middles[number + 1][index // 2]))
    height = HEAD + down * len(main[0])
    third = next((match for match in rounds[-1] if match.key.third_place), None)
    if third is not None:
        x = EDGE + (len(main) - 1) * (BOX_WIDTH + GAP_ACROSS)
        y = middles[-1][0] + BOX_HEIGHT / 2 + GAP_DOWN + HEAD
        drawn.append(DrawnMatch(third, x, y, third_place=True))
        height = max(height, int(y + BOX_HEIGHT + GAP_DOWN))
    return Bracket(
        width=2 * EDGE + len(main) * BOX_WIDTH + (len(main) - 1) * GAP_ACROSS,
        height=height,
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        heads=[(EDGE + number * (BOX_WIDTH + GAP_ACROSS), number + 1) for number in range(len(main))],
        matches=drawn,
        joints=joints,
    )


def _joint(x: float, here: float, there: float) -> str:
    middle = x + GAP_ACROSS / 2
    return f"M{x} {here}H{middle}V{there}H{x + GAP_ACROSS}"
