"""What events and the archive submit for rating: checked, and summed up in a digest."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused
from core.game_types import highest_level, is_known_game
from players.models import Club, RatedResult, SourceKind
from players.ratings import Result

RESULT_OF_POINTS = {
    (2, 0, False): Result.FIRST_WINS,
    (1, 1, False): Result.DRAW,
    (0, 2, False): Result.SECOND_WINS,
    (0, 0, False): Result.BOTH_LOSE,
    (2, 0, True): Result.FIRST_WINS_BY_FORFEIT,
    (0, 2, True): Result.SECOND_WINS_BY_FORFEIT,
    (0, 0, True): Result.DOUBLE_FORFEIT,
}
"""What points and forfeit together mean."""


@dataclass(frozen=True, kw_only=True)
class RatingSource:
    """An event or a free game. Kind and key name it for ever: submitted again, it is the same one.

    Without a club, it counts in the pools of all clubs only; a free game only if both players belong to recognised
    clubs, of which one each is named.
    """

    kind: SourceKind
    key: str
    game: str
    title: str
    start: date
    end: date
    club: Club | None = None
    first_club: Club | None = None
    second_club: Club | None = None
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class GameToRate:
    """One game; a bye has no second player. `key` is unique within the source; half points: 2 a win, 1 a draw."""

    key: str
    first: int
    second: int | None
    first_half_points: int
    second_half_points: int
    played_on: date
    forfeit: bool = False
    rated: bool = True
    first_level: int = 0
    second_level: int = 0
    first_setup: str = ""
    second_setup: str = ""
    label: str = ""
    url: str = ""
    archived_game: int | None = None

    def as_row(self, source_id: int) -> RatedResult:
        return RatedResult(
            source_id=source_id,
            key=self.key,
            first_id=self.first,
            second_id=self.second,
            first_half_points=self.first_half_points,
            second_half_points=self.second_half_points,
            played_on=self.played_on,
            forfeit=self.forfeit,
            rated=self.rated,
            first_level=self.first_level,
            second_level=self.second_level,
            first_setup=self.first_setup,
            second_setup=self.second_setup,
            label=self.label,
            url=self.url,
            archived_game=self.archived_game,
        )


def check_games(source: RatingSource, results: Sequence[GameToRate]) -> None:
    """Refuse what cannot be rated, with the place and what to do."""
    if not is_known_game(source.game):
        raise Refused(_("There is no game called “%(game)s” on this site.") % {"game": source.game})
    if source.end < source.start:
        raise Refused(
            _("%(title)s ends before it starts. Please correct its dates.") % {"title": source.title}
        )
    if source.end > timezone.localdate():
        raise Refused(
            _("%(title)s ends in the future. Results can be submitted when it is over.")
            % {"title": source.title}
        )
    seen: set[str] = set()
    highest = highest_level(source.game)
    for result in results:
        if not result.key or "/" in result.key:
            raise Refused(_("A game needs a key without a slash, not “%(key)s”.") % {"key": result.key})
        _check_result(result, highest)
        if result.key in seen:
            raise Refused(_("Game %(key)s is listed twice; it may count only once.") % {"key": result.key})
        seen.add(result.key)


def results_digest(rows: Sequence[RatedResult]) -> str:
    """Of all that the numbers depend on; names and links are not among it."""
    relevant = sorted(
        [
            row.key, row.first_id, row.second_id or 0, row.first_half_points, row.second_half_points, row.forfeit,
            row.rated, row.first_level, row.second_level,
        ]
        for row in rows
    )  # fmt: skip
    return hashlib.sha256(json.dumps(relevant).encode()).hexdigest()


def _check_result(result: GameToRate, highest: int) -> None:
    """`highest` is the highest level of the game's handicap."""
    if result.second is not None:
        if result.first == result.second:
            raise Refused(
                _("Game %(key)s has the same person on both sides. Please correct it.") % {"key": result.key}
            )
        if (result.first_half_points, result.second_half_points, result.forfeit) not in RESULT_OF_POINTS:
            raise Refused(
                _("Game %(key)s has a result that does not exist. Please correct it.") % {"key": result.key}
            )
    elif result.first_half_points not in (0, 1, 2) or result.second_half_points:
        raise Refused(_("Bye %(key)s has points that do not exist. Please correct it.") % {"key": result.key})
    for level in (result.first_level, result.second_level):
        if not 0 <= level <= highest:
            raise Refused(
                _("Game %(key)s has a handicap level that does not exist: the highest is %(max)d.")
                % {"key": result.key, "max": highest}
            )
