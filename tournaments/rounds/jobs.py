"""The job that pairs a round: computed without a lock, written once, and computed again if its input has changed."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jobs import services as jobs
from jobs.kinds import CannotBeDone, JobKind, register
from tournaments.actions import ROUND_IMPOSSIBLE, ROUND_PAIRED
from tournaments.history import tell
from tournaments.holding import hold
from tournaments.models import PairingOrder, Round, RoundState
from tournaments.pairing import ImpossibleRound
from tournaments.plain_data import section_data
from tournaments.rounds.computing import PairedRound, compute
from tournaments.rounds.inputs import Inputs, inputs_of
from tournaments.rounds.relaxing import in_words as relaxation_in_words
from tournaments.rounds.relaxing import stored_relaxations
from tournaments.rounds.storing import store


@dataclass(frozen=True)
class Prepared:
    inputs: Inputs
    paired: PairedRound | None
    impossible: ImpossibleRound | None = None


def prepare(order: PairingOrder) -> Prepared | None:
    round_ = Round.objects.select_related("section__event").filter(pk=order.round_id).first()
    if round_ is None or round_.state != RoundState.ORDERED:
        return None
    try:
        inputs = inputs_of(round_)
        return Prepared(inputs, compute(inputs))
    except ImpossibleRound as impossible:
        return Prepared(inputs, None, impossible)
    except ValueError as error:
        # The rounds before contradict each other; no second attempt will find them mended.
        raise CannotBeDone(str(error)) from error


def apply(order: PairingOrder, prepared: Prepared | None) -> None:
    if prepared is None:
        return
    event = hold(order.round.section.event_id)
    round_ = Round.objects.select_related("section__event").get(pk=order.round_id)
    newer = PairingOrder.objects.filter(round=round_, pk__gt=order.pk).exists()
    if round_.state != RoundState.ORDERED or newer:
        return
    data = section_data(round_.section, before=round_.number)
    if inputs_of(round_, data) != prepared.inputs:
        # Somebody entered a result or withdrew meanwhile: what was computed is of yesterday.
        order_computation(round_)
        return
    about: dict[str, Any] = {"section": round_.section.name, "round": round_.number}
    if prepared.paired is None:
        _store_problem(round_, prepared, data.entries)
        tell(actor=None, action=ROUND_IMPOSSIBLE, event=event, after=about)
        return
    store(round_, prepared.paired, data.entries)
    round_.state, round_.problem, round_.relaxations = RoundState.PAIRED, "", []
    round_.changed_by_hand = False
    round_.version += 1
    round_.save()
    tell(actor=None, action=ROUND_PAIRED, event=event, after=about)


def order_computation(round_: Round) -> PairingOrder:
    """Within the transaction that asks for it."""
    order = PairingOrder.objects.create(round=round_)
    jobs.enqueue(item=order)
    return order


def _store_problem(round_: Round, prepared: Prepared, entries: Any) -> None:
    assert prepared.impossible is not None  # noqa: S101  there is no round only for this reason
    round_.relaxations = stored_relaxations(prepared.impossible, entries)
    names = {entry.pk: str(entry) for entry in entries.values()}
    wishes = " ".join(relaxation_in_words(each, names) for each in round_.relaxations)
    round_.problem = _("This round cannot be paired. It could be if: %(wishes)s") % {"wishes": wishes}
    round_.version += 1
    round_.save()


PAIR_ROUND = register(
    JobKind(name="pair a round", model=PairingOrder, prepare=prepare, apply=apply, max_attempts=3)
)
