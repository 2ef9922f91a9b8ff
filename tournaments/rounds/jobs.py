"""The job that pairs a round: computed without a lock, written once, and computed again if its input has changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from jobs import services as jobs
from jobs.kinds import JobKind, PermanentFailure
from jobs.queues import PAIRING_QUEUE
from tournaments.audit_actions import ROUND_IMPOSSIBLE, ROUND_PAIRED
from tournaments.history import record_action
from tournaments.locking import lock_event
from tournaments.models import Entry, PairingOrder, Round, RoundState
from tournaments.pairing import ImpossibleRound
from tournaments.rounds.selectors.constraints import describe_relaxations, serialize_relaxations
from tournaments.rounds.selectors.pairing_input import PairingInput, load_pairing_input
from tournaments.rounds.services.pairing import PairedRound, compute_round, store_round
from tournaments.tournament_data import load_section_data


def enqueue_pairing(round_: Round) -> PairingOrder:
    """Called in the transaction that orders the round."""
    order = PairingOrder.objects.create(round=round_)
    jobs.enqueue(item=order)
    return order


@dataclass(frozen=True)
class PreparedRound:
    inputs: PairingInput
    paired: PairedRound | None
    impossible: ImpossibleRound | None = None


def prepare(order: PairingOrder) -> PreparedRound | None:
    round_ = Round.objects.select_related("section__event").filter(pk=order.round_id).first()
    if round_ is None or round_.state != RoundState.ORDERED:
        return None
    try:
        inputs = load_pairing_input(round_)
        return PreparedRound(inputs, compute_round(inputs))
    except ImpossibleRound as impossible:
        return PreparedRound(inputs, None, impossible)
    except ValueError as error:
        # The rounds before contradict each other; no second attempt will find them mended.
        raise PermanentFailure(str(error)) from error


def apply(order: PairingOrder, prepared: PreparedRound | None) -> None:
    if prepared is None:
        return
    event = lock_event(order.round.section.event_id)
    round_ = Round.objects.select_related("section__event").get(pk=order.round_id)
    newer = PairingOrder.objects.filter(round=round_, pk__gt=order.pk).exists()
    if round_.state != RoundState.ORDERED or newer:
        return
    data = load_section_data(round_.section, before=round_.number)
    if load_pairing_input(round_, data) != prepared.inputs:
        # Somebody entered a result or withdrew since it was computed.
        enqueue_pairing(round_)
        return
    about: dict[str, Any] = {"section": round_.section.name, "round": round_.number}
    if prepared.paired is None:
        _store_problem(round_, prepared, data.entries)
        record_action(actor=None, action=ROUND_IMPOSSIBLE, event=event, after=about)
        return
    store_round(round_, prepared.paired, data.entries)
    round_.state, round_.problem, round_.relaxations = RoundState.PAIRED, "", []
    round_.changed_by_hand = False
    round_.version += 1
    round_.save()
    record_action(actor=None, action=ROUND_PAIRED, event=event, after=about)


def _store_problem(round_: Round, prepared: PreparedRound, entries: Mapping[int, Entry]) -> None:
    assert prepared.impossible is not None  # noqa: S101  there is no round only for this reason
    round_.relaxations = serialize_relaxations(prepared.impossible, entries)
    sentences = " ".join(describe_relaxations(round_, entries.values()))
    round_.problem = _("This round cannot be paired. It could be if: %(sentences)s") % {
        "sentences": sentences
    }
    round_.version += 1
    round_.save()


PAIR_ROUND: Final = JobKind(
    name="pair a round",
    model=PairingOrder,
    prepare=prepare,
    apply=apply,
    max_attempts=3,
    queue=PAIRING_QUEUE,
    # With the time between two sweeps, a round that lost its worker is taken up by another within 15 seconds.
    max_lease_seconds=8,
)
