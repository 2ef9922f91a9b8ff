"""What results mean for the work: which are open, which a player may report, and what a correction is."""

from typing import Final

from django.utils.translation import gettext as _

from players.errors import Refused
from tournaments.models import Event, EventState, Pairing, PairingResult, Round, RoundState

OPEN_RESULTS: Final = (PairingResult.NONE.value, PairingResult.ADJOURNED.value)
"""A game with one of these is still to be played, or to be played on."""

REPORTED_RESULTS: Final = (
    PairingResult.FIRST_WINS.value,
    PairingResult.DRAW.value,
    PairingResult.SECOND_WINS.value,
)
"""What a player may say of the own game; all else is the arbiter's."""

FORFEITS: Final = (
    PairingResult.FIRST_WINS_BY_FORFEIT.value,
    PairingResult.SECOND_WINS_BY_FORFEIT.value,
    PairingResult.DOUBLE_FORFEIT.value,
)


def is_open(pairing: Pairing) -> bool:
    return pairing.result in OPEN_RESULTS


def shown(result: str) -> str:
    return str(PairingResult(result).label)


def called(pairing: Pairing) -> str:
    """How a board is called: 7; 7.2 for the second game of a match; t1 for the match for the third place."""
    name = f"t{pairing.board}" if pairing.third_place else str(pairing.board)
    return f"{name}.{pairing.leg}" if pairing.leg > 1 else name


def refuse_unless_running(event: Event) -> None:
    if event.has_finished:
        raise Refused(
            _("%(event)s is finished. Re-open it first: then results can be changed again.")
            % {"event": event}
        )
    if event.state != EventState.RUNNING:
        raise Refused(_("%(event)s has not started yet. There are no results to enter.") % {"event": event})


def refuse_unless_public(round_: Round) -> None:
    if not round_.is_public:
        raise Refused(
            _("Round %(number)d is not published yet. Publish it first, then enter its results.")
            % {"number": round_.number}
        )


def is_built_on(round_: Round) -> bool:
    """Whether anything was done on the grounds of the round's results: it was closed, or a later one was paired."""
    if round_.state == RoundState.CLOSED:
        return True
    later = Round.objects.filter(section_id=round_.section_id, number__gt=round_.number)
    return later.exclude(state=RoundState.ORDERED).exists()


def is_correction(pairing: Pairing) -> bool:
    """A result that others rely on is changed; the late result of an adjourned game is none."""
    return not is_open(pairing) and is_built_on(pairing.round)
