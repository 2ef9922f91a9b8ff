"""Boards of events for the recorder: whose record an account may send, and what is known of the game."""

from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from core.game_types import is_recordable
from core.permissions.actors import Actor
from engine.core import FIRST, SECOND, Side
from games.event_hooks import BoardToRecord
from games.models import RecordingMode, SourceKind, Upload
from players.models import User
from tournaments.event_records import PAIRING_TARGET, parse_target, target_pairing
from tournaments.models import Event, EventState, Pairing, PlayerRecording, RoundState
from tournaments.policies import may_enter_results, may_see_event, may_send_record
from tournaments.results.selectors import WITH_PLAYERS, board_label, record_tags
from tournaments.results.services.submissions import send_record

MAX_BOARDS: Final = 20


def find_board_to_record(actor: Actor, mark: str) -> BoardToRecord | None:
    """The board of a published round whose record the actor may send."""
    number = parse_target(mark, PAIRING_TARGET)
    if number is None or not actor.is_authenticated or len(mark) > 30:
        return None
    pairing = (
        Pairing.objects.select_related("round__section__event__club", *WITH_PLAYERS).filter(pk=number).first()
    )
    if pairing is None or not pairing.round.is_public:
        return None
    event = pairing.round.section.event
    if not is_recordable(event.game):
        return None
    if not may_see_event(actor, event) or not may_send_record(actor, event, pairing):
        return None
    return _board(actor, pairing)


def find_boards_to_record(account: User) -> list[BoardToRecord]:
    """Boards of rounds that are being played, where the account plays and no record came yet. One query."""
    own = Pairing.objects.filter(
        Q(first__person__account=account) | Q(second__person__account=account),
        round__state=RoundState.PUBLISHED,
        round__section__event__state=EventState.RUNNING,
        game=None,
    )
    rows = own.select_related("round__section__event", *WITH_PLAYERS).order_by("-pk")[:MAX_BOARDS]
    return [_board(account, pairing) for pairing in rows if is_recordable(pairing.round.section.event.game)]


def _board(actor: Actor, pairing: Pairing) -> BoardToRecord:
    def send(account: User, text: str) -> Upload:
        data = text.encode()
        return send_record(
            account=account, pairing=pairing, content=[data], size=len(data), source=SourceKind.RECORDER
        )

    section = pairing.round.section
    words = _("%(event)s, round %(round)s, board %(board)s: %(first)s – %(second)s") % {
        "event": section.event.name,
        "round": pairing.round.number,
        "board": board_label(pairing),
        "first": pairing.first,
        "second": pairing.second,
    }
    return BoardToRecord(
        mark=target_pairing(pairing),
        kind=section.event.game,
        tags=record_tags(pairing),
        words=words,
        address=_address(actor, pairing),
        send=send,
        modes=_modes(actor, section.event, pairing),
        side=_side(actor, pairing),
    )


def _modes(actor: Actor, event: Event, pairing: Pairing) -> tuple[RecordingMode, ...]:
    """Arbiters may use any; of players the regulations say it, also of one who is an arbiter at other boards."""
    if _side(actor, pairing) is None and may_enter_results(actor, event):
        return PlayerRecording.ANY.modes
    return PlayerRecording(event.player_recording).modes


def _side(actor: Actor, pairing: Pairing) -> Side | None:
    accounts = (pairing.first.person.account_id, pairing.second.person.account_id)
    if accounts[0] == accounts[1] or actor.pk not in accounts:
        return None
    return FIRST if accounts[0] == actor.pk else SECOND


def _address(actor: Actor, pairing: Pairing) -> str:
    """A player comes from the own board, an arbiter from the arbiters' page."""
    section = pairing.round.section
    if actor.pk not in (pairing.first.person.account_id, pairing.second.person.account_id):
        return reverse("board", args=[section.event_id, pairing.pk])
    path = reverse("own-board", args=[section.event_id, section.pk, pairing.round.number, pairing.board])
    return f"{path}?leg={pairing.leg}" if pairing.leg > 1 else path
