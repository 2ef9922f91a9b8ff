"""Matches of a knockout round: which are decided, which need further games, which games nobody needs any more."""

from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Refused
from players.models import User
from tournaments.audit_actions import ROUND_EXTENDED
from tournaments.event_records import keep_records_of_boards
from tournaments.history import record_action
from tournaments.locking import lock_round
from tournaments.models import Entry, Pairing, PairingSystem, Round, RoundState
from tournaments.pairing import MatchKey
from tournaments.pairing.knockout import Match, tree
from tournaments.rounds.services.pairing import Seats, forfeit_boards_of_withdrawn, seat_due_games
from tournaments.tournament_data import SectionData, knockout_plan, load_section_data
from tournaments.translation import translate_error


def load_matches(round_: Round, data: SectionData | None = None) -> dict[MatchKey, Match]:
    """The matches of a published round by what has been played. Refuses results that contradict the tree."""
    data = data or load_section_data(round_.section, before=round_.number + 1)
    try:
        rounds = tree(*knockout_plan(data))
    except ValueError as error:
        raise Refused(
            _("The results of this knockout contradict each other: %(why)s.")
            % {"why": translate_error(error)}
        ) from error
    return {match.key: match for match in rounds[round_.number - 1]}


def undecided_matches(round_: Round) -> list[str]:
    """What people call them: their numbers, or the match for the third place."""
    return [match_name(key) for key, match in load_matches(round_).items() if match.due]


def match_name(key: MatchKey) -> str:
    return _("for the third place") if key.third_place else str(key.match)


def missing_games(round_: Round, data: SectionData | None = None) -> list[Seats]:
    """Games that level matches need and that are not laid out yet."""
    data = data or load_section_data(round_.section, before=round_.number + 1)
    there = defaultdict[MatchKey, set[int]](set)
    for pairing in data.pairings.get(round_.number, ()):
        there[MatchKey(round_.number, pairing.board, pairing.third_place)].add(pairing.leg)
    return [
        seats
        for key, match in load_matches(round_, data).items()
        for seats in seat_due_games(match)
        if seats.leg not in there[key]
    ]


@transaction.atomic
def add_games(*, actor: User, round: Round) -> int:  # noqa: A002  what it is
    """Lay out the games that level matches need now. How many; none if there are none, also when called twice."""
    locked = lock_round(round)
    now = locked.round
    if locked.section.system != PairingSystem.KNOCKOUT or now.state != RoundState.PUBLISHED:
        raise Refused(_("Only matches of a published knockout round can need further games."))
    data = load_section_data(locked.section, before=now.number + 1)
    added = missing_games(now, data)
    if not added:
        return 0
    Pairing.objects.bulk_create(_new_pairing(now, seats, data.entries) for seats in added)
    forfeit_boards_of_withdrawn(now)
    now.version += 1
    now.save(update_fields=["version"])
    matches = sorted({(seats.third_place, seats.board) for seats in added})
    names = ", ".join(match_name(MatchKey(now.number, board, third)) for third, board in matches)
    record_action(
        actor=actor,
        action=ROUND_EXTENDED,
        event=locked.event,
        after=locked.log_values(matches=names, games=len(added)),
    )
    return len(added)


def delete_unneeded_games(round_: Round) -> None:
    """Games without a result whose match was decided before: nobody will play them."""
    decided = {key for key, match in load_matches(round_).items() if not match.due}
    for pairing in Pairing.objects.filter(round=round_, result=""):
        if MatchKey(round_.number, pairing.board, pairing.third_place) in decided:
            keep_records_of_boards(round_.section.event, Pairing.objects.filter(pk=pairing.pk))
            pairing.delete()


def _new_pairing(round_: Round, seats: Seats, entries: Mapping[int, Entry]) -> Pairing:
    return Pairing(
        round=round_,
        board=seats.board,
        leg=seats.leg,
        third_place=seats.third_place,
        first=entries[seats.first],
        second=entries[seats.second],
    )
