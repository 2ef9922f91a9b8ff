"""A paired round becomes rows, and rows a pairing to be changed."""

from collections.abc import Mapping
from typing import Final

from tournaments.models import Bye, ByeKind, Entry, Pairing, Round
from tournaments.pairing import Board, Outcome, RoundPairing
from tournaments.plain_data import BYES
from tournaments.results.loose_records import keep_without_boards
from tournaments.rounds.computing import PairedRound

KINDS: Final[Mapping[Outcome, ByeKind]] = {outcome: ByeKind(kind) for kind, outcome in BYES.items()}


def store(round_: Round, paired: PairedRound, entries: Mapping[int, Entry]) -> None:
    """In place of what the round had before. `entries` by their numbers."""
    before = Pairing.objects.filter(round=round_)
    keep_without_boards(round_.section.event, before)
    before.delete()
    Bye.objects.filter(round=round_).delete()
    Pairing.objects.bulk_create(
        Pairing(
            round=round_,
            board=seats.board,
            leg=seats.leg,
            third_place=seats.third_place,
            first=entries[seats.first],
            second=entries[seats.second],
        )
        for seats in paired.seats
    )
    Bye.objects.bulk_create(
        Bye(round=round_, entry=entries[number], kind=KINDS[outcome])
        for number, outcome in sorted(paired.byes.items())
    )


def stored_pairing(round_: Round, ranks: Mapping[int, int]) -> RoundPairing:
    """The round's boards as they stand, from the first game of each match. Two queries.

    `ranks` are the players' numbers by the ids of their entries; who has neither board nor bye is absent.
    """
    rows = Pairing.objects.filter(round=round_, leg=1, third_place=False).order_by("board")
    boards = tuple(Board(ranks[row.first_id], ranks[row.second_id]) for row in rows)
    bye, others = None, dict[int, Outcome]()
    for row in Bye.objects.filter(round=round_):
        if row.kind == ByeKind.PAIRING:
            bye = ranks[row.entry_id]
        else:
            others[ranks[row.entry_id]] = BYES[row.kind]
    placed = {number for board in boards for number in board.players} | others.keys() | {bye}
    others |= {number: Outcome.ABSENT for number in ranks.values() if number not in placed}
    return RoundPairing(round_.number, boards, bye, others)
