"""Changing a draft by hand: first shown with what it breaks, then saved, if nobody has changed it meanwhile."""

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from audit.changes import Value
from players.errors import Refused
from players.models import User
from tournaments.actions import ROUND_CHANGED
from tournaments.history import tell
from tournaments.holding import refuse_if_changed
from tournaments.models import Bye, Pairing, PairingSystem, Round, RoundState
from tournaments.pairing import Board, RoundPairing
from tournaments.plain_data import BYES, SectionData, section_data
from tournaments.rounds.breaches import Breach, breaches
from tournaments.rounds.changes import (
    Change,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
)
from tournaments.rounds.computing import FREE_IN_A_ROUND_ROBIN, PairedRound, Seats, from_pairing
from tournaments.rounds.guarding import hold_round
from tournaments.rounds.inputs import inputs_of
from tournaments.rounds.storing import store, stored_pairing


@dataclass(frozen=True)
class Preview:
    """The round as the change would make it."""

    before: RoundPairing
    after: RoundPairing
    breaches: list[Breach]
    data: SectionData

    @property
    def changed_boards(self) -> list[tuple[int, Board]]:
        """New boards with their numbers."""
        old = set(self.before.boards)
        return [
            (number, board) for number, board in enumerate(self.after.boards, start=1) if board not in old
        ]

    @property
    def gone_boards(self) -> list[tuple[int, Board]]:
        new = set(self.after.boards)
        return [
            (number, board) for number, board in enumerate(self.before.boards, start=1) if board not in new
        ]


def preview(round_: Round, change: Change) -> Preview:
    """Refuses what makes no round. Eight queries, and a computation in a Swiss.

    Colours of a knockout are changed without one: nothing can be broken there.
    """
    if round_.state != RoundState.PAIRED:
        raise Refused(_("Only a round that is paired and not published can be changed."))
    data = section_data(round_.section, before=round_.number)
    before = stored_pairing(round_, data.number_of)
    after = _applied(round_, change, before)
    names = {rank: str(entry) for rank, entry in data.entries.items()}
    return Preview(before, after, breaches(inputs_of(round_, data), after, names), data)


@transaction.atomic
def change_draft(*, actor: User, round: Round, change: Change, seen: int | None) -> Round:  # noqa: A002  what it is
    held = hold_round(round)
    now = held.round
    if now.state != RoundState.PAIRED:
        raise Refused(
            _("Only a round that is paired and not published can be changed. It is: %(state)s.")
            % {"state": now.get_state_display()}
        )
    refuse_if_changed(held.event, now, seen=seen, now=_("paired otherwise"))
    data = section_data(held.section, before=now.number)
    if held.section.system == PairingSystem.KNOCKOUT:
        paired = _with_colours_swapped(now, change, data)
    else:
        after = _applied(now, change, stored_pairing(now, data.number_of))
        paired = _paired(now, after)
    store(now, paired, data.entries)
    now.changed_by_hand = True
    now.version += 1
    now.save(update_fields=["changed_by_hand", "version"])
    tell(actor=actor, action=ROUND_CHANGED, event=held.event, after=held.about(**_told(change, data)))
    return now


def _applied(round_: Round, change: Change, pairing: RoundPairing) -> RoundPairing:
    if round_.section.system == PairingSystem.KNOCKOUT and not isinstance(change, SwapColours):
        raise Refused(_("In a knockout the tree says who meets: only colours can be changed."))
    return change.applied(pairing)


def _paired(round_: Round, pairing: RoundPairing) -> PairedRound:
    if round_.section.system == PairingSystem.ROUND_ROBIN:
        return from_pairing(pairing, round_.section.games_per_match, free=FREE_IN_A_ROUND_ROBIN)
    return from_pairing(pairing, round_.section.games_per_match)


def _with_colours_swapped(round_: Round, change: Change, data: SectionData) -> PairedRound:
    """All games of one match; matches keep their numbers in the tree."""
    if not isinstance(change, SwapColours):
        raise Refused(_("In a knockout the tree says who meets: only colours can be changed."))
    ranks, rows = data.number_of, list(Pairing.objects.filter(round=round_))
    if not any((row.board, row.third_place) == (change.board, change.third_place) for row in rows):
        raise Refused(_("There is no board %(board)s.") % {"board": change.board})
    seats = []
    for row in rows:
        one = Seats(row.board, ranks[row.first_id], ranks[row.second_id], row.leg, row.third_place)
        if (row.board, row.third_place) == (change.board, change.third_place):
            one = replace(one, first=one.second, second=one.first)
        seats.append(one)
    byes = {ranks[bye.entry_id]: BYES[bye.kind] for bye in Bye.objects.filter(round=round_)}
    return PairedRound(tuple(seats), byes)


def _told(change: Change, data: SectionData) -> dict[str, Value]:
    """For the log: what was done, and to whom."""

    def person(number: int) -> int:
        return data.entries[number].person_id

    match change:
        case SwapPlayers(one, other):
            return {"change": "places swapped", "first": person(one), "second": person(other)}
        case SwapColours(board, _third_place):
            return {"change": "colours swapped", "board": board}
        case GiveBye(player):
            return {"change": "bye", "player": person(player)}
        case TakeOut(player, outcome):
            return {"change": outcome.value, "player": person(player)}
        case PutIn(player):
            return {"change": "put in", "player": person(player)}
        case Rewrite():
            return {"change": "boards written anew"}
