"""What the pure code's closed sets and numbers are called on pages, in every language."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.ratings import Reason, Verdict

REASONS: Final[dict[Reason, str | Promise]] = {
    Reason.FORFEIT: _("forfeit"),
    Reason.DOUBLE_LOSS: _("both players lost by decision"),
    Reason.UNRATED: _("not rated"),
    Reason.HANDICAP: _("handicap game"),
    Reason.LEVEL_WITHOUT_WORTH: _("no worth is set for the express level"),
    Reason.OPPONENT_UNRATED: _("the opponent has no rating"),
    Reason.ZERO_START: _("no points in the first event"),
}
VERDICTS: Final[dict[Verdict, str | Promise]] = {
    Verdict.EVEN_WITHOUT: _("The game is even without a handicap."),
    Verdict.EVEN_WITH: _("With these levels the game is even."),
    Verdict.NOT_ENOUGH: _("No level makes the game even; this choice comes nearest."),
    Verdict.TOO_FEW_GAMES: _(
        "Too few handicap games are known to say which levels would make the game even."
    ),
}
STEPS: Final[dict[str, str | Promise]] = {
    "variance": _("v: how little the games alone tell about the rating"),
    "improvement": _("Δ: how far the games alone would move it"),
    "elapsed": _("time that the period added to the uncertainty"),
    "k": _("K"),
    "unrounded_change": _("change before rounding"),
    "change": _("change"),
    "games": _("games that wait for the first rating"),
    "half_points": _("half points in them"),
    "average": _("average of the opponents, virtual ones among them"),
    "percent": _("score in per cent, virtual draws among it"),
    "difference": _("difference that the table gives to it"),
    "rating": _("first rating"),
}
