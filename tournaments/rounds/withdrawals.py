"""Boards of those who have left: where a table or a tree decides who meets whom, they stay and are lost."""

from django.utils import timezone

from tournaments.models import Absence, Entry, Pairing, PairingResult, PairingSystem, ResultOrigin, Round
from tournaments.rounds.inputs import takes_part


def lose_boards_of_the_withdrawn(round_: Round) -> None:
    """In a Swiss the withdrawn are not paired at all; an absence only announced is for the arbiter to judge."""
    if _pairs_who_is_there(round_):
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


def seated_but_away(round_: Round) -> list[Entry]:
    """Who has a board in a draft, but has withdrawn or announced an absence since it was paired. Two queries."""
    if not _pairs_who_is_there(round_):
        return []
    announced = set(
        Absence.objects.filter(entry__section=round_.section, round_number=round_.number).values_list(
            "entry", flat=True
        )
    )
    pairings = Pairing.objects.filter(round=round_, leg=1).select_related("first__person", "second__person")
    return [
        entry
        for pairing in pairings.order_by("board")
        for entry in (pairing.first, pairing.second)
        if entry.pk in announced or not takes_part(entry, round_.number)
    ]


def _pairs_who_is_there(round_: Round) -> bool:
    return round_.section.system in (PairingSystem.SWISS, PairingSystem.KEIZER)


def _result(first_is_there: bool, second_is_there: bool) -> PairingResult | None:
    match first_is_there, second_is_there:
        case True, False:
            return PairingResult.FIRST_WINS_BY_FORFEIT
        case False, True:
            return PairingResult.SECOND_WINS_BY_FORFEIT
        case False, False:
            return PairingResult.DOUBLE_FORFEIT
    return None
