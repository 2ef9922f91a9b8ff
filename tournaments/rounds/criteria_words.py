"""The quality criteria of the FIDE (Dutch) System as people hear them."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.pairing.evaluation import Criterion

_WISHES: Final[Mapping[Criterion, str | Promise]] = {
    Criterion.C1: _("Nobody meets the same opponent twice"),
    Criterion.C2: _("Nobody has a second bye, or one after a win without playing"),
    Criterion.C3: _("No two players meet who both must have the same colour"),
    Criterion.C4: _("Everybody not yet paired can still be paired"),
    Criterion.C5: _("The lowest score possible for the bye"),
    Criterion.C6: _("As few downfloaters as possible"),
    Criterion.C7: _("The lowest scores possible for the downfloaters"),
    Criterion.C8: _("As few and as low downfloaters as possible from the following bracket"),
    Criterion.C9: _("The fewest unplayed games for the player with the bye"),
    Criterion.AVOIDED: _("Pairs that are kept apart if it costs nothing"),
    Criterion.C10: _("No colour difference beyond 2 for topscorers and their opponents"),
    Criterion.C11: _("No third game in a row with one colour for topscorers and their opponents"),
    Criterion.C12: _("As many colour preferences granted as possible"),
    Criterion.C13: _("As many strong colour preferences granted as possible"),
    Criterion.C14: _("No downfloat after a downfloat in the previous round"),
    Criterion.C15: _("No upfloat after an upfloat in the previous round"),
    Criterion.C16: _("No downfloat after a downfloat two rounds before"),
    Criterion.C17: _("No upfloat after an upfloat two rounds before"),
    Criterion.C18: _("Small score differences for those who floated down in the previous round"),
    Criterion.C19: _("Small score differences for those who floated up in the previous round"),
    Criterion.C20: _("Small score differences for those who floated down two rounds before"),
    Criterion.C21: _("Small score differences for those who floated up two rounds before"),
}


def wish_in_words(criterion: Criterion) -> str:
    return str(_WISHES[criterion])
