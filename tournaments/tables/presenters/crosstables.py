"""Who met whom: the crosstable of a section, and the bracket of a knockout with its drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, PairingSystem, Section, knockout_stage
from tournaments.pairing import Match, TieRule
from tournaments.pairing.knockout import tree
from tournaments.presenters import colour_names
from tournaments.standings.crosstables import Crosstable, crosstable_by_opponents, crosstable_by_rounds
from tournaments.tables.selectors.standings import SectionTable, table_from_data
from tournaments.tournament_data import knockout_plan, load_section_data, point_system
from tournaments.translation import translate_error

# More columns than this no screen and no sheet of paper has room for.
MAX_SQUARE_SIZE: Final = 40
BOX_WIDTH, BOX_HEIGHT = 188, 46
GAP_ACROSS, GAP_DOWN = 34, 14
HEADING_HEIGHT = 30
MARGIN = 6
MAX_NAME_LENGTH: Final = 21

TIE_RULE_TEXTS: Final[dict[TieRule, str | Promise]] = {
    TieRule.EXTRA_PAIR: gettext_lazy("after two more games"),
    TieRule.SUDDEN_DEATH: gettext_lazy("after one game in which a draw is enough for the second colour"),
    TieRule.HIGHER_SEED: gettext_lazy("as the higher seed"),
    TieRule.LOTS: gettext_lazy("by lot"),
}


@dataclass(frozen=True)
class SectionCrosstable:
    table: SectionTable
    cross: Crosstable


@dataclass(frozen=True)
class DrawnMatch:
    match: Match
    x: float
    y: float
    third_place: bool


@dataclass(frozen=True)
class BracketDrawing:
    width: int
    height: int
    box_width: int
    box_height: int
    heads: list[tuple[float, str]]
    """Where the name of each round stands."""
    matches: list[DrawnMatch]
    joints: list[str]
    """Paths from the matches to those that their winners go to."""


@dataclass(frozen=True)
class SectionBracket:
    entries: dict[int, Entry]
    rounds: list[list[Match]]
    drawing: BracketDrawing | None
    problem: str


def present_crosstable(section: Section) -> SectionCrosstable:
    """Four queries, and two more if the event is finished."""
    data = load_section_data(section)
    table = table_from_data(data)
    order = [row.number for row in table.rows]
    if section.system == PairingSystem.ROUND_ROBIN and len(order) <= MAX_SQUARE_SIZE:
        return SectionCrosstable(table, crosstable_by_opponents(data.tournament, order))
    first, second = colour_names(section.event)
    return SectionCrosstable(
        table, crosstable_by_rounds(data.tournament, order, (first[0].lower(), second[0].lower()))
    )


def present_bracket(section: Section) -> SectionBracket:
    """Four queries. A tree that cannot be followed is said in words."""
    data = load_section_data(section)
    entries = dict(data.entries)
    if len(entries) < 2:
        return SectionBracket(entries, [], None, "")
    try:
        rounds = tree(*knockout_plan(data))
    except ValueError as error:
        return SectionBracket(entries, [], None, translate_error(error))
    return SectionBracket(entries, rounds, draw_bracket(rounds), "")


def draw_bracket(rounds: Sequence[Sequence[Match]]) -> BracketDrawing:
    """Each match stands in the middle of the two that lead to it; the match for the third place below the final."""
    main = [[match for match in matches if not match.key.third_place] for matches in rounds]
    down = BOX_HEIGHT + GAP_DOWN
    middles: list[list[float]] = [[HEADING_HEIGHT + down * (index + 0.5) for index in range(len(main[0]))]]
    for _ in main[1:]:
        before = middles[-1]
        middles.append([(one + other) / 2 for one, other in zip(before[::2], before[1::2], strict=True)])
    drawn, joints = [], []
    for number, matches in enumerate(main):
        x = MARGIN + number * (BOX_WIDTH + GAP_ACROSS)
        for index, match in enumerate(matches):
            middle = middles[number][index]
            drawn.append(DrawnMatch(match, x, middle - BOX_HEIGHT / 2, third_place=False))
            if number + 1 < len(main):
                joints.append(_connector(x + BOX_WIDTH, middle, middles[number + 1][index // 2]))
    height = HEADING_HEIGHT + down * len(main[0])
    third = next((match for match in rounds[-1] if match.key.third_place), None)
    if third is not None:
        x = MARGIN + (len(main) - 1) * (BOX_WIDTH + GAP_ACROSS)
        y = middles[-1][0] + BOX_HEIGHT / 2 + GAP_DOWN + HEADING_HEIGHT
        drawn.append(DrawnMatch(third, x, y, third_place=True))
        height = max(height, int(y + BOX_HEIGHT + GAP_DOWN))
    return BracketDrawing(
        width=2 * MARGIN + len(main) * BOX_WIDTH + (len(main) - 1) * GAP_ACROSS,
        height=height,
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        heads=[
            (MARGIN + number * (BOX_WIDTH + GAP_ACROSS), knockout_stage(len(main) - 1 - number))
            for number in range(len(main))
        ],
        matches=drawn,
        joints=joints,
    )


def _connector(x: float, here: float, there: float) -> str:
    middle = x + GAP_ACROSS / 2
    return f"M{x} {here}H{middle}V{there}H{x + GAP_ACROSS}"


@dataclass(frozen=True)
class MatchSide:
    entry: Entry | None
    name: str
    score: str
    won: bool


@dataclass(frozen=True)
class ShownMatch:
    match: Match
    sides: tuple[MatchSide, MatchSide]
    settled: str | Promise


def present_match(shown: SectionBracket, match: Match, section: Section) -> ShownMatch:
    text = point_system(section).text
    scores = (text(match.score.first), text(match.score.second)) if match.games else ("", "")

    def side(number: int | None, score: str) -> MatchSide:
        entry = shown.entries[number] if number is not None else None
        won = number is not None and number == match.winner
        return MatchSide(entry, shorten_name(entry) if entry else "", score, won)

    settled = TIE_RULE_TEXTS[match.decided_by] if match.decided_by else ""
    return ShownMatch(match, (side(match.first, scores[0]), side(match.second, scores[1])), settled)


def shorten_name(entry: Entry) -> str:
    """A name for a drawing, which cannot break lines."""
    name = entry.person.name
    return name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1].rstrip()}…"
