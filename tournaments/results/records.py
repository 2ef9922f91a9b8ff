"""Records of an event's games: one fills in its result, or is flagged because it says otherwise."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameResult, LinkKind
from games.policies import may_link_players
from games.rating import order_rating
from games.regulations import follow_event, leave_event
from players.errors import Refused
from players.models import User
from tournaments import actions
from tournaments.history import tell
from tournaments.holding import hold
from tournaments.models import Event, Pairing, PairingResult, ResultOrigin
from tournaments.policies import may_take_as_record
from tournaments.results.loose_records import keep_parted
from tournaments.results.meanwhile import refuse_if_changed
from tournaments.results.reading import pairing_now
from tournaments.results.record_says import result_in
from tournaments.results.records_shown import visibility_of_records
from tournaments.results.records_waiting import records_waiting_for
from tournaments.results.services import tidy_reason
from tournaments.results.states import is_correction, is_open, refuse_unless_running
from tournaments.results.writing import event_of, place, write_result


def attach(*, actor: User | None, event: Event, pairing: Pairing, game: Game) -> bool:
    """Make the game the record of the pairing; whether that was news. The caller holds the event.

    A pairing has one record, and a game is the record of one pairing: the first stays. What the archive keeps from
    the actor stays where it is, and so does what others have confirmed to have played.
    """
    if pairing.game_id is not None or Pairing.objects.filter(game=game).exists():
        return False
    if not may_take_as_record(actor, event, game) or _was_played_by_others(actor, pairing, game):
        return False
    pairing.game = follow_event(
        actor=actor,
        game=game.pk,
        club=event.club,
        first=pairing.first.person,
        second=pairing.second.person,
        visibility=visibility_of_records(event, pairing.round),
        no_capture_limit=event.no_capture_limit,
    )
    pairing.save(update_fields=["game"])
    tell(
        actor=actor,
        action=actions.RECORD_LINKED,
        event=event,
        before=place(pairing),
        after=place(pairing) | {"record": game.pk},
    )
    order_rating(games=[game.pk])
    compare_with_record(actor=actor, event=event, pairing=pairing)
    return True


def compare_with_record(*, actor: User | None, event: Event, pairing: Pairing) -> None:
    """Fill in the result if there is none, flag a contradiction if there is another. The caller holds the event."""
    if pairing.game is None:
        return
    said = result_in(pairing.game)
    if said == PairingResult.NONE:
        return
    if said is not None and is_open(pairing) and not event.has_finished and not _disputed(pairing, said):
        write_result(
            actor=actor,
            event=event,
            pairing=pairing,
            result=said,
            origin=ResultOrigin.RECORD,
            action=actions.RESULT_FROM_RECORD,
        )
        return
    _flag(event, pairing, contradicts=said != pairing.result, said=said)


@transaction.atomic
def attach_waiting(*, actor: User | None, pairing: Pairing, game: str) -> Pairing:
    """An arbiter has looked at a record that was sent for this board, and says that it is the one."""
    event = hold(event_of(pairing))
    pairing = pairing_now(pairing)
    refuse_unless_running(event)
    chosen = next((each for each in records_waiting_for(pairing) if str(each.pk) == game), None)
    if chosen is None:
        raise Refused(_("This record was not sent for this board, or belongs to another one."))
    if chosen.kind != event.game:
        raise Refused(_("This is the record of another game than the one of the event."))
    if pairing.game_id is not None:
        raise Refused(_("The board has a record already. Part that one from it first."))
    if not may_take_as_record(actor, event, chosen):
        raise Refused(
            _(
                "This game was in the archive before, and you may not see all of it. Whoever submitted it can send it "
                "for this board, or open it."
            )
        )
    if _was_played_by_others(actor, pairing, chosen):
        raise Refused(
            _("Somebody has said that other people played this game. That has to be corrected first.")
        )
    attach(actor=actor, event=event, pairing=pairing, game=chosen)
    return pairing


@transaction.atomic
def keep_result(*, actor: User | None, pairing: Pairing, reason: str) -> Pairing:
    """The arbiter stays with the result although the record says otherwise, and says why."""
    event = hold(event_of(pairing))
    pairing = pairing_now(pairing)
    reason = tidy_reason(reason)
    if not pairing.record_contradicts:
        return pairing
    if not reason:
        raise Refused(_("Please say why the result stays although the record says otherwise."))
    pairing.record_contradicts = False
    pairing.version += 1
    pairing.save(update_fields=["record_contradicts", "version"])
    tell(
        actor=actor,
        action=actions.RECORD_KEPT_OUT,
        event=event,
        before=place(pairing) | {"record_contradicts": True},
        after=place(pairing) | {"record_contradicts": False},
        reason=reason,
    )
    return pairing


@transaction.atomic
def take_result_of_record(
    *, actor: User | None, pairing: Pairing, reason: str = "", seen: int | None = None
) -> Pairing:
    """The record is right: its result becomes the pairing's."""
    event = hold(event_of(pairing))
    pairing = pairing_now(pairing)
    refuse_unless_running(event)
    reason = tidy_reason(reason)
    said = result_in(pairing.game) if pairing.game else None
    if not said:
        raise Refused(_("The record of this game does not say how it ended. Please enter the result."))
    if said == pairing.result and not pairing.record_contradicts:
        return pairing
    refuse_if_changed(event, pairing, seen=seen)
    _need_reason(pairing, reason)
    write_result(
        actor=actor,
        event=event,
        pairing=pairing,
        result=said,
        origin=ResultOrigin.RECORD,
        action=actions.RESULT_FROM_RECORD,
        reason=reason,
    )
    return pairing


@transaction.atomic
def part_record(*, actor: User | None, pairing: Pairing, reason: str = "") -> Pairing:
    """It was not the record of this game after all. A result that came from it goes with it.

    While the event withholds its records, it stays withheld: whoever parts it need not be one who may see it.
    """
    event = hold(event_of(pairing))
    pairing = pairing_now(pairing)
    refuse_unless_running(event)
    reason = tidy_reason(reason)
    game = pairing.game
    if game is None:
        return pairing
    pairing.game, pairing.record_contradicts = None, False
    pairing.version += 1
    pairing.save(update_fields=["game", "record_contradicts", "version"])
    tell(
        actor=actor,
        action=actions.RECORD_PARTED,
        event=event,
        before=place(pairing) | {"record": game.pk},
        after=place(pairing) | {"record": None},
        reason=reason,
    )
    if pairing.origin == ResultOrigin.RECORD:
        _need_reason(pairing, reason)
        write_result(
            actor=actor,
            event=event,
            pairing=pairing,
            result=PairingResult.NONE.value,
            origin=ResultOrigin.NONE,
            action=actions.RESULT_CLEARED,
        )
    keep_parted(event, game, pairing.round)
    leave_event(actor=actor, game=game.pk)
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


def _need_reason(pairing: Pairing, reason: str) -> None:
    if is_correction(pairing) and not reason:
        raise Refused(
            _(
                "Round %(number)d is closed, or later rounds were paired on its results. "
                "Please say why this one is changed."
            )
            % {"number": pairing.round.number}
        )


def _disputed(pairing: Pairing, said: str) -> bool:
    """One of the players has reported something else."""
    return pairing.reports.exclude(result=said).exists()


def _flag(event: Event, pairing: Pairing, *, contradicts: bool, said: str | None) -> None:
    if pairing.record_contradicts == contradicts:
        return
    pairing.record_contradicts = contradicts
    pairing.save(update_fields=["record_contradicts"])
    if contradicts:
        tell(
            actor=None,
            action=actions.RECORD_CONTRADICTS,
            event=event,
            before=place(pairing),
            after=place(pairing)
            | {"result_entered": pairing.result, "record_says": said or GameResult.OPEN.value},
        )
