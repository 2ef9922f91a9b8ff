"""Records of an event's games: what a record says of the result, filling it in, and contradictions."""

from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from audit.services import MAX_REASON_LENGTH
from core.errors import Refused
from games.archive.jobs import order_rating
from games.archive.services.games import attach_to_event, detach_from_event
from games.models import Game, GameResult, GameTermination, LinkKind
from games.policies import may_link_players
from players.models import User
from tournaments import audit_actions
from tournaments.event_records import keep_detached_record, record_visibility, waiting_records
from tournaments.history import record_action
from tournaments.models import Event, Pairing, PairingResult, ResultOrigin
from tournaments.policies import may_use_as_record
from tournaments.results.selectors import is_correction, is_open, log_place
from tournaments.results.services.results import (
    clean_reason,
    lock_pairing,
    refuse_if_result_changed,
    refuse_unless_running,
    require_reason_for_correction,
    write_result,
)

FORFEIT_RESULTS: Final = {
    GameResult.FIRST_WINS.value: PairingResult.FIRST_WINS_BY_FORFEIT.value,
    GameResult.SECOND_WINS.value: PairingResult.SECOND_WINS_BY_FORFEIT.value,
}


class RecordDecision(StrEnum):
    """What an arbiter decides about the record of a board."""

    TAKE = "take"
    KEEP = "keep"
    DETACH = "part"
    ATTACH = "attach"


def attach_record(*, actor: User | None, event: Event, pairing: Pairing, game: Game) -> bool:
    """Make the game the record of the pairing, and say whether it became that. The caller has locked the event.

    A pairing has one record, and a game is the record of one pairing: the first stays. What the archive keeps from
    the actor stays where it is, and so does what others have confirmed to have played.
    """
    if pairing.game_id is not None or Pairing.objects.filter(game=game).exists():
        return False
    if not may_use_as_record(actor, event, game) or _was_played_by_others(actor, pairing, game):
        return False
    pairing.game = attach_to_event(
        actor=actor,
        game=game.pk,
        club=event.club,
        first=pairing.first.person,
        second=pairing.second.person,
        visibility=record_visibility(event, pairing.round),
        no_capture_limit=event.no_capture_limit,
    )
    pairing.save(update_fields=["game"])
    record_action(
        actor=actor,
        action=audit_actions.RECORD_LINKED,
        event=event,
        before=log_place(pairing),
        after=log_place(pairing) | {"record": game.pk},
    )
    order_rating(games=[game.pk])
    compare_with_record(actor=actor, event=event, pairing=pairing)
    return True


def compare_with_record(*, actor: User | None, event: Event, pairing: Pairing) -> None:
    """Fill in the result if there is none, flag a contradiction if it differs. The caller has locked the event."""
    if pairing.game is None:
        return
    said = result_in_record(pairing.game)
    if said == PairingResult.NONE:
        return
    if is_open(pairing) and not event.has_finished and not _is_disputed(pairing, said):
        write_result(
            actor=actor,
            event=event,
            pairing=pairing,
            result=said,
            origin=ResultOrigin.RECORD,
            action=audit_actions.RESULT_FROM_RECORD,
        )
        return
    _flag_contradiction(event, pairing, contradicts=said != pairing.result, said=said)


def compare_copies(*, event: Event, pairing: Pairing, game: Game) -> None:
    """Flag the board if another record that was sent for it ends differently. The caller has locked the event."""
    record = pairing.game
    if record is None or record.pk == game.pk or pairing.copies_differ:
        return
    if (record.recorded_result, record.recorded_termination) == (
        game.recorded_result,
        game.recorded_termination,
    ):
        return
    pairing.copies_differ = True
    pairing.save(update_fields=["copies_differ"])
    record_action(
        actor=None,
        action=audit_actions.RECORDS_DIFFER,
        event=event,
        before=log_place(pairing) | {"record": record.pk, "ended": ended_as_recorded(record)},
        after=log_place(pairing) | {"other_record": game.pk, "ended": ended_as_recorded(game)},
    )


def ended_as_recorded(game: Game) -> str:
    """Result and termination of a record, for people."""
    return f"{game.get_recorded_result_display()}, {game.get_recorded_termination_display()}"


@transaction.atomic
def follow_overruling(*, actor: User | None, pairing: Pairing, reason: str) -> None:
    """An arbiter has decided the game of this board otherwise: the board has that result."""
    event, pairing = lock_pairing(pairing)
    if pairing.game is None:
        return
    said = result_in_record(pairing.game)
    if said == pairing.result or (said == PairingResult.NONE and is_open(pairing)):
        _flag_contradiction(event, pairing, contradicts=False, said=said)
        return
    if event.has_finished:
        raise Refused(
            _(
                "The game counts for %(event)s, which is finished. Reopen the event first: then its table follows your "
                "decision."
            )
            % {"event": event}
        )
    is_cleared = said == PairingResult.NONE
    action = audit_actions.RESULT_CLEARED if is_cleared else audit_actions.RESULT_DECIDED
    write_result(
        actor=actor,
        event=event,
        pairing=pairing,
        result=said,
        origin=ResultOrigin.NONE if is_cleared else ResultOrigin.DECISION,
        action=audit_actions.RESULT_CORRECTED if is_correction(pairing) else action,
        reason=clean_reason(Truncator(reason).chars(MAX_REASON_LENGTH)),
    )


@transaction.atomic
def attach_waiting_record(*, actor: User | None, pairing: Pairing, game: str, reason: str = "") -> Pairing:
    """An arbiter has looked at a record that was sent for this board, and says that it is the one.

    If the board has another record, that one is detached, and what was filled in by it goes with it.
    """
    event, pairing = lock_pairing(pairing)
    refuse_unless_running(event)
    chosen = next((each for each in waiting_records(pairing) if str(each.pk) == game), None)
    if chosen is None:
        raise Refused(_("This record was not sent for this board, or belongs to another one."))
    if chosen.kind != event.game:
        raise Refused(_("The record and the event are not of the same game."))
    if not may_use_as_record(actor, event, chosen):
        raise Refused(
            _(
                "This game was in the archive before, and you may not see all of it. Its submitter can send it for "
                "this board, or make it public."
            )
        )
    if _was_played_by_others(actor, pairing, chosen):
        raise Refused(
            _("Somebody has said that other people played this game. That has to be corrected first.")
        )
    if pairing.game_id is not None:
        pairing = detach_record(actor=actor, pairing=pairing, reason=reason)
    attach_record(actor=actor, event=event, pairing=pairing, game=chosen)
    return pairing


@transaction.atomic
def keep_result(*, actor: User | None, pairing: Pairing, reason: str) -> Pairing:
    """The arbiter stays with the result although a record says otherwise, and says why."""
    event, pairing = lock_pairing(pairing)
    reason = clean_reason(reason)
    flags = {name: True for name in ("record_contradicts", "copies_differ") if getattr(pairing, name)}
    if not flags:
        return pairing
    if not reason:
        raise Refused(_("Please say why the result stays although a record says otherwise."))
    pairing.record_contradicts = pairing.copies_differ = False
    pairing.version += 1
    pairing.save(update_fields=["record_contradicts", "copies_differ", "version"])
    record_action(
        actor=actor,
        action=audit_actions.RECORD_KEPT_OUT,
        event=event,
        before=log_place(pairing) | flags,
        after=log_place(pairing) | dict.fromkeys(flags, False),
        reason=reason,
    )
    return pairing


@transaction.atomic
def take_result_from_record(
    *, actor: User | None, pairing: Pairing, reason: str = "", seen: int | None = None
) -> Pairing:
    """The record is right: its result becomes the pairing's."""
    event, pairing = lock_pairing(pairing)
    refuse_unless_running(event)
    reason = clean_reason(reason)
    said = result_in_record(pairing.game) if pairing.game else ""
    if not said:
        raise Refused(_("The record of this game does not say how it ended. Please enter the result."))
    if said == pairing.result and not pairing.record_contradicts:
        return pairing
    refuse_if_result_changed(event, pairing, seen=seen)
    require_reason_for_correction(pairing, reason)
    write_result(
        actor=actor,
        event=event,
        pairing=pairing,
        result=said,
        origin=ResultOrigin.RECORD,
        action=audit_actions.RESULT_FROM_RECORD,
        reason=reason,
    )
    return pairing


@transaction.atomic
def detach_record(*, actor: User | None, pairing: Pairing, reason: str = "") -> Pairing:
    """It was not the record of this game after all. A result that came from it is cleared.

    While the event withholds its records, it stays withheld: not everybody who may detach it may see it.
    """
    event, pairing = lock_pairing(pairing)
    refuse_unless_running(event)
    reason = clean_reason(reason)
    game = pairing.game
    if game is None:
        return pairing
    pairing.game, pairing.record_contradicts, pairing.copies_differ = None, False, False
    pairing.version += 1
    pairing.save(update_fields=["game", "record_contradicts", "copies_differ", "version"])
    record_action(
        actor=actor,
        action=audit_actions.RECORD_PARTED,
        event=event,
        before=log_place(pairing) | {"record": game.pk},
        after=log_place(pairing) | {"record": None},
        reason=reason,
    )
    if pairing.origin == ResultOrigin.RECORD:
        require_reason_for_correction(pairing, reason)
        write_result(
            actor=actor,
            event=event,
            pairing=pairing,
            result=PairingResult.NONE.value,
            origin=ResultOrigin.NONE,
            action=audit_actions.RESULT_CLEARED,
        )
    keep_detached_record(event, game, pairing.round)
    detach_from_event(actor=actor, game=game.pk)
    return pairing


def _was_played_by_others(actor: User | None, pairing: Pairing, game: Game) -> bool:
    """Whether somebody confirmed it: of the same name are many, and an event may have any of them among its players.

    Who may say who played a game says it by this as well.
    """
    seats = (
        (game.first_person_id, game.first_link, pairing.first.person_id),
        (game.second_person_id, game.second_link, pairing.second.person_id),
    )
    others = any(link == LinkKind.CONFIRMED and linked != plays for linked, link, plays in seats)
    return others and not (actor is not None and may_link_players(actor, game))


def _is_disputed(pairing: Pairing, said: str) -> bool:
    """One of the players has reported something else."""
    return pairing.reports.exclude(result=said).exists()


def _flag_contradiction(event: Event, pairing: Pairing, *, contradicts: bool, said: str) -> None:
    if pairing.record_contradicts == contradicts:
        return
    pairing.record_contradicts = contradicts
    pairing.save(update_fields=["record_contradicts"])
    if contradicts:
        record_action(
            actor=None,
            action=audit_actions.RECORD_CONTRADICTS,
            event=event,
            before=log_place(pairing),
            after=log_place(pairing) | {"result_entered": pairing.result, "record_says": said},
        )


def result_in_record(game: Game) -> str:
    """A result of a pairing; empty if the game is still open. What an arbiter decided about it counts."""
    if game.result == GameResult.OPEN:
        return PairingResult.NONE.value
    if game.termination == GameTermination.FORFEIT:
        return FORFEIT_RESULTS.get(game.result, game.result)
    return game.result
