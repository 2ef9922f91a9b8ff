"""Boards of those who have left: where a table or a tree decides who meets whom, they stay and are lost."""

from django.utils import timezone

from tournaments.models import Pairing, PairingResult, PairingSystem, ResultOrigin, Round
from tournaments.rounds.inputs import takes_part


def lose_boards_of_the_withdrawn(round_: Round) -> None:
    """In a Swiss the withdrawn are not paired at all; an absence only announced is for the arbiter to judge."""
    if round_.section.system not in (PairingSystem.ROUND_ROBIN, PairingSystem.KNOCKOUT):
        return
    for pairing in Pairing.objects.filter(round=round_, result="").select_related("first", "second"):
        result = _result(takes_part(pairing.first, round_.number), takes_part(pairing.second, round_.number))
        if result is not None:
            pairing.result, pairing.origin, pairing.result_at = (
                result,
                ResultOrigin.WITHDRAWAL,
                timezone.now(),
            )
            pairing.save(update_fields=["result", "origin", "result_at"])


def _result(first_is_there: bool, second_is_there: bool) -> PairingResult | None:
    match first_is_there, second_is_there:
        case True, False:
            return PairingResult.FIRST_WINS_BY_FORFEIT
        case False, True:
            return PairingResult.SECOND_WINS_BY_FORFEIT
        case False, False:
            return PairingResult.DOUBLE_FORFEIT
    return None
